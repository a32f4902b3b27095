import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelOrder } from '#features/orders/index.ts';
import { settle } from '#features/payments/settle/settle.ts';
import { inTransaction } from '#platform/database/database.ts';
import { amendTestOrder } from '#tests/support/amend-order.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
const [visa, declined] = ['4111111111111111', '4000000000000002'];
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(() => wallet.sandbox.faults.clear());

async function readPayment({ publicId }: WalletPayment) {
  const { rows } = await wallet.app.shop.db.execute<Record<string, string>>(
    sql`select id, status, failure, reference from payments where public_id = ${publicId}`,
  );
  const [row] = rows;
  if (!row) throw new Error('the order has no payment');
  return row as { id: string; status: string; failure: string; reference: string };
}

const countDeclines = async ({ orderId }: WalletPayment) =>
  (
    await wallet.app.shop.db.execute(
      sql`select from payment_transactions t join payments p on p.id = t.payment_id
        where p.order_id = ${orderId} and t.kind = 'capture' and t.status = 'failed'`,
    )
  ).rows.length;

async function payBy(payment: WalletPayment, number: string): Promise<void> {
  const { reference } = await readPayment(payment);
  wallet.clock.forward(1000);
  await wallet.sandbox.control.payByCard(reference, number);
  await wallet.trigger('return', payment);
}

describe('a declined card', () => {
  it('is counted once, however often the provider is asked afterwards', async () => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    for (let tries = 0; tries < 3; tries += 1) await payBy(payment, declined);
    for (let times = 0; times < 3; times += 1) {
      await wallet.runJobs();
      await wallet.trigger('return', payment);
    }
    expect(await countDeclines(payment)).toBe(3);
  });

  it('goes on with its next order, also when somebody still asks about the one before', async () => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    const { id, reference } = await readPayment(payment);
    await wallet.sandbox.control.payByCard(reference, declined);
    // The first question is answered when the second one has led to the decline.
    wallet.sandbox.faults.waits.slow = { from: 1500, to: 1500 };
    wallet.sandbox.faults.script('getOrder', 'slow');
    const { length } = wallet.sandbox.calls;
    const slow = settle(wallet.app.shop, Number(id), new Date(wallet.clock.now().getTime() + 60_000));
    await expect.poll(() => wallet.sandbox.calls.length).toBe(length + 1);
    await wallet.trigger('return', payment);
    expect(await readPayment(payment)).toMatchObject({ status: 'requires_action' });
    await slow;
    expect(await readPayment(payment)).toMatchObject({ status: 'requires_action' });
    expect(await countDeclines(payment)).toBe(1);
    await payBy(payment, visa);
    expect((await wallet.readOutcome(payment)).order).toMatchObject({ status: 'processing', captured_total: 1500 });
  });

  it.each(['return', 'job'] as const)(
    'goes on with the next card when the %s learns of it before the request that was declined is answered',
    async (trigger) => {
      const payment = await wallet.placeOrder(5, 'wallet-card');
      const { reference } = await readPayment(payment);
      await wallet.sandbox.control.payByCard(reference, declined);
      // The event about the approval may have led to a request already.
      await wallet.runJobs();
      const next = await readPayment(payment);
      wallet.clock.forward(1000);
      await wallet.sandbox.control.payByCard(next.reference, declined);
      wallet.sandbox.faults.waits.slow = { from: 1500, to: 1500 };
      wallet.sandbox.faults.script('captureOrder', 'slow');
      const slow = wallet.trigger('return', payment);
      const findCapture = () => wallet.sandbox.control.readBook(next.reference).captures;
      await expect.poll(findCapture).toMatchObject([{ status: 'DECLINED' }]);
      await wallet.trigger(trigger, payment);
      await slow;
      expect(await readPayment(payment)).toMatchObject({ status: 'requires_action' });
      expect(await countDeclines(payment)).toBe(2);
      await payBy(payment, visa);
      expect((await wallet.readOutcome(payment)).order).toMatchObject({ status: 'processing', captured_total: 1500 });
    },
  );

  it('is known from the events alone, in any order and twice, and the next card pays', async () => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    const { reference } = await readPayment(payment);
    await wallet.sandbox.control.payByCard(reference, declined);
    await wallet.runJobs();
    for (const type of ['PAYMENT.CAPTURE.DECLINED', 'CHECKOUT.ORDER.APPROVED', 'CHECKOUT.ORDER.APPROVED']) {
      wallet.clock.forward(1000);
      await wallet.sandbox.control.resend(reference, type);
      await wallet.runJobs();
    }
    const next = await readPayment(payment);
    expect(next).toMatchObject({ status: 'requires_action' });
    expect(next.reference).not.toBe(reference);
    expect(await countDeclines(payment)).toBe(1);
    wallet.clock.forward(1000);
    await wallet.sandbox.control.payByCard(next.reference, visa);
    await wallet.runJobs();
    expect((await wallet.readOutcome(payment)).order).toMatchObject({ status: 'processing', captured_total: 1500 });
  });

  it('goes on for the order that has replaced its own, which gets the money and waits for the rest', async () => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    await payBy(payment, declined);
    const { db } = wallet.app.shop;
    await db.execute(sql`update orders set source = 'admin' where id = ${payment.orderId}`);
    const amended = await amendTestOrder(wallet.app.shop, { id: payment.orderId }, { quantities: [3] });
    if (!amended.ok) throw new Error(amended.code);
    const moved = { ...payment, orderId: amended.after.id };
    await payBy(moved, declined);
    await payBy(moved, visa);
    await wallet.runJobs();
    const { rows } = await db.execute(
      sql`select status, total, captured_total, refunded_total from orders where id in (${payment.orderId}, ${moved.orderId}) order by id`,
    );
    expect(rows).toMatchObject([
      { status: 'cancelled', captured_total: 0 },
      { status: 'pending', total: 3500, captured_total: 1500, refunded_total: 0 },
    ]);
  });

  it('is not charged when its order was cancelled while the bank asked', async () => {
    const payment = await wallet.placeOrder(5, 'wallet-card');
    const { db } = wallet.app.shop;
    await inTransaction(db, (tx) =>
      cancelOrder(wallet.app.shop, tx, { orderId: payment.orderId, by: 'shop', reason: 'by-shop' }),
    );
    await payBy(payment, visa);
    await wallet.trigger('job', payment);
    const { order, book } = await wallet.readOutcome(payment);
    expect({ order, book }).toMatchObject({ order: { status: 'cancelled', captured_total: 0 }, book: [] });
  });
});
