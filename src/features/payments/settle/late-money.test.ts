import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placeOrder } from '#features/checkout/index.ts';
import { cancelOrder, getOrder } from '#features/orders/index.ts';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { beginStartedPayment, startPayment } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type PlacedPayment, type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { checkoutInput, payTestOrder, putInCart, refundTestOrder } from '#tests/support/sales.ts';

const { database } = useDatabase({ connections: 12 });
const minute = 60 * 1000;
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database);
});
beforeEach(() => {
  remote.server.mode = 'authorize';
});
afterAll(() => remote.stop());

async function expire(): Promise<void> {
  remote.clock.forward(61 * minute);
  await expireOrders(remote.app.shop);
}

const cancel = ({ orderId }: PlacedPayment) =>
  remote.app.shop.db.transaction((tx) => cancelOrder(remote.app.shop, tx, { orderId, by: 'shop', reason: 'by-shop' }));

describe('an approval that comes when the order has expired', () => {
  it('is voided when it only authorizes', async () => {
    const payment = await remote.placeOrder();
    await expire();
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'cancelled', captured_total: 0 },
      ...{ book: ['authorize 1500', 'void 1500'], requested: 0, stock: 5, mails: [] },
    });
  });

  it('reopens and pays the order when it captures and the stock is still there', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder();
    await expire();
    remote.server.approve(payment.publicId);
    await Promise.all([remote.trigger('return', payment), remote.trigger('event', payment)]);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500, refunded_total: 0 },
      ...{ book: ['capture 1500'], stock: 4, mails: ['confirmation', 'order-reopened', 'owner'] },
    });
  });

  it('is refunded, and both sides are told, when the stock is gone', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder(1);
    await expire();
    await remote.app.shop.db.execute(sql`update stock_levels set on_hand = 0 where variation_id = ${payment.product}`);
    remote.server.approve(payment.publicId);
    await Promise.all([remote.trigger('return', payment), remote.trigger('return', payment)]);
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'cancelled', captured_total: 1500, refunded_total: 1500 },
      ...{ book: ['capture 1500', 'refund 1500'], requested: 0, mails: ['late-payment-refunded', 'refunded'] },
    });
  });
});

describe('money for an order that ended otherwise', () => {
  it('is refunded when the shop had cancelled it', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    await cancel(payment);
    await remote.trigger('event', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'cancelled', captured_total: 1500, refunded_total: 1500 },
      ...{ book: ['capture 1500', 'refund 1500'], stock: 5 },
    });
  });

  it('is kept, and the shop told, when the provider refuses the refund', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    await cancel(payment);
    remote.server.fail('refund', 'decline');
    for (let count = 0; count < 3; count += 1) await remote.trigger('event', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'cancelled', captured_total: 1500, refunded_total: 0 },
      ...{ book: ['capture 1500'], requested: 0, mails: ['late-payment-kept'] },
    });
  });

  it('is refunded when it was paid on another way meanwhile', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder();
    await payTestOrder(remote.app.shop, { id: payment.orderId });
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 3000, refunded_total: 1500 },
      ...{ book: ['capture 1500', 'refund 1500'], stock: 4 },
    });
  });
});

describe('a superseded order', () => {
  async function placeAgain({ guest, product }: PlacedPayment, paymentMethod: string): Promise<number> {
    await putInCart(remote.app.shop, guest, product, 1);
    const input = checkoutInput({ expectedTotal: 2500, paymentMethod });
    const result = await placeOrder(remote.app.shop, guest, input);
    if (!result.ok) throw new Error(result.code);
    return (await getOrder(remote.app.shop.db, { token: result.token }))?.id ?? 0;
  }

  it('is paid after all when its successor still waits, which is then cancelled', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder();
    const successor = await placeAgain(payment, 'test_card');
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'processing' }, stock: 4 });
    expect(await getOrder(remote.app.shop.db, { id: successor })).toMatchObject({ status: 'cancelled' });
  });

  it('is refunded when its successor goes on', async () => {
    remote.server.mode = 'sale';
    const payment = await remote.placeOrder();
    const successor = await placeAgain(payment, 'bank_transfer');
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'cancelled', refunded_total: 1500 },
      ...{ book: ['capture 1500', 'refund 1500'], stock: 3 },
    });
    expect(await getOrder(remote.app.shop.db, { id: successor })).toMatchObject({ status: 'on-hold' });
  });
});

