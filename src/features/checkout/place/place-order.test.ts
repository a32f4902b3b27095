import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { countCart, getCart } from '#features/cart/index.ts';
import { getOrder, orderPlaced } from '#features/orders/index.ts';
import { countQueries } from '#platform/database/database.ts';
import { handleEvent } from '#platform/features/events.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  createVisitor,
  createVisitorWithCart,
  putInCart,
  salesShop,
  type TestGuest,
} from '#tests/support/sales.ts';
import { placeOrder } from './place-order.ts';
import type { PlaceOrderFailure, PlaceOrderSuccess } from './place-order-result.ts';

const { database } = useDatabase({ connections: 16 });

let shop: Shop;
let failNext = false;

beforeAll(async () => {
  const failingHandler = handleEvent(orderPlaced, [
    async () => {
      if (failNext) throw new Error('the process fails');
    },
  ]);
  ({ shop } = await salesShop(database, { handles: failingHandler }));
});

async function findOrders({ visitorId }: TestGuest): Promise<{ id: number; status: string; total: number }[]> {
  const { rows } = await shop.db.execute<{ id: number; status: string; total: number }>(
    sql`select id, status, total from orders where visitor_id = ${visitorId} order by id`,
  );
  return rows;
}

async function findReservations(orderId: number): Promise<{ variation_id: number; quantity: number; state: string }[]> {
  const { rows } = await shop.db.execute<{ variation_id: number; quantity: number; state: string }>(
    sql`select variation_id, quantity, state from stock_reservations where order_id = ${orderId} order by id`,
  );
  return rows;
}

function countCodes(results: readonly (PlaceOrderSuccess | PlaceOrderFailure)[]): Record<string, number> {
  const groups = Object.groupBy(results, (result) => (result.ok ? 'placed' : result.code));
  return Object.fromEntries(Object.entries(groups).map(([code, group]) => [code, group?.length ?? 0]));
}

describe('placing an order', () => {
  it('stores what was sold, reserves stock and empties the cart', async () => {
    const bowl = await addProduct(shop, { name: 'Tide bowl', price: 2400, stock: 5 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 2]]);
    const result = await placeOrder(shop, visitor, checkoutInput({ expectedTotal: 5300, note: 'Ring twice' }));
    expect(result).toMatchObject({ ok: true, isRepeated: false });
    const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
    expect(order).toMatchObject({
      status: 'on-hold',
      itemsTotal: 4800,
      shippingTotal: 500,
      total: 5300,
      note: 'Ring twice',
    });
    expect(order?.lines).toMatchObject([{ name: 'Tide bowl', quantity: 2, unitPrice: 2400, total: 4800 }]);
    expect(order?.delivery).toMatchObject({ city: 'Cork' });
    expect(order?.paymentInstructions.at(-1)).toMatchObject({ label: 'Reference', value: String(order?.number) });
    expect(await findReservations(order?.id ?? 0)).toEqual([{ variation_id: bowl, quantity: 2, state: 'reserved' }]);
    expect(await readOnHand(shop.db, bowl)).toBe(3);
    expect(await countCart(shop.db, visitor)).toEqual({ version: 0, count: 0 });
  });

  it('ships no virtual products, and needs no payment for a free order', async () => {
    const pattern = await addProduct(shop, { name: 'Glaze recipe', price: 0, virtual: true });
    const visitor = await createVisitorWithCart(shop, [[pattern, 1]]);
    const input = checkoutInput({ expectedTotal: 0, paymentMethod: 'free', shippingMethod: '' });
    const result = await placeOrder(shop, visitor, input);
    const order = result.ok ? await getOrder(shop.db, { token: result.token }) : null;
    expect(order).toMatchObject({ status: 'processing', total: 0, delivery: null, shipping: [] });
    expect(order?.paidAt).not.toBeNull();
  });

  it('sells 5 items to 5 of 64 concurrent shoppers and refuses the other 59', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const visitors = await Promise.all(Array.from({ length: 64 }, () => createVisitorWithCart(shop, [[bowl, 1]])));
    const results = await Promise.all(visitors.map((visitor) => placeOrder(shop, visitor, checkoutInput())));
    expect(countCodes(results)).toEqual({ placed: 5, OUT_OF_STOCK: 59 });
    expect(results.find((result) => !result.ok)).toMatchObject({
      shortages: [{ variationId: bowl, name: 'Tide bowl', available: 0 }],
    });
    expect(await readOnHand(shop.db, bowl)).toBe(0);
  });

  it('accepts concurrent orders of the same products in opposite order', async () => {
    const products = await Promise.all(Array.from({ length: 4 }, () => addProduct(shop, { stock: 1000 })));
    const lines = products.map((id) => [id, 1] as const);
    const visitors = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        createVisitorWithCart(shop, index % 2 === 0 ? lines : lines.toReversed()),
      ),
    );
    const input = () => checkoutInput({ expectedTotal: 4500 });
    const results = await Promise.all(visitors.map((visitor) => placeOrder(shop, visitor, input())));
    expect(countCodes(results)).toEqual({ placed: 40 });
    expect(await Promise.all(products.map((id) => readOnHand(shop.db, id)))).toEqual([960, 960, 960, 960]);
  });

  it('reserves all lines or none', async () => {
    const [plenty, rare] = [
      await addProduct(shop, { stock: 9 }),
      await addProduct(shop, { name: 'Moon jar', stock: 1 }),
    ];
    const visitor = await createVisitorWithCart(shop, [
      [plenty, 1],
      [rare, 1],
    ]);
    await placeOrder(shop, await createVisitorWithCart(shop, [[rare, 1]]), checkoutInput());
    const result = await placeOrder(shop, visitor, checkoutInput({ expectedTotal: 2500 }));
    expect(result).toMatchObject({ ok: false, code: 'OUT_OF_STOCK', shortages: [{ name: 'Moon jar', available: 0 }] });
    expect(await readOnHand(shop.db, plenty)).toBe(9);
    expect(await findOrders(visitor)).toEqual([]);
    expect((await getCart(shop, visitor)).count).toBe(2);
  });

  it('takes at most 26 statements for an order of one line, and one for each limit', async () => {
    const { shop: guarded } = await salesShop(database, { settings: { orders: {} } });
    const visitor = await createVisitorWithCart(guarded, [[await addProduct(guarded, { stock: 9 }), 1]]);
    const { queries, texts } = await countQueries(() => placeOrder(guarded, visitor, checkoutInput()));
    expect(queries, texts.join('\n')).toBeLessThanOrEqual(26);
  });
});

