import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPaymentFacts } from '#features/orders/index.ts';
import { beginOrderPayment, describeLastFailure, startPayment } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { refundTestOrder } from '#tests/support/sales.ts';
import { type WalletPayment, type WalletShop, type WalletTrigger, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(() => wallet.sandbox.faults.clear());

async function readPayment({ orderId }: WalletPayment, { app } = wallet) {
  const { rows } = await app.shop.db.execute<Record<string, string | null>>(
    sql`select status, failure, reference, instrument::text, public_id from payments where order_id = ${orderId} order by id desc limit 1`,
  );
  return rows[0] ?? {};
}

/** The shopper types a card, which the frames of the page send to the provider, and comes back to the shop. */
async function payBy(payment: WalletPayment, number?: string, answer?: string, trigger: WalletTrigger = 'return') {
  const { reference } = await readPayment(payment);
  wallet.clock.forward(1000);
  await wallet.sandbox.control.payByCard(reference ?? '', number, answer);
  await wallet.trigger(trigger, { ...payment, reference: reference ?? '' });
}

const [visa, declined, noFunds, asks] = [
  '4111111111111111',
  '4000000000000002',
  '4000000000009995',
  '4000000000003220',
];
const placeOrder = () => wallet.placeOrder(5, 'wallet-card');
const readOutcome = async (payment: WalletPayment) =>
  wallet.readOutcome({ ...payment, reference: (await readPayment(payment)).reference ?? '' });
const describeFailure = ({ orderId }: WalletPayment) =>
  describeLastFailure(wallet.app.shop, wallet.app.shop.t, orderId);

const paidOnce = {
  order: { status: 'processing', captured_total: 1500, refunded_total: 0 },
  payments: [{ status: 'open', captured: 1500, refunded: 0, voided: 0 }],
  book: ['capture 15.00'],
  requested: 0,
  stock: 4,
  mails: ['confirmation', 'owner'],
};

describe('a card', () => {
  it('pays an order once, whether the shopper returns, the event comes or the job asks', async () => {
    for (const trigger of ['return', 'webhook', 'job'] as const) {
      const payment = await placeOrder();
      await payBy(payment, visa, undefined, trigger);
      await wallet.trigger('return', payment);
      expect(await readOutcome(payment)).toMatchObject(paidOnce);
    }
  });

  it('is told by brand and last digits, to the shopper and in the ledger, and nothing else of it is kept', async () => {
    const payment = await placeOrder();
    await payBy(payment, asks);
    const { instrument } = await readPayment(payment);
    expect(JSON.parse(instrument ?? '')).toEqual({ brand: 'VISA', lastDigits: '3220', authentication: 'POSSIBLE Y Y' });
    const facts = await loadPaymentFacts(wallet.app.shop, wallet.app.shop.db, { id: payment.orderId });
    expect(facts.instruments).toEqual(['Visa ending in 3220']);
    const refused = wallet.app.shop.db.execute(
      sql`update payments set instrument = ${JSON.stringify({ brand: 'VISA', lastDigits: asks })} where order_id = ${payment.orderId}`,
    );
    await expect(refused).rejects.toThrow();
  });

  it('that was declined is tried again on the same order and the same payment, and another one pays', async () => {
    const payment = await placeOrder();
    const before = await readPayment(payment);
    await payBy(payment, noFunds);
    expect(await describeFailure(payment)).toContain(
      'The bank declined the card because of insufficient funds. Please use another card.',
    );
    const after = await readPayment(payment);
    expect([after.status, after.public_id]).toEqual(['requires_action', before.public_id]);
    expect(after.reference).not.toBe(before.reference);
    await payBy(payment, visa);
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
    expect(wallet.sandbox.control.readBook(before.reference ?? '').captures).toMatchObject([{ status: 'DECLINED' }]);
  });

  it('is tried three times at most; then the order is paid another way, and no further card begins', async () => {
    const payment = await placeOrder();
    for (const number of [declined, asks, noFunds]) await payBy(payment, number, 'refuse');
    expect(await readPayment(payment)).toMatchObject({ status: 'failed', failure: 'CARD_DECLINED_5120' });
    expect((await readOutcome(payment)).order).toMatchObject({ status: 'failed', captured_total: 0 });
    const { shop } = wallet.app;
    const start = (method: string) =>
      startPayment(shop, { orderId: payment.orderId, method, by: 'shop', network: null });
    expect(await start('wallet-card')).toMatchObject({ ok: true });
    expect(await beginOrderPayment(shop, payment.number)).toBeNull();
    expect(await describeFailure(payment)).toContain('Please pay another way');
    expect(await start('wallet')).toMatchObject({ ok: true });
    await beginOrderPayment(shop, payment.number);
    const { reference } = await readPayment(payment);
    await wallet.approve({ reference: reference ?? '' });
    const { public_id } = await readPayment(payment);
    await wallet.trigger('return', { ...payment, publicId: public_id ?? '' });
    expect((await readOutcome(payment)).order).toMatchObject({ status: 'processing', captured_total: 1500 });
  });

  it.each([
    ['is refused by the bank', 'refuse', 'CARD_NOT_CONFIRMED', 'did not confirm the payment'],
    ['is rejected by the bank', 'reject', 'CARD_NOT_CONFIRMED', 'did not confirm the payment'],
    [
      'meets a bank that fails',
      'unavailable',
      'CARD_BANK_UNAVAILABLE',
      'Your bank could not confirm the payment. Please try again, or use another card.',
    ],
  ])('that %s takes no money, says why and pays when it is tried again', async (_, answer, failure, text) => {
    const payment = await placeOrder();
    await payBy(payment, asks, answer);
    expect(await describeFailure(payment)).toContain(text);
    const { rows } = await wallet.app.shop.db.execute(sql`select t.failure, t.status from payment_transactions t
      join payments p on p.id = t.payment_id where p.order_id = ${payment.orderId}`);
    expect(rows).toEqual([{ failure, status: 'failed' }]);
    await payBy(payment, asks, 'confirm');
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('that takes no part in 3-D Secure pays', async () => {
    const payment = await placeOrder();
    await payBy(payment, '4000000000003055');
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
  });

  it.each(['lostReply', 'errorAfter', 'errorBefore', 'noConnection'])(
    'is declined once and pays once when the capture meets: %s',
    async (fault) => {
      const payment = await placeOrder();
      wallet.sandbox.faults.script('captureOrder', fault);
      await payBy(payment, declined);
      expect(await readPayment(payment)).toMatchObject({ status: 'requires_action' });
      wallet.sandbox.faults.script('captureOrder', fault);
      await payBy(payment, visa);
      expect(await readOutcome(payment)).toMatchObject(paidOnce);
    },
  );

  it('is tried again with one order of the provider when its creation is not answered, or asked for by two at once', async () => {
    const payment = await placeOrder();
    const { reference } = await readPayment(payment);
    await wallet.sandbox.control.payByCard(reference ?? '', declined);
    wallet.sandbox.faults.script('createOrder', 'lostReply');
    await Promise.all([wallet.trigger('return', payment), wallet.trigger('return', payment)]);
    await wallet.trigger('return', payment);
    const books = wallet.sandbox.control.readBooks().filter(({ customId }) => customId === payment.publicId);
    expect(books).toHaveLength(2);
    await payBy(payment, visa);
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('is refunded as every payment is', async () => {
    const payment = await placeOrder();
    await payBy(payment, visa);
    await refundTestOrder(wallet.app.shop, { id: payment.orderId }, { amount: 500 });
    expect((await readOutcome(payment)).book).toEqual(['capture 15.00', 'refund 5.00']);
  });

  it('pays in two steps where the shop reserves money first, and is declined there', async () => {
    const two = await walletShop(database, { settings: { wallet: { intent: 'authorize' } } });
    const payment = await two.placeOrder(5, 'wallet-card');
    const read = () => readPayment(payment, two);
    await two.sandbox.control.payByCard((await read()).reference ?? '', declined);
    await two.trigger('return', payment);
    expect(await read()).toMatchObject({ status: 'requires_action' });
    const { reference } = await read();
    two.clock.forward(1000);
    await two.sandbox.control.payByCard(reference ?? '', visa);
    await two.trigger('return', payment);
    expect(await two.readOutcome({ ...payment, reference: reference ?? '' })).toMatchObject(paidOnce);
  });

  it('is asked about always where the shop wants it', async () => {
    const strict = await walletShop(database, { settings: { wallet: { threeDSecure: 'always' } } });
    const payment = await strict.placeOrder(5, 'wallet-card');
    await strict.sandbox.control.payByCard(payment.reference, visa);
    await strict.trigger('return', payment);
    expect(await strict.readOutcome(payment)).toMatchObject(paidOnce);
    expect(JSON.parse((await readPayment(payment, strict)).instrument ?? '')).toMatchObject({
      authentication: 'POSSIBLE Y Y',
    });
  });

  it('is paid in the provider’s own form where the account has no fields', async () => {
    wallet.sandbox.faults.hasCardFields = false;
    const payment = await placeOrder();
    wallet.sandbox.faults.hasCardFields = true;
    const action = await beginOrderPayment(wallet.app.shop, payment.number);
    expect(action).toMatchObject({ kind: 'client', data: { approveUrl: expect.stringContaining('checkoutnow') } });
    await wallet.approve(payment, { fundingSource: 'card' });
    await wallet.trigger('return', payment);
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
  });
});