describe('an order whose capture was sent and not answered', () => {
  it('neither expires nor is it superseded, and is paid once the provider answers', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'lose-answer');
    await remote.trigger('return', payment);
    remote.clock.forward(3 * 60 * minute);
    // It is asked again before the order would expire.
    remote.server.fail('state', 'refuse-connection');
    await expireOrders(remote.app.shop);
    const again = checkoutInput({ paymentMethod: 'test_card' });
    expect(await placeOrder(remote.app.shop, payment.guest, again)).toMatchObject({
      ...{ ok: false, code: 'PAYMENT_IN_PROGRESS', order: { number: payment.number } },
    });
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500 },
      book: ['authorize 1500', 'capture 1500'],
    });
  });

  it('asks only for the state once the key is no longer valid', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'refuse-connection');
    await remote.trigger('return', payment);
    remote.clock.forward(25 * 60 * minute);
    await remote.trigger('job', payment);
    const { rows } = await remote.app.shop.db.execute(sql`select t.kind, t.status, t.failure from payment_transactions t
      join payments p on p.id = t.payment_id where p.public_id = ${payment.publicId} order by t.id`);
    expect(rows).toMatchObject([
      { kind: 'authorize', status: 'succeeded' },
      { kind: 'capture', status: 'failed', failure: 'not_received' },
      { kind: 'capture', status: 'succeeded' },
    ]);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'processing', captured_total: 1500 } });
  });
});

describe('a declined payment', () => {
  it('fails the order, which keeps its stock until it is due, and is paid by another payment', async () => {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    remote.server.fail('capture', 'decline');
    for (let count = 0; count < 3; count += 1) await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'failed', captured_total: 0 },
      payments: [{ status: 'failed', captured: 0, voided: 1500 }],
      ...{ book: ['authorize 1500', 'void 1500'], requested: 0, stock: 4, mails: [] },
    });
    const again = { orderId: payment.orderId, method: 'test_card', by: 'shopper' } as const;
    const started = await startPayment(remote.app.shop, again);
    if (!started.ok || started.paymentId === null) throw new Error('not started');
    expect(await beginStartedPayment(remote.app.shop, started.paymentId)).toMatchObject({ ok: true });
    const [second = ''] = [...remote.server.books.keys()].slice(-1);
    expect(second).not.toBe(payment.publicId);
    remote.server.approve(second);
    await remote.trigger('return', { ...payment, publicId: second });
    expect(await remote.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500 },
      payments: [{ captured: 0 }, { captured: 1500 }],
      mails: ['confirmation', 'owner'],
    });
  });

  it('fails when the shopper cancels it at the provider, and expires with its order', async () => {
    const payment = await remote.placeOrder();
    remote.server.cancel(payment.publicId);
    await remote.trigger('return', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'failed' }, stock: 4 });
    await expire();
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'cancelled' }, stock: 5 });
  });
});

