import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadPaymentFacts } from '#features/orders/index.ts';
import { beginOrderPayment, describeLastFailure, startPayment } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type WalletPayment, type WalletShop, type WalletTrigger, walletShop } from '#tests/support/wallet-shop.ts';
import type { SheetId } from '../contract.ts';

const { database } = useDatabase({ connections: 12 });
const offered = { applePay: true, googlePay: true };
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database, { settings: { wallet: offered } });
});
beforeEach(() => wallet.sandbox.faults.clear());

const sources = { 'wallet-apple-pay': 'apple_pay', 'wallet-google-pay': 'google_pay' } as const;
const methods = Object.keys(sources) as SheetId[];
const [apple, google] = ['wallet-apple-pay', 'wallet-google-pay'] as const;
const [visa, declined, asks] = ['4111111111111111', '4000000000000002', '4000000000003220'];

async function readPayment({ orderId }: WalletPayment, { app } = wallet) {
  const { rows } = await app.shop.db.execute<Record<string, string | null>>(
    sql`select status, failure, reference, instrument::text, public_id from payments where order_id = ${orderId} order by id desc limit 1`,
  );
  return rows[0] ?? {};
}

interface Paying {
  readonly number?: string | undefined;
  readonly answer?: string;
  readonly trigger?: WalletTrigger;
}

/** The shopper agrees in the sheet, which hands the card over to the provider, and the shop looks at the payment. */
async function payIn(
  method: SheetId,
  payment: WalletPayment,
  { number, answer, trigger = 'return' }: Paying = {},
  shop = wallet,
) {
  const { reference } = await readPayment(payment, shop);
  shop.clock.forward(1000);
  await shop.sandbox.control.payBySheet(reference ?? '', sources[method], number, answer);
  await shop.trigger(trigger, { ...payment, reference: reference ?? '' });
}

const readOutcome = async (payment: WalletPayment, shop = wallet) =>
  shop.readOutcome({ ...payment, reference: (await readPayment(payment, shop)).reference ?? '' });
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

describe.each(methods)('a payment of %s', (method) => {
  it.each(['return', 'webhook', 'job'] as const)(
    'pays an order once when the shop hears of it by: %s',
    async (trigger) => {
      const payment = await wallet.placeOrder(5, method);
      await payIn(method, payment, { trigger });
      await wallet.trigger('return', payment);
      expect(await readOutcome(payment)).toMatchObject(paidOnce);
    },
  );

  it('is told by brand and last digits', async () => {
    const payment = await wallet.placeOrder(5, method);
    await payIn(method, payment);
    expect(JSON.parse((await readPayment(payment)).instrument ?? '')).toMatchObject({
      brand: 'VISA',
      lastDigits: '1111',
    });
    const facts = await loadPaymentFacts(wallet.app.shop, wallet.app.shop.db, { id: payment.orderId });
    expect(facts.instruments).toEqual(['Visa ending in 1111']);
  });

  it('that was declined goes on as the same payment, and another card pays', async () => {
    const payment = await wallet.placeOrder(5, method);
    const before = await readPayment(payment);
    await payIn(method, payment, { number: declined });
    expect(await describeFailure(payment)).toContain('The bank declined the card.');
    const after = await readPayment(payment);
    expect([after.status, after.public_id]).toEqual(['requires_action', before.public_id]);
    expect(after.reference).not.toBe(before.reference);
    expect(await beginOrderPayment(wallet.app.shop, payment.number)).toMatchObject({
      data: { orderId: after.reference, amount: '1500', currency: 'EUR' },
    });
    await payIn(method, payment, { number: visa });
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
  });

  it.each(['lostReply', 'errorAfter', 'errorBefore', 'noConnection'])(
    'is declined once and pays once when the capture meets: %s',
    async (fault) => {
      const payment = await wallet.placeOrder(5, method);
      wallet.sandbox.faults.script('captureOrder', fault);
      await payIn(method, payment, { number: declined });
      expect(await readPayment(payment)).toMatchObject({ status: 'requires_action' });
      wallet.sandbox.faults.script('captureOrder', fault);
      await payIn(method, payment, { number: visa });
      expect(await readOutcome(payment)).toMatchObject(paidOnce);
    },
  );

  it('pays in two steps where the shop reserves money first', async () => {
    const two = await walletShop(database, { settings: { wallet: { ...offered, intent: 'authorize' } } });
    const payment = await two.placeOrder(5, method);
    await payIn(method, payment, {}, two);
    expect(await readOutcome(payment, two)).toMatchObject(paidOnce);
  });

  it('ends when nobody agrees in time, and its goods come back', async () => {
    const payment = await wallet.placeOrder(5, method);
    wallet.clock.forward(7 * 60 * 60 * 1000);
    await wallet.trigger('job', payment);
    expect((await readOutcome(payment)).order).toMatchObject({ captured_total: 0 });
    expect(await readPayment(payment)).not.toMatchObject({ status: 'open' });
  });

  it('does not begin where the provider refuses the account', async () => {
    wallet.sandbox.faults.script('createOrder', 'PAYEE_ACCOUNT_RESTRICTED');
    const payment = await wallet.placeOrder(5, method);
    expect(await readPayment(payment)).toMatchObject({ status: 'failed', failure: 'PAYEE_ACCOUNT_RESTRICTED' });
  });
});

