import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { getCart } from '#features/cart/index.ts';
import { countQueries } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { createCustomer, createVisitorWithCart, putInCart, salesShop, signInGuest } from '#tests/support/sales.ts';
import { newShopper, type Shopper } from '#tests/support/shopper.ts';
import { renderCartChanges } from './cart-changes.tsx';

const { database, db } = useDatabase();
let shop: Shop;
let http: FastifyInstance;

beforeAll(async () => {
  ({ shop, http } = await salesShop(database));
});

const setStock = (id: number, onHand: number) =>
  db.execute(sql`update stock_levels set on_hand = ${onHand} where variation_id = ${id}`);
const showStockBelow = (id: number, threshold: number) =>
  db.execute(sql`update stock_levels set low_stock_threshold = ${threshold} where variation_id = ${id}`);
const setStatus = (id: number, status: 'published' | 'draft') =>
  db.execute(sql`update products set status = ${status} where id = ${id}`);

/** A shopper whose cart has `quantity` of a product, and has been seen. */
async function openSeenCart({ name = 'Jug', stock = 5, quantity = 1 } = {}) {
  const shopper = newShopper({ http });
  const id = await addProduct(shop, { name, price: 1000, stock });
  await showStockBelow(id, 5);
  await shopper.addToCart(id, quantity);
  expect(await readChanges(shopper)).toEqual(['added']);
  return { shopper, id };
}

it('says that something was added, whose line is gone before the cart is seen', async () => {
  const shopper = newShopper({ http });
  const id = await addProduct(shop, { name: 'Jug', price: 1000, stock: 5 });
  await shopper.addToCart(id, 1);
  await db.execute(sql`delete from cart_lines where variation_id = ${id}`);
  expect((await shopper.visit('/cart')).body).toContain('1 item was added to your cart.');
});

/** What the notices above the lines say; 'added' for what the form before did. */
async function readChanges(shopper: Shopper): Promise<string[]> {
  const { body } = await shopper.visit('/cart');
  const [, above = ''] = /<h1>Cart<\/h1><\/header>(.*?)<vt-behaviour/s.exec(body) ?? [];
  return [...above.matchAll(/<p[^>]*>([^<]*)<\/p>/g)].map(([, text = '']) => (/added to/.test(text) ? 'added' : text));
}

async function expectSaidOnce(shopper: Shopper, ...texts: string[]): Promise<void> {
  expect(await readChanges(shopper)).toEqual(texts);
  expect(await readChanges(shopper)).toEqual([]);
}

