import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '#features/payments/settle/settle.ts';
import { useDatabase } from '#tests/support/database.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
const [visa, declined] = ['4111111111111111', '4000000000000002'];
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(() => wallet.sandbox.faults.clear());

async function readPayment({ orderId }: WalletPayment) {
  const { rows } = await wallet.app.shop.db.execute<Record<string, string>>(
    sql`select id, status, failure, reference from payments where order_id = ${orderId} order by id desc limit 1`,
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
});