describe('a refund at a remote provider', () => {
  async function placePaid(): Promise<PlacedPayment> {
    const payment = await remote.placeOrder();
    remote.server.approve(payment.publicId);
    await remote.trigger('return', payment);
    return payment;
  }
  const refund = ({ orderId }: PlacedPayment, amount: number | null) =>
    refundTestOrder(remote.app.shop, { id: orderId }, { amount });
  /** The lines of refunds that did not fail: what credit notes are made of. */
  const listRefundLines = async ({ orderId }: PlacedPayment) =>
    (
      await remote.app.shop.db.execute(sql`select r.status, l.kind, l.gross::int from refund_lines l join refunds r on r.id = l.refund_id
        where r.order_id = ${orderId} and r.status <> 'failed' order by l.id`)
    ).rows;

  it('is requested first, and succeeds when the provider has answered', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'error-after');
    expect(await refund(payment, 500)).toMatchObject({ ok: true, amount: 500 });
    expect(await refund(payment, 1001)).toEqual({ ok: false, code: 'REFUND_TOO_LARGE', left: 1000 });
    await Promise.all([remote.trigger('job', payment), remote.trigger('event', payment)]);
    await remote.trigger('job', payment);
    const outcome = await remote.readOutcome(payment);
    expect(outcome).toMatchObject({
      order: { status: 'processing', captured_total: 1500, refunded_total: 500 },
      ...{ book: ['authorize 1500', 'capture 1500', 'refund 500'], requested: 0 },
      mails: ['confirmation', 'owner', 'refunded'],
    });
  });

  it('gives its money free again when the provider refuses it', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'decline');
    await refund(payment, null);
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'processing', refunded_total: 0 } });
    expect(await refund(payment, null)).toMatchObject({ ok: true, amount: 1500 });
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'refunded', refunded_total: 1500 } });
  });

  it('that was made at the provider is recorded once, without lines', async () => {
    const payment = await placePaid();
    remote.server.refund(payment.publicId, 400);
    await Promise.all([remote.trigger('return', payment), remote.trigger('event', payment)]);
    const order = await getOrder(remote.app.shop.db, { id: payment.orderId });
    expect(order).toMatchObject({
      status: 'processing',
      refundedTotal: 400,
      refunds: [{ amount: 400, restock: false }],
    });
    expect((await remote.readOutcome(payment)).mails).toEqual(['confirmation', 'owner', 'refunded']);
  });

  it('that was made at the provider counts although a refund of everything was requested, and is then refused', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'decline');
    await refund(payment, null);
    remote.server.refund(payment.publicId, 400);
    await remote.trigger('event', payment);
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { refunded_total: 400 }, requested: 0 });
    expect(await listRefundLines(payment)).toEqual([{ status: 'succeeded', kind: 'amount', gross: 400 }]);
    expect(await refund(payment, null)).toMatchObject({ ok: true, amount: 1100 });
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'refunded', refunded_total: 1500 } });
    expect(await listRefundLines(payment)).toEqual([
      { status: 'succeeded', kind: 'amount', gross: 400 },
      { status: 'succeeded', kind: 'amount', gross: 1100 },
    ]);
  });

  it('that gave everything back at the provider leaves nothing for the one that was requested before', async () => {
    const payment = await placePaid();
    remote.server.fail('refund', 'decline');
    await refund(payment, 600);
    await refund(payment, null);
    remote.server.refund(payment.publicId, 1500);
    await remote.trigger('event', payment);
    await remote.trigger('job', payment);
    expect(await remote.readOutcome(payment)).toMatchObject({ order: { status: 'refunded', refunded_total: 1500 } });
    expect(await listRefundLines(payment)).toEqual([{ status: 'succeeded', kind: 'amount', gross: 1500 }]);
  });
});

describe('events of a provider', () => {
  const post = (body: string, signature: string) =>
    remote.app.http.inject({
      ...{ method: 'POST', url: '/payments/test_card/events', payload: body },
      headers: { 'content-type': 'application/json', 'x-signature': signature, 'sec-fetch-site': 'cross-site' },
    });

  it('are refused without a valid signature, and when they are too large', async () => {
    const payment = await remote.placeOrder();
    const { body, signature } = remote.server.createEvent(payment.publicId);
    expect((await post(`${body} `, signature)).statusCode).toBe(400);
    expect((await post(JSON.stringify({ filler: 'x'.repeat(300_000) }), signature)).statusCode).toBe(413);
    const unknown = await remote.app.http.inject({ method: 'POST', url: '/payments/nobody/events', payload: '' });
    expect(unknown.statusCode).toBe(404);
  });

  it('are stored once, and wait while their payment is unknown', async () => {
    const { body, signature } = remote.server.createEvent(crypto.randomUUID(), 'event-without-payment');
    for (let count = 0; count < 2; count += 1) expect((await post(body, signature)).statusCode).toBe(200);
    await remote.runJobs();
    const { rows } = await remote.app.shop.db.execute(
      sql`select payment_id, settled_at from provider_events where event_id = 'event-without-payment'`,
    );
    expect(rows).toEqual([{ payment_id: null, settled_at: null }]);
  });
});
