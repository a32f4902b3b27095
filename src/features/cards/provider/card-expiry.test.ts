import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findNextStep } from '#features/checkout/place/authorize-payment.ts';
import { getOrder, orderPayPath } from '#features/orders/index.ts';
import {
  beginOrderPayment,
  beginStartedPayment,
  describeLastFailure,
  settleOrderPayments,
  startPayment,
} from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
const [visa, declined] = ['4111111111111111', '4000000000000002'];
const hour = 60 * 60 * 1000;
let wallet: WalletShop;

beforeAll(async () => {
  // Orders of the shop's own, and those of shops with patience, wait longer than the provider does.
  wallet = await walletShop(database, { settings: { orders: { pendingMinutes: 2 * 24 * 60 } } });
});
beforeEach(() => wallet.sandbox.faults.clear());

async function readPayments({ orderId }: WalletPayment) {
  const { rows } = await wallet.app.shop.db.execute<Record<'status' | 'failure' | 'reference' | 'public_id', string>>(
    sql`select status, failure, reference, public_id from payments where order_id = ${orderId} order by id`,
  );
  return rows;
}

const readNewest = async (payment: WalletPayment) => {
  const newest = (await readPayments(payment)).at(-1);
  if (!newest) throw new Error('the order has no payment');
  return { ...payment, reference: newest.reference, publicId: newest.public_id };
};

/** Lets time pass here and at the provider, without the job that asks about payments. */
async function wait(milliseconds: number): Promise<void> {
  wallet.clock.forward(milliseconds);
  await wallet.sandbox.control.passTime();
}

const describeFailure = ({ orderId }: WalletPayment) =>
  describeLastFailure(wallet.app.shop, wallet.app.shop.t, orderId);

/** The shopper sends the form of the checkout once more. */
async function orderAgain({ orderId, number }: WalletPayment) {
  const order = await getOrder(wallet.app.shop.db, { id: orderId });
  if (!order) throw new Error('the order is lost');
  const step = await findNextStep(wallet.app.shop, { number, token: order.token, isPaymentOpen: true });
  return { ...step, payPath: orderPayPath(order.token) };
}

/** The shopper chooses cards on the page of the order, and pays there. */
async function payAgain(payment: WalletPayment): Promise<void> {
  const { shop } = wallet.app;
  const { orderId } = payment;
  await settleOrderPayments(shop, orderId);
  const started = await startPayment(shop, { orderId, method: 'wallet-card', by: 'shop', network: null });
  if (!started.ok || started.paymentId === null) throw new Error('no payment was started');
  expect(await beginStartedPayment(shop, started.paymentId)).toMatchObject({ ok: true });
  const newest = await readNewest(payment);
  await wallet.sandbox.control.payByCard(newest.reference, visa);
  await wallet.trigger('return', newest);
}

async function expectPaidOnce(payment: WalletPayment): Promise<void> {
  const newest = await readNewest(payment);
  const { order, requested, stock } = await wallet.readOutcome(newest);
  expect({ order, requested, stock }).toEqual({
    ...{ order: { status: 'processing', captured_total: 1500, refunded_total: 0 }, requested: 0, stock: 4 },
  });
  const publicIds = (await readPayments(payment)).map(({ public_id }) => public_id);
  const captured = wallet.sandbox.control
    .readBooks()
    .filter(({ customId }) => publicIds.includes(customId ?? ''))
    .flatMap(({ captures }) => captures.filter(({ status }) => status === 'COMPLETED'));
  expect(captured).toHaveLength(1);
}

describe('an approval that lapsed before the shop could ask for the money', () => {
  async function approveInVain(): Promise<WalletPayment> {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    await wallet.sandbox.control.payByCard(payment.reference, visa);
    wallet.sandbox.faults.script('captureOrder', 'noConnection', 1000);
    await wallet.trigger('return', payment);
    await wait(3.1 * hour);
    wallet.sandbox.faults.clear();
    return payment;
  }

  it('is told in words when the shopper sends the form again, and the same order is paid once', async () => {
    const payment = await approveInVain();
    const { client, path, payPath } = await orderAgain(payment);
    expect([client, path]).toEqual([null, payPath]);
    expect(await describeFailure(payment)).toMatch(/was not completed in time\..*Nothing was charged/);
    await payAgain(payment);
    await expectPaidOnce(payment);
  });

  it('is told in words when the shopper returns to the page of the order, and the same order is paid once', async () => {
    const payment = await approveInVain();
    await wallet.trigger('return', payment);
    expect(await describeFailure(payment)).toMatch(/was not completed in time\..*Nothing was charged/);
    await payAgain(payment);
    await expectPaidOnce(payment);
  });

  it('is paid once as well when the event about its end and the job come first, and one mail says that it failed', async () => {
    const payment = await approveInVain();
    await wallet.runJobs();
    await wallet.trigger('job', payment);
    await wallet.runJobs();
    expect((await readPayments(payment)).at(-1)).toMatchObject({ status: 'failed', failure: 'ORDER_EXPIRED' });
    expect((await wallet.readOutcome(payment)).mails.filter((kind) => kind === 'payment-failed')).toHaveLength(1);
    await payAgain(payment);
    await expectPaidOnce(payment);
  });
});

describe('a provider’s order that ended before a card was typed', () => {
  it.each([
    ['the first one', false],
    ['that of the next try, after a decline', true],
  ])('is followed by another payment of the same order: %s', async (_, isDeclined) => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    if (isDeclined) {
      await wallet.sandbox.control.payByCard(payment.reference, declined);
      await wallet.trigger('return', payment);
    }
    const begun = await orderAgain(payment);
    expect(begun.client).toMatchObject({ orderId: (await readNewest(payment)).reference });
    await wait(7 * hour);
    const { client, path, payPath } = await orderAgain(payment);
    expect([client, path]).toEqual([null, payPath]);
    expect(await describeFailure(payment)).toContain('Nothing was charged');
    await payAgain(payment);
    await expectPaidOnce(payment);
  });

  it('goes on as it is where it has not ended, and is asked about once', async () => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    await wait(2 * hour);
    const before = wallet.sandbox.calls.length;
    expect(await beginOrderPayment(wallet.app.shop, payment.number)).toMatchObject({
      data: { orderId: payment.reference },
    });
    expect(wallet.sandbox.calls.length - before).toBe(1);
  });
});