describe('3-D Secure', () => {
  it('is judged for Google as for cards that are typed', async () => {
    const payment = await wallet.placeOrder(5, google);
    await payIn(google, payment, { number: asks, answer: 'refuse' });
    expect(await describeFailure(payment)).toContain('did not confirm the payment');
    await payIn(google, payment, { number: asks, answer: 'confirm' });
    expect(await readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('is asked for Google always where the shop wants it, and not for Apple, whose device has asked its owner', async () => {
    const strict = await walletShop(database, { settings: { wallet: { ...offered, threeDSecure: 'always' } } });
    for (const method of methods) {
      const payment = await strict.placeOrder(5, method);
      await payIn(method, payment, {}, strict);
      expect(await readOutcome(payment, strict)).toMatchObject(paidOnce);
      const { authentication } = JSON.parse((await readPayment(payment, strict)).instrument ?? '{}');
      expect(authentication).toBe(method === google ? 'POSSIBLE Y Y' : null);
    }
  });
});

it('a typed card that comes for an order of Apple is judged as a typed card', async () => {
  const strict = await walletShop(database, { settings: { wallet: { ...offered, threeDSecure: 'always' } } });
  const payment = await strict.placeOrder(5, apple);
  const { reference } = await readPayment(payment, strict);
  strict.clock.forward(1000);
  await strict.sandbox.control.payByCard(reference ?? '', visa);
  await strict.trigger('return', { ...payment, reference: reference ?? '' });
  expect((await readOutcome(payment, strict)).order).toMatchObject({ captured_total: 0 });
  await payIn(apple, payment, {}, strict);
  expect(await readOutcome(payment, strict)).toMatchObject(paidOnce);
});

it('declined cards count together, in whatever way they came: three end the tries of an order', async () => {
  const { shop } = wallet.app;
  const payment = await wallet.placeOrder(5, apple);
  for (let tries = 0; tries < 3; tries += 1) await payIn(apple, payment, { number: declined });
  expect(await readPayment(payment)).toMatchObject({ status: 'failed', failure: 'CARD_DECLINED_0500' });
  for (const method of [google, 'wallet-card']) {
    expect(await startPayment(shop, { orderId: payment.orderId, method, by: 'shop', network: null })).toMatchObject({
      ok: true,
    });
    expect(await beginOrderPayment(shop, payment.number)).toBeNull();
    expect(await readPayment(payment)).toMatchObject({ status: 'failed', failure: 'CARD_TRIES_USED' });
  }
});