describe('what changed since the cart was seen', () => {
  it('is nothing when nothing did, and costs no statement, not even for the first view', async () => {
    const { shopper } = await openSeenCart();
    expect(await readChanges(shopper)).toEqual([]);
    const guest = await createVisitorWithCart(shop, [[await addProduct(shop, { stock: 8 }), 2]]);
    const { queries } = await countQueries(async () => {
      const cart = await getCart(shop, guest);
      expect(await renderCartChanges(shop, shop.renderContext('/cart'), cart)).toBe(null);
    });
    expect(queries).toBe(2);
  });

  it('names stock that fell, with what was left before', async () => {
    const { shopper, id } = await openSeenCart({ stock: 3 });
    await setStock(id, 2);
    await expectSaidOnce(shopper, 'Only 2 of “Jug” are left in stock, 3 when you last saw it.');
    await setStock(id, 1);
    await expectSaidOnce(shopper, 'Only 1 of “Jug” is left in stock, 2 when you last saw it.');
    await setStock(id, 3);
    expect(await readChanges(shopper)).toEqual([]);
  });

  it('does not tell a stock that pages do not show', async () => {
    const { shopper, id } = await openSeenCart({ stock: 500 });
    await setStock(id, 499);
    expect(await readChanges(shopper)).toEqual([]);
  });

  it('says when the quantity cannot be ordered any more, and nothing after the shopper lowered it', async () => {
    const { shopper, id } = await openSeenCart({ stock: 50, quantity: 5 });
    await setStock(id, 2);
    await expectSaidOnce(shopper, 'Only 2 of “Jug” are left in stock, so the 5 in your cart can’t be ordered.');
    const [, key = ''] = /name="quantity\[([\da-f-]{36})\]"/.exec((await shopper.visit('/cart')).body) ?? [];
    await shopper.submit('/cart/quantity', { [`quantity[${key}]`]: '2' });
    expect(await readChanges(shopper)).toEqual(['Your cart was updated.']);
    expect(await readChanges(shopper)).toEqual([]);
  });

  it('says that it sold out, and that it is back', async () => {
    const { shopper, id } = await openSeenCart();
    await setStock(id, 0);
    await expectSaidOnce(shopper, '“Jug” has sold out since you last saw it.');
    await setStock(id, 9);
    await expectSaidOnce(shopper, '“Jug” is back in stock.');
  });

  it('says that it is no longer sold, and when it is again, with another price', async () => {
    const { shopper, id } = await openSeenCart();
    await setStatus(id, 'draft');
    await expectSaidOnce(shopper, '“Jug” is no longer sold.');
    await setStatus(id, 'published');
    await db.execute(sql`update main_prices set regular_price = 1200 where variation_id = ${id}`);
    await expectSaidOnce(
      shopper,
      '“Jug” is available again.',
      'The price of “Jug” has gone up from €10.00 to €12.00 since you last saw it.',
    );
  });

  it('shows names as text', async () => {
    const { shopper, id } = await openSeenCart({ name: "Jug & {left} '#" });
    await setStock(id, 0);
    expect((await shopper.visit('/cart')).body).toContain('“Jug &amp; {left} &#x27;#” has sold out');
  });

  it('is not told to a prefetch', async () => {
    const { shopper, id } = await openSeenCart();
    await setStock(id, 0);
    const cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const prefetched = await http.inject({ url: '/cart', headers: { cookie, 'sec-purpose': 'prefetch' } });
    expect(prefetched.body).not.toContain('has sold out since');
    await expectSaidOnce(shopper, '“Jug” has sold out since you last saw it.');
  });

  it('is said in one of two tabs that are opened at the same time', async () => {
    const { shopper, id } = await openSeenCart();
    for (const onHand of [0, 7, 0, 7]) {
      await setStock(id, onHand);
      const tabs = await Promise.all([readChanges(shopper), readChanges(shopper), readChanges(shopper)]);
      expect(tabs.flat()).toHaveLength(1);
    }
  });

  it('is remembered when carts are merged, of each line what was seen of it', async () => {
    const [kept, moved] = [
      await addProduct(shop, { name: 'Kept', stock: 50 }),
      await addProduct(shop, { name: 'Moved', stock: 3 }),
    ];
    await showStockBelow(moved, 5);
    const customer = await createCustomer(shop);
    const { owner } = customer;
    const guest = await createVisitorWithCart(shop, [[moved, 1]]);
    await putInCart(shop, owner, kept, 4);
    const context = shop.renderContext('/cart');
    await renderCartChanges(shop, context, await getCart(shop, { visitorId: guest.visitorId }));
    await signInGuest(shop, guest, customer);
    await setStock(moved, 2);
    await setStock(kept, 1);
    const cart = await getCart(shop, owner);
    expect(cart.lines.map(({ name, seenStock }) => [name, seenStock])).toEqual([
      ['Kept', { availability: 'available', left: null }],
      ['Moved', { availability: 'available', left: 3 }],
    ]);
    const changes = JSON.stringify(await renderCartChanges(shop, context, cart));
    expect(changes).toContain('Only 1 of “Kept” is left in stock, so the 4 in your cart can’t be ordered.');
    expect(changes).toContain('Only 2 of “Moved” are left in stock, 3 when you last saw it.');
  });
});
