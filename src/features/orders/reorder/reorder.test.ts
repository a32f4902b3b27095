import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { addToCart } from '#features/cart/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct } from '#tests/support/products.ts';
import { createVisitor, placeTestCart, placeTestOrder, salesShop } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { createOrderLink } from '../access/order-link.ts';
import { reorderPath } from '../contract.ts';
import type { Order } from '../order.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database);
});

describe('ordering again', () => {
  it('adds all lines to the cart of the reader', async () => {
    const order = await placeTestOrder(app.shop, [[await addProduct(app.shop, { name: 'Tide bowl' }), 3]]);
    const reader = newShopper(app);
    expect((await reader.visit(createOrderLink(app.shop, order))).body).toContain(reorderPath(order.token));
    const answer = await reader.submit(reorderPath(order.token), {});
    expect([answer.status, answer.location]).toEqual([303, '/cart']);
    const { body } = await reader.visit('/cart');
    expect(body).toContain('Tide bowl');
    expect(body).toContain('value="3"');
  });

  describe('a variation that leaves an option open', () => {
    async function placeBowl(): Promise<Order> {
      const { shop } = app;
      const { product, large } = await addBowl(shop);
      const visitor = await createVisitor(shop.db);
      const item = { productId: product, variationId: large, chosen: { size: 'large', glaze: 'ash' }, quantity: 2 };
      await addToCart(shop, visitor, { items: [item], form: {} });
      return placeTestCart(shop, visitor);
    }

    async function reorderBowl(order: Order) {
      const reader = newShopper(app);
      await reader.visit(createOrderLink(app.shop, order));
      const { body } = await reader.submit(reorderPath(order.token), {});
      return { body, cart: (await reader.visit('/cart')).body };
    }

    it('is added with what was chosen', async () => {
      const order = await placeBowl();
      expect(order.lines).toMatchObject([{ choices: { glaze: 'ash' } }]);
      await app.shop.db.execute(sql`update order_lines set options = '[]' where order_id = ${order.id}`);
      const { cart } = await reorderBowl(order);
      expect(cart).toMatch(/ash/);
      expect(cart).toContain('value="2"');
    });

    it('is left out with the reason when what was chosen is gone', async () => {
      const order = await placeBowl();
      await app.shop.db.execute(sql`update order_lines set choices = '{"glaze": "moss"}' where order_id = ${order.id}`);
      const { body, cart } = await reorderBowl(order);
      expect(body).toMatch(/Not added.*Tide bowl<\/a>.*Please select some product options/s);
      expect(cart).not.toContain('Tide bowl');
    });
  });

  it('adds once when the form is sent again: at once, and after a lost reply', async () => {
    const bowl = await addProduct(app.shop, { name: 'Tide bowl' });
    const order = await placeTestOrder(app.shop, [
      [bowl, 3],
      [await addProduct(app.shop), 1],
    ]);
    const reader = newShopper(app);
    // The reader has a cart, so that requests at once are for the same one.
    await reader.addToCart(bowl);
    const { body } = await reader.visit(createOrderLink(app.shop, order));
    const request_key = /name="request_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    const send = () => reader.submit(reorderPath(order.token), { request_key });
    await Promise.all([send(), send()]);
    await send();
    expect((await reader.visit('/cart')).body).toContain('value="4"');
  });

  it('adds once however many lines the order has', async () => {
    const lines = await Promise.all(Array.from({ length: 12 }, async () => [await addProduct(app.shop), 1] as const));
    const order = await placeTestOrder(app.shop, lines);
    const reader = newShopper(app);
    await reader.addToCart(await addProduct(app.shop));
    const { body } = await reader.visit(createOrderLink(app.shop, order));
    const request_key = /name="request_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    const send = () => reader.submit(reorderPath(order.token), { request_key });
    await Promise.all([send(), send()]);
    expect((await send()).location).toBe('/cart');
    expect((await reader.visit('/cart')).body.match(/name="quantity\[[^"]+"[^>]*value="1"/g)).toHaveLength(13);
  });

  it('answers the same when the first request took the last items', async () => {
    const [last, other] = [await addProduct(app.shop, { stock: 4 }), await addProduct(app.shop)];
    const order = await placeTestOrder(app.shop, [
      [last, 2],
      [other, 1],
    ]);
    const reader = newShopper(app);
    const { body } = await reader.visit(createOrderLink(app.shop, order));
    const request_key = /name="request_key" value="([\w-]+)"/.exec(body)?.[1] ?? '';
    for (const _ of [1, 2])
      expect((await reader.submit(reorderPath(order.token), { request_key })).location).toBe('/cart');
    expect((await reader.visit('/cart')).body).toMatch(/name="quantity\[[^"]+"[^>]*value="2"/);
  });

  it('says which lines can’t be bought any more, and why', async () => {
    const [kept, gone, short] = [
      await addProduct(app.shop, { name: 'Kept' }),
      await addProduct(app.shop, { name: 'Gone' }),
      await addProduct(app.shop, { name: 'Short', stock: 4 }),
    ];
    const order = await placeTestOrder(app.shop, [
      [kept, 1],
      [gone, 1],
      [short, 3],
    ]);
    await app.shop.db.execute(sql`update products set status = 'draft' where id = ${gone}`);
    const reader = newShopper(app);
    await reader.visit(createOrderLink(app.shop, order));
    const { status, body } = await reader.submit(reorderPath(order.token), {});
    expect(status).toBe(200);
    expect(body).toMatch(/Added to your cart.*Kept/s);
    expect(body).toMatch(/Not added.*Gone.*no longer sold/s);
    expect(body).toMatch(/Short<\/a>.*1 /s);
  });

  it('needs access to the order, and is limited', async () => {
    const order = await placeTestOrder(app.shop, [[await addProduct(app.shop), 1]]);
    const stranger = newShopper(app);
    expect((await stranger.submit(reorderPath(order.token), {})).status).toBe(404);
    expect((await stranger.submit(reorderPath('x'.repeat(32)), {})).status).toBe(404);
    const reader = newShopper(app);
    await reader.visit(createOrderLink(app.shop, order));
    for (let times = 0; times < 30; times += 1) await reader.submit(reorderPath(order.token), {});
    expect((await reader.submit(reorderPath(order.token), {})).status).toBe(429);
  });
});
