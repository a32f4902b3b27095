import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { placeOrder } from '#features/checkout/index.ts';
import { completeOrder } from '#features/fulfilment/complete-order.ts';
import { inTransaction } from '#platform/database/database.ts';
import { postgresError } from '#platform/database/postgres-errors.ts';
import { handleEvent } from '#platform/features/events.ts';
import type { Shop } from '#platform/features/shop.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import {
  checkoutInput,
  confirmTestOrder,
  placeTestOrder,
  salesShop,
  testClock,
  testGuest,
} from '#tests/support/sales.ts';
import { orderCancelled, orderPaid, orderPlaced } from '../events.ts';
import { getOrderHistory } from '../history.ts';
import { getOrder } from '../order.ts';
import { cancelOrder, markOrderPaid } from './change-order.ts';
import { expireOrders } from './expire-orders.ts';

const { database } = useDatabase();
const clock = testClock();
const events: string[] = [];
let failingNumber = 0;
const recordEvent =
  (what: string) =>
  async (_shop: Shop, _tx: unknown, { number }: { readonly number: number }) => {
    if (number === failingNumber) throw new Error('a handler fails');
    events.push(`${what} ${number}`);
  };
let shop: Shop;

beforeAll(async () => {
  const handles = [
    ...handleEvent(orderPlaced, [recordEvent('placed')]),
    ...handleEvent(orderPaid, [recordEvent('paid')]),
    ...handleEvent(orderCancelled, [recordEvent('cancelled')]),
  ];
  ({ shop } = await salesShop(database, { clock, handles }));
});

const day = 24 * 60 * 60 * 1000;
const pay = (orderId: number) => inTransaction(shop.db, (tx) => markOrderPaid(shop, tx, { orderId, by: 'shop' }));
const complete = (orderId: number) =>
  inTransaction(shop.db, (tx) => completeOrder(shop, tx, { orderId, notify: false, by: 'shop' }));
const cancel = (orderId: number) =>
  inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId, by: 'shop', reason: 'by-shop' }));
const changed = { ok: true, changed: true };
const unchanged = { ok: true, changed: false };

describe('the life cycle of an order', () => {
  it('goes from awaiting a transfer to paid to completed, each step once', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop, { stock: 3 }), 1]]);
    expect([await pay(order.id), await pay(order.id)]).toEqual([changed, unchanged]);
    expect([await complete(order.id), await complete(order.id)]).toEqual([changed, unchanged]);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'completed', dueAt: null });
    const history = await getOrderHistory(shop.db, order.id);
    expect(history.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
      [null, 'pending'],
      ['pending', 'on-hold'],
      ['on-hold', 'processing'],
      ['processing', 'completed'],
    ]);
    expect(events.filter((words) => words.endsWith(` ${order.number}`))).toEqual([
      `placed ${order.number}`,
      `paid ${order.number}`,
    ]);
  });

  it('allows no other transitions', async () => {
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    const refused = (status: string) => ({ ok: false, code: 'STATUS_NOT_ALLOWED', status });
    expect(await complete(order.id)).toEqual(refused('on-hold'));
    await pay(order.id);
    expect(await cancel(order.id)).toEqual(refused('processing'));
    const cancelled = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    await cancel(cancelled.id);
    expect([await pay(cancelled.id), await complete(cancelled.id)]).toEqual(Array(2).fill(refused('cancelled')));
    expect(await pay(999_999)).toEqual({ ok: false, code: 'ORDER_NOT_FOUND' });
  });
});

describe('cancelling an order', () => {
  it('releases the stock once, even when requested many times at once', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const order = await placeTestOrder(shop, [[bowl, 2]]);
    expect(await readOnHand(shop.db, bowl)).toBe(3);
    const results = await Promise.all([cancel(order.id), cancel(order.id), cancel(order.id)]);
    expect(results.filter((result) => result.ok && result.changed)).toHaveLength(1);
    expect(await cancel(order.id)).toEqual(unchanged);
    expect(await readOnHand(shop.db, bowl)).toBe(5);
  });

  it('reduces the backorder instead of raising the stock', async () => {
    const bowl = await addProduct(shop, { stock: 1, backorders: 'notify' });
    const order = await placeTestOrder(shop, [[bowl, 3]]);
    await cancel(order.id);
    const { rows } = await shop.db.execute(
      sql`select on_hand, backordered from stock_levels where variation_id = ${bowl}`,
    );
    expect(rows).toEqual([{ on_hand: 1, backordered: 0 }]);
  });
});

