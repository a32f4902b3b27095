import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { refundTestOrder } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { settleEventsJob, storeEvent } from '../events/store-event.ts';
import { beginOrderPayment } from '../start/begin-payment.ts';
import { settleOrderPayments } from './settle-on-request.ts';

const { database } = useDatabase({ connections: 12 });
const hour = 60 * 60 * 1000;
const day = 24 * hour;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'approve';
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

/** An order whose capture the provider works on. */
async function placePending(): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  remote.server.approve(payment.publicId);
  remote.server.fail('capture', 'pending');
  await remote.trigger('return', payment);
  return payment;
}

async function placePaid(): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  remote.server.approve(payment.publicId);
  await remote.trigger('return', payment);
  return payment;
}

const pass = async (payment: PlacedPayment, time: number) => {
  remote.clock.forward(time);
  await remote.trigger('job', payment);
};
const refund = ({ orderId }: PlacedPayment, amount: number) =>
  refundTestOrder(remote.app.shop, { id: orderId }, { amount });

describe('a capture that the provider works on', () => {
  it('is no money, keeps the order and its stock for days, and pays it when it succeeds (wallet 35)', async () => {
    const payment = await placePending();
    const pending = {
      ...{ order: { status: 'pending', captured_total: 0 }, payments: [{ captured: 0 }] },
      ...{ requested: 1, stock: 4, mails: [] },
    };
    expect(await remote.readOutcome(payment)).toMatchObject(pending);
    // Longer than the keys of captures are valid, and than an unpaid order is kept.
    for (let count = 0; count < 4; count += 1) await pass(payment, day);
    expect(await remote.readOutcome(payment)).toMatchObject(pending);
    expect(remote.server.countRequests(payment.publicId, 'capture')).toBe(1);
    remote.server.finishPending(payment.publicId, 'succeeded');
    await remote.trigger('event', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500 },
      ...{ requested: 0, book: ['capture 1500'], mails: ['confirmation', 'owner'] },
    });
  });

  it('and is denied in the end fails the payment, tells the shopper once, and is not asked for again (wallet 35)', async () => {
    const payment = await placePending();
    await pass(payment, 2 * day);
    remote.server.finishPending(payment.publicId, 'failed');
    await remote.trigger('event', payment);
    await pass(payment, hour / 2);
    await expireOrders(remote.app.shop);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'failed', captured_total: 0 },
      payments: [{ status: 'failed', captured: 0 }],
      ...{ requested: 0, stock: 4, mails: ['payment-failed'] },
    });
    expect(remote.server.countRequests(payment.publicId, 'capture')).toBe(1);
  });

  it('of an authorization is denied the same way, and what was authorized is given up', async () => {
    remote.server.mode = 'authorize';
    const payment = await placePending();
    remote.server.finishPending(payment.publicId, 'failed');
    await remote.trigger('event', payment);
    await remote.trigger('event', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'failed' }, requested: 0 });
    expect(remote.server.books.get(payment.publicId)?.transactions.map(({ kind }) => kind)).toEqual([
      ...['authorize', 'capture', 'void'],
    ]);
  });

  it('makes no second payment possible meanwhile', async () => {
    const payment = await placePending();
    const shopper = newShopper(remote.app);
    const { location } = await shopper.visit(`/checkout/payment/${payment.publicId}`);
    expect((await shopper.visit(`${location}/pay`)).body).toContain('Your payment is being processed');
    await shopper.submit(`${location}/pay`, { payment_method: 'test_card' });
    await shopper.submit(`${location}/pay`, { payment_method: 'bank_transfer' });
    await expireOrders(remote.app.shop);
    expect((await remote.readOutcome(payment)).payments).toHaveLength(1);
  });
});

describe('a refund that the provider works on', () => {
  it('is no money and keeps its amount reserved; it counts, and its mail is sent, when it succeeds', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'pending');
    expect(await refund(payment, 1000)).toMatchObject({ ok: true });
    await settleOrderPayments(remote.app.shop, payment.orderId);
    const before = await remote.readOutcome(payment);
    expect(before).toMatchObject({ order: { captured_total: 1500, refunded_total: 0 }, requested: 1 });
    expect(before.mails).not.toContain('refunded');
    expect(await refund(payment, 1000)).toMatchObject({ ok: false, code: 'REFUND_TOO_LARGE', left: 500 });
    for (let count = 0; count < 3; count += 1) await pass(payment, 20 * day);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { refunded_total: 0 }, requested: 1 });
    expect(remote.server.countRequests(payment.publicId, 'refund')).toBe(1);
    remote.server.finishPending(payment.publicId, 'succeeded');
    await remote.trigger('event', payment);
    const after = await remote.readOutcome(payment);
    expect(after).toMatchObject({ order: { captured_total: 1500, refunded_total: 1000 }, requested: 0 });
    expect(after.mails.filter((kind) => kind === 'refunded')).toHaveLength(1);
  });

  it('and fails in the end gives nothing back, and frees its amount', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'pending');
    await refund(payment, 1500);
    await settleOrderPayments(remote.app.shop, payment.orderId);
    remote.server.finishPending(payment.publicId, 'failed');
    await remote.trigger('event', payment);
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({ order: { status: 'processing', refunded_total: 0 }, requested: 0 });
    expect(outcome.mails).toContain('refund-failed');
    expect(await refund(payment, 1500)).toMatchObject({ ok: true });
  });
});

