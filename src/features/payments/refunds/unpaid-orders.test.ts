import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { proposeSurplus } from '#features/amendments/propose-surplus.ts';
import { calculateAmountDue, cancelOrder, getOrder, type Order } from '#features/orders/index.ts';
import { getPayOnDelivery } from '#features/orders/pages/next-steps.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { payTestOrder, placeTestOrder, refundTestOrder } from '#tests/support/sales.ts';
import { recordLateCapture } from '../start/record-capture.ts';
import { isPayable } from '../start/start-payment.ts';

const { database, pool } = useDatabase();
let remote: RemotePaymentShop;
let shop: Shop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
  shop = remote.app.shop;
  await pool.query(
    `insert into tax_rates (country, percent, name, tax_class, priority, compound) values ('IE', 23, 'VAT', 'standard', 1, false)`,
  );
});
beforeEach(() => {
  remote.server.mode = 'sale';
});
afterAll(() => remote.stop());

const read = async ({ id }: Pick<Order, 'id'>) => (await getOrder(shop.db, { id })) as Order;

/** An order of 4 × 10.00 and 5.00 shipping, of which 25.00 were paid when it had two items. */
async function placeWithRest(settlement: 'wait' | 'ship') {
  const bowl = await addProduct(shop, { name: 'Bowl', stock: 9 });
  const order = await placeTestOrder(shop, [[bowl, 2]]);
  await payTestOrder(shop, order);
  const changed = await amendTestOrder(shop, order, { quantities: [4], settlement });
  if (!changed.ok) throw new Error(changed.code);
  expect(changed.after).toMatchObject({ total: 4500, capturedTotal: 2500, paidAt: null });
  return { ...changed.after, bowl };
}

const units = (quantity: number) => ({ lines: [{ position: 1, quantity }], shipping: false, fees: false });
const cancel = ({ id: orderId }: Pick<Order, 'id'>) =>
  inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId, by: 'shop', reason: 'by-shop' }));

describe('an order that is shipped before the rest of its price is paid', () => {
  it('gives items back with their tax, at most what was received, and asks for them no more', async () => {
    const order = await placeWithRest('ship');
    expect(await refundTestOrder(shop, order, { parts: units(3) })).toMatchObject({
      code: 'REFUND_TOO_LARGE',
      left: 2500,
    });
    expect(await refundTestOrder(shop, order, { parts: units(1) })).toMatchObject({ ok: true, amount: 1000 });
    const after = await read(order);
    expect(after).toMatchObject({
      status: 'processing',
      refundedTotal: 1000,
      refunds: [{ taxes: [{ net: 813, amount: 187 }] }],
    });
    // 30.00 of items and 5.00 of shipping, less the 15.00 that the shop still has.
    expect(calculateAmountDue(after)).toBe(2000);
  });

  it('gives an amount back with its tax, and goes on when all of its money went back', async () => {
    const order = await placeWithRest('ship');
    expect(await refundTestOrder(shop, order, { amount: 2501 })).toMatchObject({ code: 'REFUND_TOO_LARGE' });
    expect(await refundTestOrder(shop, order)).toMatchObject({ ok: true, amount: 2500 });
    const after = await read(order);
    expect(after).toMatchObject({ status: 'processing', paidAt: null, refundedTotal: 2500 });
    expect(after.refunds[0]?.taxes).toMatchObject([{ amount: 467 }]);
    expect(calculateAmountDue(after)).toBe(2000);
    // It is paid by the link that was sent, and not on delivery.
    expect(isPayable(shop, after)).toBe(true);
    expect(getPayOnDelivery(after)).toBeNull();
    expect(await refundTestOrder(shop, order)).toMatchObject({ ok: false, code: 'REFUND_AMOUNT_INVALID' });
  });
});