describe('a repeated form', () => {
  it('creates one order when submitted 20 times at once', async () => {
    const bowl = await addProduct(shop, { stock: 30 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    const input = checkoutInput();
    const results = await Promise.all(Array.from({ length: 20 }, () => placeOrder(shop, visitor, input)));
    expect(countCodes(results)).toEqual({ placed: 20 });
    expect(new Set(results.map((result) => result.ok && result.token)).size).toBe(1);
    expect(results.filter((result) => result.ok && !result.isRepeated)).toHaveLength(1);
    expect(await findOrders(visitor)).toHaveLength(1);
    expect(await readOnHand(shop.db, bowl)).toBe(29);
  });

  it('returns its order when the first reply was lost, in another process too', async () => {
    const bowl = await addProduct(shop, { stock: 3 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    const input = checkoutInput();
    const lost = await placeOrder(shop, visitor, input);
    const { shop: restarted } = await salesShop(database);
    await putInCart(restarted, visitor, bowl);
    const again = await placeOrder(restarted, visitor, input);
    expect(again).toEqual({ ...lost, isRepeated: true });
    expect((await getCart(shop, visitor)).count).toBe(1);
    expect(await readOnHand(shop.db, bowl)).toBe(2);
  });

  it('leaves nothing behind when the process fails before the commit', async () => {
    const bowl = await addProduct(shop, { stock: 3 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    const input = checkoutInput();
    failNext = true;
    await expect(placeOrder(shop, visitor, input)).rejects.toThrow('the process fails');
    failNext = false;
    expect(await readOnHand(shop.db, bowl)).toBe(3);
    expect(await findOrders(visitor)).toEqual([]);
    expect(await placeOrder(shop, visitor, input)).toMatchObject({ ok: true, isRepeated: false });
    expect(await readOnHand(shop.db, bowl)).toBe(2);
  });

  it('needs a new key when its content has changed', async () => {
    const visitor = await createVisitorWithCart(shop, [[await addProduct(shop), 1]]);
    const input = checkoutInput();
    const first = await placeOrder(shop, visitor, input);
    const second = await placeOrder(shop, visitor, { ...input, note: 'Ring twice' });
    expect(second).toMatchObject({ ok: false, code: 'REQUEST_KEY_USED', order: { number: first.ok && first.number } });
  });

  it('reveals nothing of another visitor’s order with the same key', async () => {
    const bowl = await addProduct(shop);
    const input = checkoutInput();
    await placeOrder(shop, await createVisitorWithCart(shop, [[bowl, 1]]), input);
    const otherVisitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    expect(await placeOrder(shop, otherVisitor, input)).toEqual({ ok: false, code: 'REQUEST_KEY_USED', order: null });
    const [first, second] = [
      await createVisitorWithCart(shop, [[bowl, 1]]),
      await createVisitorWithCart(shop, [[bowl, 1]]),
    ];
    const shared = checkoutInput();
    const results = await Promise.all([placeOrder(shop, first, shared), placeOrder(shop, second, shared)]);
    expect(countCodes(results)).toEqual({ placed: 1, REQUEST_KEY_USED: 1 });
  });
});

describe('a pending order', () => {
  const payLaterInput = (expectedTotal: number) => checkoutInput({ paymentMethod: 'pay_later', expectedTotal });

  it('is superseded by the next order of its cart, which takes over its reservations', async () => {
    const bowl = await addProduct(shop, { stock: 2 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 2]]);
    await placeOrder(shop, visitor, payLaterInput(2500));
    expect(await readOnHand(shop.db, bowl)).toBe(0);
    expect(await placeOrder(shop, visitor, payLaterInput(2500))).toMatchObject({ ok: true, isRepeated: false });
    const [old, current] = await findOrders(visitor);
    expect([old?.status, current?.status]).toEqual(['cancelled', 'pending']);
    expect(await findReservations(old?.id ?? 0)).toEqual([]);
    expect(await findReservations(current?.id ?? 0)).toEqual([{ variation_id: bowl, quantity: 2, state: 'reserved' }]);
    expect(await readOnHand(shop.db, bowl)).toBe(0);
  });

  it('keeps its stock from other shoppers while it is superseded', async () => {
    const bowl = await addProduct(shop, { stock: 2 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 2]]);
    const rivals = await Promise.all(Array.from({ length: 12 }, () => createVisitorWithCart(shop, [[bowl, 1]])));
    await placeOrder(shop, visitor, payLaterInput(2500));
    const [ownResults, rivalResults] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => placeOrder(shop, visitor, payLaterInput(2500)))),
      Promise.all(rivals.map((rival) => placeOrder(shop, rival, checkoutInput()))),
    ]);
    expect(countCodes(ownResults)).toEqual({ placed: 4 });
    expect(countCodes(rivalResults)).toEqual({ OUT_OF_STOCK: 12 });
    expect((await findOrders(visitor)).filter(({ status }) => status === 'pending')).toHaveLength(1);
    expect(await readOnHand(shop.db, bowl)).toBe(0);
  });

  it('releases what the next order no longer needs, and reserves what it needs in addition', async () => {
    const [bowl, cup] = [await addProduct(shop, { stock: 5 }), await addProduct(shop, { stock: 5 })];
    const visitor = await createVisitorWithCart(shop, [
      [bowl, 3],
      [cup, 1],
    ]);
    await placeOrder(shop, visitor, payLaterInput(4500));
    const cart = await getCart(shop, visitor);
    const bowls = cart.lines.find((line) => line.productId === bowl);
    await shop.db.execute(sql`update cart_lines set quantity = 1 where id = ${bowls?.key}`);
    await putInCart(shop, visitor, cup, 3);
    expect(await placeOrder(shop, visitor, payLaterInput(5500))).toMatchObject({ ok: true });
    expect([await readOnHand(shop.db, bowl), await readOnHand(shop.db, cup)]).toEqual([4, 1]);
  });

  it('is not returned for a form whose cart has changed', async () => {
    const bowl = await addProduct(shop, { stock: 9 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    const input = payLaterInput(1500);
    const first = await placeOrder(shop, visitor, input);
    expect(await placeOrder(shop, visitor, input)).toEqual({ ...first, isRepeated: true });
    await putInCart(shop, visitor, bowl, 1);
    expect(await placeOrder(shop, visitor, input)).toMatchObject({ ok: false, code: 'REQUEST_KEY_USED' });
  });

  it('leaves its reserved stock available to its shopper', async () => {
    const bowl = await addProduct(shop, { stock: 2 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 2]]);
    await placeOrder(shop, visitor, payLaterInput(2500));
    expect((await getCart(shop, visitor)).lines).toMatchObject([{ problem: null, max: 2 }]);
    const { queries } = await countQueries(() => getCart(shop, visitor));
    expect(queries).toBe(3);
  });
});

describe('an order that cannot be placed', () => {
  it('reports a total that differs from the one shown', async () => {
    const bowl = await addProduct(shop, { price: 1000 });
    const visitor = await createVisitorWithCart(shop, [[bowl, 1]]);
    await shop.db.execute(sql`update main_prices set regular_price = 1200 where variation_id = ${bowl}`);
    const input = checkoutInput({ expectedTotal: 1500 });
    expect(await placeOrder(shop, visitor, input)).toEqual({ ok: false, code: 'PRICE_CHANGED', total: 1700 });
    expect(await placeOrder(shop, visitor, { ...input, expectedTotal: 1700 })).toMatchObject({ ok: true });
  });

  it('reports an empty cart, and products that are no longer sold', async () => {
    const visitor = await createVisitor(shop.db);
    expect(await placeOrder(shop, visitor, checkoutInput())).toEqual({ ok: false, code: 'EMPTY_CART' });
    const bowl = await addProduct(shop);
    await putInCart(shop, visitor, bowl);
    await shop.db.execute(sql`update products set status = 'draft' where id = ${bowl}`);
    expect(await placeOrder(shop, visitor, checkoutInput())).toEqual({ ok: false, code: 'CART_CHANGED' });
  });

  it('reports unavailable shipping and payment methods', async () => {
    const visitor = await createVisitorWithCart(shop, [[await addProduct(shop), 1]]);
    const choices = [{ shippingMethod: 'flat_rate:9' }, { paymentMethod: randomUUID() }, { paymentMethod: 'free' }];
    const results = await Promise.all(choices.map((choice) => placeOrder(shop, visitor, checkoutInput(choice))));
    expect(countCodes(results)).toEqual({ SHIPPING_UNAVAILABLE: 1, PAYMENT_UNAVAILABLE: 2 });
    expect(await findOrders(visitor)).toEqual([]);
  });
});
