import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import type { App } from '#app/app.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import { createVisitorWithCart, putInCart, salesShop, type TestGuest } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { testShop } from '#tests/support/test-shop.ts';
import { addToCart } from '../add/add-to-cart.ts';
import { calculateCart } from '../calculate-cart.ts';
import { getCart } from '../cart.ts';
import { setQuantities } from './change-lines.ts';

const { database } = useDatabase();
let app: App;

beforeAll(async () => {
  app = await salesShop(database);
});

const request = (productId: number, quantity: number) => ({
  items: [{ productId, variationId: null, chosen: {}, quantity }],
  form: {},
});

/** Creates a cart whose line has more than today's maximum. */
async function createLargeCart(quantity: number): Promise<{ visitor: TestGuest; key: string; bowl: number }> {
  const bowl = await addProduct(app.shop);
  const visitor = await createVisitorWithCart(app.shop, [[bowl, 1]]);
  const [line] = (await getCart(app.shop, visitor)).lines;
  const key = line?.key ?? '';
  await app.shop.db.execute(sql`update cart_lines set quantity = ${quantity} where id = ${key}`);
  return { visitor, key, bowl };
}

describe('maximum quantity of a line', () => {
  it('is 100 by default', async () => {
    const { shop } = await testShop(database);
    const bowl = await addProduct(shop);
    const visitor = await createVisitorWithCart(shop, []);
    expect(await addToCart(shop, visitor, request(bowl, 101))).toMatchObject({
      ...{ ok: false, code: 'QUANTITY_INVALID', values: { max: 100 } },
    });
    expect(await addToCart(shop, visitor, request(bowl, 100))).toMatchObject({ ok: true });
  });

  it('counts items added in several steps, and reports how many more can be added', async () => {
    const bowl = await addProduct(app.shop);
    const visitor = await createVisitorWithCart(app.shop, [[bowl, 99]]);
    expect(await addToCart(app.shop, visitor, request(bowl, 2))).toMatchObject({
      ...{ ok: false, code: 'QUANTITY_TOO_LARGE', values: { max: 1 } },
    });
    await putInCart(app.shop, visitor, bowl, 1);
    const results = await Promise.all(Array.from({ length: 8 }, () => addToCart(app.shop, visitor, request(bowl, 1))));
    expect(results.map((result) => result.ok)).toEqual(Array(8).fill(false));
    expect((await getCart(app.shop, visitor)).count).toBe(100);
  });

  it('is a problem of an older larger line, which can be lowered and not raised', async () => {
    const { visitor, key } = await createLargeCart(500);
    const cart = await getCart(app.shop, visitor);
    expect(cart.lines).toMatchObject([{ quantity: 500, max: 100, problem: { code: 'QUANTITY_TOO_LARGE', max: 100 } }]);
    expect((await calculateCart(app.shop, app.shop.db, cart)).totals.itemsTotal).toBe(500_000);
    const set = async (quantity: number) =>
      (await setQuantities(app.shop, visitor, new Map([[key, quantity]]))).problems.map(({ code }) => code);
    expect(await set(501)).toEqual(['QUANTITY_INVALID']);
    expect(await set(300)).toEqual([]);
    expect((await getCart(app.shop, visitor)).lines).toMatchObject([{ quantity: 300 }]);
    expect(await set(101)).toEqual([]);
    expect(await set(100)).toEqual([]);
    expect((await getCart(app.shop, visitor)).lines).toMatchObject([{ quantity: 100, problem: null }]);
    expect(await set(101)).toEqual(['QUANTITY_INVALID']);
  });

  it('applies together with the stock: the smaller limit counts', async () => {
    const { visitor, bowl } = await createLargeCart(500);
    await app.shop.db.execute(sql`update stock_levels set managed = true, on_hand = 300 where variation_id = ${bowl}`);
    const problem = async () => (await getCart(app.shop, visitor)).lines[0]?.problem;
    expect(await problem()).toEqual({ code: 'QUANTITY_TOO_LARGE', max: 100 });
    await app.shop.db.execute(sql`update stock_levels set on_hand = 40 where variation_id = ${bowl}`);
    expect(await problem()).toEqual({ code: 'NOT_ENOUGH_STOCK', max: 40 });
  });
});

describe('pages', () => {
  it('have quantity fields up to the maximum: product, group, cart', async () => {
    const bowl = await saveTestProduct(app.shop, {
      ...{ name: 'Deep bowl', slug: 'deep-bowl', status: 'published', master: { regularPrice: 1000 } },
    });
    const group = { type: 'grouped', grouped: [bowl.id], slug: 'a-set', name: 'A set', status: 'published' } as const;
    await saveTestProduct(app.shop, group);
    const stock = (left: number) => ({ managed: true, onHand: left });
    await saveTestProduct(app.shop, {
      ...{ name: 'Rare bowl', slug: 'rare-bowl', status: 'published' },
      master: { regularPrice: 1000, stock: stock(3) },
    });
    const visitor = newShopper(app);
    const findMaxValues = (html: string) =>
      [...html.matchAll(/type="number"[^>]*? max="(\d+)"/g)].map(([, max]) => max);
    expect(findMaxValues((await visitor.visit('/product/deep-bowl')).body)).toContain('100');
    expect(findMaxValues((await visitor.visit('/product/a-set')).body)).toContain('100');
    expect(findMaxValues((await visitor.visit('/product/rare-bowl')).body)).toContain('3');
    await visitor.addToCart(bowl.id, 2);
    expect(findMaxValues((await visitor.visit('/cart')).body)).toEqual(['100']);
  });

  it('explain the maximum when more is requested', async () => {
    const bowl = await addProduct(app.shop);
    const visitor = newShopper(app);
    const refused = await visitor.addToCart(bowl, 101);
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('Enter a quantity from 1 to 100');
    await visitor.addToCart(bowl, 60);
    const more = await visitor.addToCart(bowl, 60);
    expect(more.body).toContain('You can add only 40 more of “Tide bowl”');
    expect(more.body).toMatch(/max="40"[^>]*name="quantity"/);
    const cart = (await visitor.visit('/cart')).body;
    const field = /name="(quantity\[[^"]+\])"/.exec(cart)?.[1] ?? '';
    await visitor.submit('/cart/quantity', { [field]: '101' });
    expect((await visitor.visit('/cart')).body).toContain('Enter a quantity from 1 to 100');
  });
});