describe('a transfer that arrives when its order has ended', () => {
  const record = (orderId: number, amount: number, isAnother = false) => {
    const money = { orderId, amount, isAnother, reference: 'line 7', by: 'shop' } as const;
    return inTransaction(shop.db, (tx) => recordLateCapture(shop, tx, money));
  };

  async function placeEnded(reason: 'expired' | 'by-shop') {
    const bowl = await addProduct(shop, { stock: 2 });
    const order = await placeTestOrder(shop, [[bowl, 2]]);
    await inTransaction(shop.db, (tx) => cancelOrder(shop, tx, { orderId: order.id, by: 'shop', reason }));
    return { ...order, bowl };
  }

  it('is recorded, and given back by staff', async () => {
    const order = await placeEnded('by-shop');
    expect(await record(order.id, 2500)).toEqual({ ok: true, isResumed: false });
    expect(await read(order)).toMatchObject({ status: 'cancelled', capturedTotal: 2500 });
    expect(await refundTestOrder(shop, order)).toMatchObject({ ok: true, amount: 2500 });
    expect(await read(order)).toMatchObject({ status: 'cancelled', refundedTotal: 2500, refunds: [{ taxes: [] }] });
  });

  it('is recorded once by two clerks, and again when it is another one of the same amount', async () => {
    const order = await placeEnded('by-shop');
    const results = await Promise.all([1, 2, 3].map(() => record(order.id, 2500)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toMatchObject([
      { code: 'LATE_MONEY_RECORDED' },
      { code: 'LATE_MONEY_RECORDED' },
    ]);
    expect(await read(order)).toMatchObject({ capturedTotal: 2500 });
    expect(await record(order.id, 2500, true)).toEqual({ ok: true, isResumed: false });
    expect(await record(order.id, 100)).toEqual({ ok: true, isResumed: false });
    expect(await read(order)).toMatchObject({ capturedTotal: 5100 });
  });

  it('lets an order go on that has only expired, when it is all and the items are there', async () => {
    const [order, part, sold] = [await placeEnded('expired'), await placeEnded('expired'), await placeEnded('expired')];
    expect(await record(order.id, 2500)).toEqual({ ok: true, isResumed: true });
    expect(await read(order)).toMatchObject({ status: 'processing', paidAt: expect.any(Date) });
    expect(await readOnHand(shop.db, order.bowl)).toBe(0);
    expect(await record(order.id, 2500)).toMatchObject({ code: 'STATUS_NOT_ALLOWED' });
    expect(await record(part.id, 2000)).toEqual({ ok: true, isResumed: false });
    await placeTestOrder(shop, [[sold.bowl, 1]]);
    expect(await record(sold.id, 2500)).toEqual({ ok: true, isResumed: false });
    expect(await refundTestOrder(shop, sold)).toMatchObject({ ok: true, amount: 2500 });
  });
});

describe('an order that ended before it was paid', () => {
  it('gives what was received back, once, without tax, and nothing to stock that is there already', async () => {
    const order = await placeWithRest('wait');
    await cancel(order);
    expect(await readOnHand(shop.db, order.bowl)).toBe(9);
    expect(await refundTestOrder(shop, order, { parts: units(1) })).toMatchObject({ code: 'STATUS_NOT_ALLOWED' });
    const results = await Promise.all([1, 2, 3].map(() => refundTestOrder(shop, order, { restock: true })));
    expect(results.filter(({ ok }) => ok)).toMatchObject([{ amount: 2500, restocked: false }]);
    const after = await read(order);
    expect(after).toMatchObject({
      status: 'cancelled',
      capturedTotal: 2500,
      refundedTotal: 2500,
      refunds: [{ taxes: [] }],
    });
    expect(await readOnHand(shop.db, order.bowl)).toBe(9);
  });

  it('gives an amount back while it waits, and is asked for that again', async () => {
    const order = await placeWithRest('wait');
    expect(await refundTestOrder(shop, order, { amount: 500 })).toMatchObject({ ok: true });
    const after = await read(order);
    expect(after).toMatchObject({ status: 'pending', refunds: [{ taxes: [] }] });
    expect(calculateAmountDue(after)).toBe(2500);
  });

  it('is not given back by the shop what staff have asked of the provider already', async () => {
    const payment = await remote.placeOrder(9);
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    const changed = await amendTestOrder(shop, { id: payment.orderId }, { quantities: [3] });
    if (!changed.ok) throw new Error(changed.code);
    const { after } = changed;
    const refunded = await inTransaction(shop.db, async (tx) => {
      await cancelOrder(shop, tx, { orderId: after.id, by: 'shop', reason: 'by-shop' });
    }).then(() => refundTestOrder(shop, after));
    expect(refunded).toMatchObject({ ok: true, amount: 1500 });
    await remote.trigger('event', payment);
    await remote.runJobs();
    expect(remote.server.books.get(payment.publicId)?.transactions.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['capture', 1500],
      ['refund', 1500],
    ]);
    expect(await read(after)).toMatchObject({ status: 'cancelled', refundedTotal: 1500 });
  });
});

describe('an order that was changed and costs less', () => {
  it('still proposes all of its surplus while a refund of its items is not answered', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    const changed = await amendTestOrder(shop, { id: payment.orderId }, { shipping: 100 });
    if (!changed.ok) throw new Error(changed.code);
    const { after } = changed;
    expect(await refundTestOrder(shop, after, { parts: units(1) })).toMatchObject({ ok: true, amount: 1000 });
    expect(await inTransaction(shop.db, (tx) => proposeSurplus(shop, tx, after.id))).toMatchObject({ amount: 400 });
    expect(await refundTestOrder(shop, after, { amount: 400 })).toMatchObject({ ok: true });
    expect(await inTransaction(shop.db, (tx) => proposeSurplus(shop, tx, after.id))).toBeNull();
  });
});