describe('expiry', () => {
  it('cancels orders whose transfer is overdue, and keeps the others', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const order = await placeTestOrder(shop, [[bowl, 2]]);
    await confirmTestOrder(shop, order);
    clock.forward(13 * day);
    const younger = await placeTestOrder(shop, [[bowl, 1]]);
    await confirmTestOrder(shop, younger);
    expect(await expireOrders(shop)).toBe(0);
    // It is asked for by a day, the whole day.
    clock.forward(2 * day);
    expect(await expireOrders(shop)).toBe(1);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(await getOrder(shop.db, { id: younger.id })).toMatchObject({ status: 'on-hold' });
    expect(await readOnHand(shop.db, bowl)).toBe(4);
    expect(await expireOrders(shop)).toBe(0);
  });

  it('[D10] waits for a transfer until its due day ends, in the time zone of the shop', async () => {
    await changeSettings(shop, [{ key: 'shop.timeZone', value: 'Pacific/Auckland', version: null }], 'shop');
    const order = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    const due = order.dueAt ?? new Date(0);
    const endOfDay = new Date(due.getFullYear(), due.getMonth(), due.getDate() + 1).getTime();
    const forwardTo = (time: number) => clock.forward(time - clock.now().getTime());
    const readStatus = async () => (await getOrder(shop.db, { id: order.id }))?.status;
    forwardTo(endOfDay - 1000);
    await expireOrders(shop);
    expect(await readStatus()).toBe('on-hold');
    forwardTo(endOfDay + 1000);
    await expireOrders(shop);
    expect(await readStatus()).toBe('cancelled');
    await changeSettings(shop, [{ key: 'shop.timeZone', value: undefined, version: null }], 'shop');
  });

  it('cancels an order whose payment was not finished within the hour', async () => {
    const bowl = await addProduct(shop, { stock: 1 });
    const order = await placeTestOrder(shop, [[bowl, 1]], { paymentMethod: 'pay_later' });
    clock.forward(59 * 60 * 1000);
    await expireOrders(shop);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'pending' });
    clock.forward(60 * 1000);
    await expireOrders(shop);
    expect(await getOrder(shop.db, { id: order.id })).toMatchObject({ status: 'cancelled', cancelReason: 'expired' });
    expect(await readOnHand(shop.db, bowl)).toBe(1);
  });

  it('continues with other orders when one fails', async () => {
    const bowl = await addProduct(shop, { stock: 5 });
    const [stuck, free] = [await placeTestOrder(shop, [[bowl, 1]]), await placeTestOrder(shop, [[bowl, 1]])];
    failingNumber = stuck.number;
    clock.forward(15 * day);
    await expect(expireOrders(shop)).rejects.toThrow('a handler fails');
    failingNumber = 0;
    expect(await getOrder(shop.db, { id: free.id })).toMatchObject({ status: 'cancelled' });
    expect(await getOrder(shop.db, { id: stuck.id })).toMatchObject({ status: 'on-hold' });
    await expireOrders(shop);
    expect(await getOrder(shop.db, { id: stuck.id })).toMatchObject({ status: 'cancelled' });
  });

  it('and payment at the same time: one wins, and the stock is consistent', async () => {
    const bowl = await addProduct(shop, { stock: 40 });
    const orders = [];
    for (let count = 0; count < 12; count += 1)
      orders.push(await placeTestOrder(shop, [[bowl, 1]], { paymentMethod: 'pay_later' }));
    clock.forward(61 * 60 * 1000);
    const [, ...paid] = await Promise.all([expireOrders(shop), ...orders.map(({ id }) => pay(id))]);
    await expireOrders(shop);
    const sold = paid.filter(({ ok }) => ok).length;
    const states = await Promise.all(orders.map(async ({ id }) => (await getOrder(shop.db, { id }))?.status));
    expect(states.filter((status) => status === 'processing')).toHaveLength(sold);
    expect(states.filter((status) => status === 'cancelled')).toHaveLength(12 - sold);
    expect(await readOnHand(shop.db, bowl)).toBe(40 - sold);
  });
});

describe('payment and a newer order of the same cart at the same time', () => {
  it('one wins: the order is paid, or superseded and cannot be paid', async () => {
    const bowl = await addProduct(shop, { stock: 50 });
    for (let turn = 0; turn < 8; turn += 1) {
      const order = await placeTestOrder(shop, [[bowl, 1]], { paymentMethod: 'pay_later' });
      const again = checkoutInput({ paymentMethod: 'pay_later' });
      const [paid, newer] = await Promise.all([pay(order.id), placeOrder(shop, testGuest(order.visitorId), again)]);
      const status = (await getOrder(shop.db, { id: order.id }))?.status;
      const outcome = [paid.ok, newer.ok, status];
      expect([
        [true, false, 'processing'],
        [false, true, 'cancelled'],
      ]).toContainEqual(outcome);
    }
    expect(await readOnHand(shop.db, bowl)).toBe(42);
  });
});

describe('database constraints', () => {
  const getViolatedConstraint = async (statement: ReturnType<typeof sql>) => {
    const error = await shop.db.execute(statement).then(() => null, postgresError);
    return error?.constraint ?? error?.code ?? null;
  };

  it('refuse totals that do not add up', async () => {
    const { id } = await placeTestOrder(shop, [[await addProduct(shop), 1]]);
    expect(await getViolatedConstraint(sql`update orders set total = total + 1 where id = ${id}`)).toBe(
      'order_sums_add_up',
    );
    expect(
      await getViolatedConstraint(sql`update order_lines set total = unit_price * quantity + 1 where order_id = ${id}`),
    ).toBe('line_total_at_most_its_price');
  });
});