async function listKeys({ orderId }: PlacedPayment, kind: string): Promise<string[]> {
  const { rows } = await remote.app.shop.db.execute<{ key: string }>(
    sql`select t.request_key as key from payment_transactions t join payments p on p.id = t.payment_id
      where p.order_id = ${orderId} and t.kind = ${kind} order by t.id`,
  );
  return rows.map(({ key }) => key);
}

describe('the key of a request', () => {
  it('lives as long as the provider says of its operation: a refund is asked for with the same one for weeks (wallet 11)', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'lose-answer');
    await refund(payment, 500);
    await settleOrderPayments(remote.app.shop, payment.orderId);
    remote.server.books.get(payment.publicId)?.transactions.pop();
    await pass(payment, 20 * day);
    expect(await listKeys(payment, 'refund')).toHaveLength(1);
    expect(await remote.readOutcome(payment)).toMatchObject({ requested: 0 });
  });

  it('of a capture ends after hours: what the provider does not know then is asked for with another one', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'refuse-connection');
    await remote.trigger('return', payment);
    remote.server.fail('capture', 'refuse-connection');
    await pass(payment, 5 * hour);
    expect(await listKeys(payment, 'capture')).toHaveLength(1);
    await pass(payment, 2 * hour);
    expect(await listKeys(payment, 'capture')).toHaveLength(2);
    expect(await remote.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'processing', captured_total: 1500 }, book: ['capture 1500'] },
    });
  });

  it('is another one for each payment and each refund (wallet 9)', async () => {
    const payment = await placePaid();
    for (const amount of [300, 200]) {
      await refund(payment, amount);
      await settleOrderPayments(remote.app.shop, payment.orderId);
    }
    const keys = [payment.publicId, ...(await listKeys(payment, 'capture')), ...(await listKeys(payment, 'refund'))];
    expect(new Set(keys).size).toBe(4);
  });
});

describe('a refund', () => {
  it('whose event comes before the answer is one refund (wallet 10)', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'late');
    await refund(payment, 600);
    const answered = settleOrderPayments(remote.app.shop, payment.orderId);
    await expect.poll(() => remote.server.countRequests(payment.publicId, 'refund')).toBe(1);
    await remote.trigger('event', payment);
    await answered;
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({ order: { refunded_total: 600 }, book: ['capture 1500', 'refund 600'] });
    const { refunds } = (await getOrder(remote.app.shop.db, { id: payment.orderId })) ?? {};
    expect(refunds?.map(({ amount }) => amount)).toEqual([600]);
  });

  it('by the provider in two parts counts each part once (wallet 12)', async () => {
    const payment = await placePaid();
    for (const amount of [300, 200]) {
      remote.server.refund(payment.publicId, amount);
      await remote.trigger('event', payment);
      await remote.trigger('event', payment);
    }
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { refunded_total: 500 } });
    const { refunds } = (await getOrder(remote.app.shop.db, { id: payment.orderId })) ?? {};
    expect(refunds?.map(({ amount }) => amount).toSorted()).toEqual([200, 300]);
  });
});

describe('an amount', () => {
  it('that was changed at the provider is not captured, and the order can be paid again (wallet 6)', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    Object.assign(remote.server.books.get(payment.publicId) ?? {}, { amount: 300 });
    for (const trigger of ['return', 'event', 'job'] as const) await remote.trigger(trigger, payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'failed', captured_total: 0 }, payments: [{ status: 'failed' }], book: [], requested: 0 },
    });
    expect(remote.server.countRequests(payment.publicId, 'capture')).toBe(0);
  });
});

describe('an authorization', () => {
  it('that has expired before its capture arrived fails the payment when it is declined: the order can be paid again (wallet 36)', async () => {
    remote.server.mode = 'authorize';
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    for (let count = 0; count < 6; count += 1) remote.server.fail('capture', 'refuse-connection');
    await remote.trigger('return', payment);
    for (let count = 0; count < 5; count += 1) await pass(payment, day);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'pending' }, requested: 1 });
    remote.server.clearFaults();
    remote.server.fail('capture', 'decline');
    await pass(payment, hour);
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({ order: { status: 'failed', captured_total: 0 }, payments: [{ status: 'failed' }] });
    expect(outcome.book).toEqual(['authorize 1500', 'void 1500']);
  });
});

describe('an event', () => {
  it('that could not be checked is asked for again', async () => {
    const headers = { 'content-type': 'application/json', 'x-signature': 'unknown certificate' };
    const reply = await remote.app.http.inject({
      ...{ method: 'POST', url: '/payments/test_card/events', headers, payload: '{}' },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'EVENT_UNCHECKED']);
  });

  it('that comes before the shop knows the reference of its payment is kept, and settles it later (wallet 3)', async () => {
    const { shop } = remote.app;
    remote.server.fail('begin', 'lose-answer');
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    const reference = remote.server.books.get(payment.publicId)?.reference;
    await storeEvent(shop, 'test_card', { eventId: 'early', publicId: null, reference: reference ?? '' });
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'pending' } });
    await beginOrderPayment(shop, payment.number);
    await settleEventsJob.run(shop, {}, { number: 1, isLast: false });
    expect(await remote.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'processing', captured_total: 1500 }, mails: ['confirmation', 'owner'] },
    });
  });
});
