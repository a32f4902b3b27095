import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { type PlaceOrderFailure, type PlaceOrderSuccess, placeOrder } from '#features/checkout/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createGuest } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  confirmTestOrder,
  createCustomer,
  createVisitorWithCart,
  placeTestOrder,
  putInCart,
  readTotal,
  salesShop,
  type TestGuest,
} from '#tests/support/sales.ts';

const { database } = useDatabase({ connections: 16 });
let shop: Shop;

beforeAll(async () => {
  ({ shop } = await salesShop(database, { settings: { orders: {} } }));
});

type Wanted = readonly (readonly [productId: number, quantity: number])[];

/** The orders of one address are limited, too. */
const createEmail = () => `${randomUUID()}@example.com`;

/** Adds products to the visitor's cart and orders it. */
async function orderCart(
  visitor: TestGuest,
  wanted: Wanted,
  changes = {},
): Promise<PlaceOrderSuccess | PlaceOrderFailure> {
  for (const [product, quantity] of wanted) await putInCart(shop, visitor, product, quantity);
  return placeOrder(
    shop,
    visitor,
    checkoutInput({ email: createEmail(), expectedTotal: await readTotal(shop, visitor), ...changes }),
  );
}

async function createKnownCustomer() {
  const { customer } = await createCustomer(shop);
  const known = { ...customer, isEmailVerified: true };
  return { actor: { ...createGuest(null), customer: known } };
}

const createRefusal = (cap: string, max: number, name = 'Tide bowl') => ({
  ...{ ok: false, code: 'RESERVATION_LIMIT', cap, max, name },
});

async function countReserved(product: number): Promise<number> {
  const { rows } = await shop.db.execute<{ quantity: number }>(
    sql`select coalesce(sum(quantity), 0)::integer as quantity from stock_reservations where variation_id = ${product} and state = 'reserved'`,
  );
  return rows[0]?.quantity ?? 0;
}

describe('what one visitor’s unpaid orders reserve', () => {
  it('is at most a quarter of a stock, in one order or several', async () => {
    const bowl = await addProduct(shop, { stock: 200 });
    const visitor = await createVisitorWithCart(shop, []);
    expect(await orderCart(visitor, [[bowl, 51]])).toMatchObject(createRefusal('visitor-share', 50));
    expect(await readOnHand(shop.db, bowl)).toBe(200);
    const other = await createVisitorWithCart(shop, []);
    expect(await orderCart(other, [[bowl, 30]])).toMatchObject({ ok: true });
    expect(await orderCart(other, [[bowl, 21]])).toMatchObject(createRefusal('visitor-share', 20));
    // The share is of stock on hand plus reserved, so reserving does not reduce it.
    const third = await createVisitorWithCart(shop, []);
    expect(await orderCart(third, [[bowl, 50]])).toMatchObject({ ok: true });
    expect(await readOnHand(shop.db, bowl)).toBe(120);
  });

  it('can be 12 items of a small stock for whose address is known, and half of it for others (D1)', async () => {
    const bowl = await addProduct(shop, { stock: 13 });
    const visitor = await createVisitorWithCart(shop, []);
    expect(await orderCart(visitor, [[bowl, 13]])).toMatchObject(createRefusal('visitor-share', 12));
    const other = await createVisitorWithCart(shop, []);
    expect(await orderCart(other, [[bowl, 12]])).toMatchObject(createRefusal('unconfirmed-share', 6));
    const { actor } = await createKnownCustomer();
    await putInCart(shop, { customerId: actor.customer.id }, bowl, 12);
    const expectedTotal = await readTotal(shop, { customerId: actor.customer.id });
    const placed = await placeOrder(shop, actor, checkoutInput({ email: actor.customer.email, expectedTotal }));
    expect(placed).toMatchObject({ ok: true });
  });

  it('is at most 200 items of all products, with or without managed stock', async () => {
    const counted = await addProduct(shop, { name: 'Tile', stock: 5000 });
    const uncounted = await addProduct(shop);
    const visitor = await createVisitorWithCart(shop, []);
    expect(await orderCart(visitor, [[counted, 100]])).toMatchObject({ ok: true });
    expect(await orderCart(visitor, [[uncounted, 60]])).toMatchObject({ ok: true });
    expect(await orderCart(visitor, [[uncounted, 41]])).toMatchObject(createRefusal('visitor-quantity', 40, ''));
  });

  it('no longer counts once an order is paid or cancelled', async () => {
    const bowl = await addProduct(shop, { stock: 100 });
    const visitor = await createVisitorWithCart(shop, []);
    const first = await orderCart(visitor, [[bowl, 25]]);
    expect(await orderCart(visitor, [[bowl, 1]])).toMatchObject(createRefusal('visitor-share', 0));
    await shop.db.execute(
      sql`update stock_reservations set state = 'committed' where order_id = (select id from orders where number = ${first.ok ? first.number : 0})`,
    );
    // Sold items are no longer part of the stock: the limit is a quarter of 75.
    const next = await createVisitorWithCart(shop, []);
    expect(await orderCart(next, [[bowl, 19]])).toMatchObject(createRefusal('visitor-share', 18));
    expect(await orderCart(visitor, [])).toMatchObject({ ok: true });
  });

  it('does not count a superseded order, whose quantity can always be lowered', async () => {
    const bowl = await addProduct(shop, { stock: 100 });
    const later = { paymentMethod: 'pay_later' };
    const visitor = await createVisitorWithCart(shop, []);
    expect(await orderCart(visitor, [[bowl, 25]], later)).toMatchObject({ ok: true });
    expect(await orderCart(visitor, [], later)).toMatchObject({ ok: true });
    expect(await orderCart(visitor, [[bowl, 1]], later)).toMatchObject(createRefusal('visitor-share', 25));
    expect(await countReserved(bowl)).toBe(25);
  });

  it('is limited when one visitor orders in many tabs at once', async () => {
    const bowl = await addProduct(shop, { stock: 100 });
    const visitor = await createVisitorWithCart(shop, []);
    const results: (PlaceOrderSuccess | PlaceOrderFailure)[] = [];
    for (let round = 0; round < 4; round += 1) {
      await putInCart(shop, visitor, bowl, 10);
      const expectedTotal = await readTotal(shop, visitor);
      results.push(
        ...(await Promise.all(
          Array.from({ length: 8 }, () =>
            placeOrder(shop, visitor, checkoutInput({ email: createEmail(), expectedTotal })),
          ),
        )),
      );
      await shop.db.execute(sql`delete from carts where visitor_id = ${visitor.visitorId} and state = 'open'`);
    }
    expect(results.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await countReserved(bowl)).toBe(20);
  });
});

