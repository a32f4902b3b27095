import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase({ connections: 12 });
const second = 1000;
const minute = 60 * second;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'approve';
  remote.server.action = 'redirect';
  remote.server.clearFaults();
});
afterAll(() => remote.stop());

const paidOnce = {
  order: { status: 'processing', captured_total: 1500 },
  payments: [{ status: 'open', captured: 1500 }],
  ...{ requested: 0, stock: 4, book: ['capture 1500'], mails: ['confirmation', 'owner'] },
};
const waiting = {
  order: { status: 'pending', captured_total: 0 },
  payments: [{ status: 'requires_action', captured: 0 }],
  ...{ requested: 0, stock: 4, book: [], mails: [] },
};

/** An order whose shopper has agreed, and whose first instrument is declined. */
async function decline(): Promise<PlacedPayment> {
  const payment = await remote.placeOrder();
  remote.server.fail('capture', 'needs-shopper');
  remote.server.approve(payment.publicId);
  return payment;
}

/** The shopper comes back a while later. */
async function comeBack({ publicId }: PlacedPayment) {
  remote.clock.forward(10 * second);
  return newShopper(remote.app).visit(`/checkout/payment/${publicId}`);
}

const countCaptures = ({ publicId }: PlacedPayment) => remote.server.countRequests(publicId, 'capture');

describe('a declined instrument', () => {
  it('leads back to the same payment at the provider, and no mail says that it failed (wallet 7)', async () => {
    const payment = await decline();
    const back = await comeBack(payment);
    const reference = remote.server.books.get(payment.publicId)?.reference;
    expect([back.status, back.location]).toEqual([303, `${remote.server.url}/pay/${reference}`]);
    expect(await remote.readOutcome(payment)).toMatchObject(waiting);
    expect((await comeBack(payment)).location).toMatch(/^\/order\//);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('leads back to the page with the script of the provider, which says why', async () => {
    remote.server.action = 'client';
    const payment = await decline();
    const shopper = newShopper(remote.app);
    remote.clock.forward(second);
    const back = await shopper.visit(`/checkout/payment/${payment.publicId}`);
    expect(back.location).toMatch(/^\/order\/[\w-]+\/pay\/step$/);
    const page = await shopper.visit(back.location);
    expect(page.body).toContain('Test card: Your card was declined. Nothing was charged.');
    expect(countCaptures(payment)).toBe(1);
  });

  it('is asked for again by the shopper alone: neither by jobs nor by events about something else', async () => {
    const payment = await decline();
    await comeBack(payment);
    for (const trigger of ['job', 'event', 'job'] as const) {
      remote.clock.forward(10 * minute);
      await remote.trigger(trigger, payment);
    }
    expect(await remote.readOutcome(payment)).toMatchObject(waiting);
    expect(countCaptures(payment)).toBe(1);
  });

  it('is asked for again when an event says that the shopper has agreed since, but not when it is an older one', async () => {
    const payment = await decline();
    const approvedAt = remote.clock.now();
    await comeBack(payment);
    await postEvent(payment, approvedAt);
    expect(await remote.readOutcome(payment)).toMatchObject(waiting);
    remote.clock.forward(second);
    await postEvent(payment, remote.clock.now());
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('is declined once for who comes back in several tabs at once', async () => {
    const payment = await decline();
    await Promise.all([comeBack(payment), comeBack(payment), remote.trigger('event', payment)]);
    remote.server.clearFaults();
    const outcome = await remote.readOutcome(payment);
    expect(countCaptures(payment)).toBeLessThanOrEqual(3);
    expect(await listFailures(payment)).toEqual(['declined']);
    expect(outcome).toMatchObject(waiting);
  });

  it('ends the payment at the third time; the page says so, and the order can be paid on another way', async () => {
    const payment = await decline();
    remote.server.fail('capture', 'needs-shopper');
    remote.server.fail('capture', 'needs-shopper');
    await comeBack(payment);
    await comeBack(payment);
    expect(await remote.readOutcome(payment)).toMatchObject(waiting);
    expect((await comeBack(payment)).location).toMatch(/\/pay$/);
    await comeBack(payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'failed', captured_total: 0 },
      payments: [{ status: 'failed' }],
      ...{ book: [], mails: [] },
    });
    expect(countCaptures(payment)).toBe(3);
    expect(await listFailures(payment)).toEqual(['declined', 'declined', 'declined']);
  });

  it('that the shopper never replaces lets the order expire, and gives its stock back', async () => {
    const payment = await decline();
    await comeBack(payment);
    remote.clock.forward(120 * minute);
    await expireOrders(remote.app.shop);
    await remote.trigger('job', payment);
    await comeBack(payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'cancelled', captured_total: 0 }, stock: 5, book: [], requested: 0 },
    });
    expect(countCaptures(payment)).toBe(1);
  });

  it('does not take away that the order is paid by another method', async () => {
    const payment = await decline();
    await comeBack(payment);
    const shopper = newShopper(remote.app);
    const back = await shopper.visit(`/checkout/payment/${payment.publicId}/cancel`);
    expect(back.location).toMatch(/\/pay$/);
    const page = await shopper.visit(back.location);
    expect(page.body).toContain('Test card: Your card was declined. Nothing was charged.');
    const paid = await shopper.submit(back.location, { payment_method: 'bank_transfer' });
    expect(paid.status).toBe(303);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'on-hold' } });
  });

  it('keeps its answer when it was lost: the same request is the same try (wallet 5)', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'lose-answer');
    await comeBack(payment);
    await comeBack(payment);
    expect(await remote.readOutcome(payment)).toMatchObject(paidOnce);
    expect(await listKeys(payment)).toHaveLength(1);
  });
});

async function postEvent({ publicId }: PlacedPayment, approvedAt: Date): Promise<void> {
  const { body, signature } = remote.server.createEvent(publicId, undefined, approvedAt);
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  const { statusCode } = await remote.app.http.inject({
    ...{ method: 'POST', url: '/payments/test_card/events', headers, payload: body },
  });
  expect(statusCode).toBe(200);
  await remote.runJobs();
}

async function listTransactions({ orderId }: PlacedPayment) {
  const { rows } = await remote.app.shop.db.execute<{ failure: string; key: string; status: string }>(
    sql`select t.failure, t.status, t.request_key as key from payment_transactions t join payments p on p.id = t.payment_id
      where p.order_id = ${orderId} order by t.id`,
  );
  return rows;
}

const listFailures = async (payment: PlacedPayment) =>
  (await listTransactions(payment)).filter(({ status }) => status === 'failed').map(({ failure }) => failure);
const listKeys = async (payment: PlacedPayment) => (await listTransactions(payment)).map(({ key }) => key);