describe('what unconfirmed orders reserve together', () => {
  it('is at most half of a stock when 64 visitors order at once', async () => {
    const bowl = await addProduct(shop, { stock: 60 });
    const visitors = await Promise.all(Array.from({ length: 64 }, () => createVisitorWithCart(shop, [[bowl, 1]])));
    const results = await Promise.all(visitors.map((visitor) => orderCart(visitor, [])));
    expect(results.filter(({ ok }) => ok)).toHaveLength(30);
    for (const result of results.filter(({ ok }) => !ok))
      expect(result).toMatchObject(createRefusal('unconfirmed-share', 0));
    expect(await readOnHand(shop.db, bowl)).toBe(30);
  });

  it('is counted by stock, in any order of the lines', async () => {
    const [bowl, cup] = [await addProduct(shop, { stock: 40 }), await addProduct(shop, { stock: 40 })];
    const [forward, reverse]: Wanted[] = [
      [
        [bowl, 1],
        [cup, 1],
      ],
      [
        [cup, 1],
        [bowl, 1],
      ],
    ];
    const visitors = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        createVisitorWithCart(shop, (index % 2 === 0 ? forward : reverse) ?? []),
      ),
    );
    const results = await Promise.all(visitors.map((visitor) => orderCart(visitor, [])));
    expect(results.filter(({ ok }) => ok)).toHaveLength(20);
    expect([await readOnHand(shop.db, bowl), await readOnHand(shop.db, cup)]).toEqual([20, 20]);
  });

  it('leaves the rest to confirmed shoppers, and no longer counts once an order is confirmed', async () => {
    const bowl = await addProduct(shop, { stock: 40 });
    const first = await placeTestOrder(shop, [[bowl, 10]], { email: createEmail() });
    await placeTestOrder(shop, [[bowl, 10]], { email: createEmail() });
    expect(await orderCart(await createVisitorWithCart(shop, []), [[bowl, 1]])).toMatchObject(
      createRefusal('unconfirmed-share', 0),
    );
    const known = await createVisitorWithCart(shop, []);
    const email = createEmail();
    const earlier = await orderCart(known, [[await addProduct(shop), 1]], { email });
    await shop.db.execute(
      sql`update orders set confirmed_at = now(), confirmed_by = 'shopper' where number = ${earlier.ok ? earlier.number : 0}`,
    );
    expect(await orderCart(known, [[bowl, 1]], { email })).toMatchObject({ ok: true });
    await confirmTestOrder(shop, first);
    expect(await orderCart(await createVisitorWithCart(shop, []), [[bowl, 10]])).toMatchObject({ ok: true });
  });

  it.each([
    [12, 6],
    [5, 2],
    // One that is placed at once, and one that awaits its confirmation.
    [3, 2],
    [2, 2],
    [1, 1],
  ])('is at most half of a small stock, or two pieces: of %i, %i (D1)', async (stock, reserved) => {
    const bowl = await addProduct(shop, { stock });
    const visitors = await Promise.all(Array.from({ length: 16 }, () => createVisitorWithCart(shop, [[bowl, 1]])));
    const results = await Promise.all(visitors.map((visitor) => orderCart(visitor, [])));
    expect(results.filter(({ ok }) => ok)).toHaveLength(reserved);
    expect(await readOnHand(shop.db, bowl)).toBe(stock - reserved);
  });
});

describe('reservation limits', () => {
  it('do not count backordered items', async () => {
    const bowl = await addProduct(shop, { stock: 0, backorders: 'notify' });
    for (let count = 0; count < 3; count += 1)
      expect(await orderCart(await createVisitorWithCart(shop, []), [[bowl, 20]])).toMatchObject({ ok: true });
  });

  it('can be changed and switched off', async () => {
    const bowl = await addProduct(shop, { stock: 100 });
    const orderWithLimits = async (maxReserved: object) => {
      const { shop: other } = await salesShop(database, { settings: { orders: { maxReserved } } });
      const visitor = await createVisitorWithCart(other, [[bowl, 60]]);
      return placeOrder(other, visitor, checkoutInput({ email: createEmail(), expectedTotal: 60_500 }));
    };
    expect(await orderWithLimits({ visitorPercent: 40 })).toMatchObject(createRefusal('visitor-share', 40));
    expect(await orderWithLimits({ visitorPercent: null })).toMatchObject(createRefusal('unconfirmed-share', 50));
    expect(await orderWithLimits({ visitorQuantity: 30 })).toMatchObject(createRefusal('visitor-quantity', 30, ''));
    expect(
      await orderWithLimits({ visitorQuantity: null, visitorPercent: null, unconfirmedPercent: null }),
    ).toMatchObject({
      ok: true,
    });
  });
});
