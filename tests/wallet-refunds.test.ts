import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { refundOrderOperation } from '#features/payments/admin/refund-operation.tsx';
import { runOperation } from '#platform/admin/records/operations/run-operation.ts';
import { createSystemActor } from '#platform/sessions/actor.ts';
import { useDatabase } from '#tests/support/database.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 8 });
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});

type Options = Readonly<Record<string, string | boolean>>;

function run(name: string, args: readonly string[], options: Options = {}) {
  const commands = wallet.app.assembly.features.flatMap((feature) => feature.commands ?? []);
  return runCommand(wallet.app.shop, commands, name, args, options);
}

async function payOrder(): Promise<WalletPayment> {
  const payment = await wallet.placeOrder();
  await wallet.approve(payment);
  await wallet.trigger('return', payment);
  return payment;
}

const readRefunds = async (payment: WalletPayment) => {
  const { book, order } = await wallet.readOutcome(payment);
  return { book, order };
};

function refund({ orderId: id }: WalletPayment, amount: number, requestKey: string = randomUUID()) {
  const values = { amount, restock: false, method: 'provider', reason: 'Chipped' } as never;
  const actor = createSystemActor('shop');
  return runOperation(wallet.app.shop, refundOrderOperation, { id, values, actor, requestKey, input: '' });
}

describe('a refund of a payment of the wallet', () => {
  it('gives back a part, and then the rest', async () => {
    const payment = await payOrder();
    expect(await refund(payment, 500)).toMatchObject({ ok: true, outcome: 'given' });
    expect(await readRefunds(payment)).toMatchObject({
      ...{ book: ['capture 15.00', 'refund 5.00'], order: { status: 'processing', refunded_total: 500 } },
    });
    expect(await refund(payment, 1000)).toMatchObject({ ok: true, outcome: 'given' });
    expect(await readRefunds(payment)).toMatchObject({
      book: ['capture 15.00', 'refund 5.00', 'refund 10.00'],
      order: { status: 'refunded', refunded_total: 1500 },
    });
    expect(await refund(payment, 1)).toMatchObject({ ok: false, refusal: { code: 'REFUND_TOO_LARGE' } });
  });

  it.each(['lostReply', 'noConnection', 'errorAfter', 'errorBefore', 'conflict', 'tooManyRequests', 'unauthorized'])(
    'gives back once when the call meets: %s, and is repeated with its key (pitfall 11)',
    async (fault) => {
      const payment = await payOrder();
      wallet.sandbox.faults.script('refund', fault);
      for (let time = 0; time < 2; time++)
        expect(await refund(payment, 500, `refund-${payment.number}`)).toMatchObject({ ok: true });
      await wallet.trigger('job', payment);
      expect(await readRefunds(payment)).toMatchObject({
        ...{ book: ['capture 15.00', 'refund 5.00'], order: { refunded_total: 500 } },
      });
    },
  );

  it('tells when the wallet refuses it', async () => {
    const payment = await payOrder();
    wallet.sandbox.faults.script('refund', 'REFUND_FAILED_INSUFFICIENT_FUNDS');
    expect(await refund(payment, 500)).toMatchObject({ ok: true, outcome: 'failed' });
    expect(await readRefunds(payment)).toMatchObject({ book: ['capture 15.00'], order: { refunded_total: 0 } });
  });
});

describe('shop payments sync, of the wallet', () => {
  it('finds what was agreed to and nobody has told, and shows it with its events', async () => {
    const payment = await wallet.placeOrder();
    await wallet.sandbox.control.changePlan(payment.reference, { webhookNever: true });
    await wallet.approve(payment);
    const synced = await run('payments sync', [], { unsettled: true });
    expect(synced).toMatchObject({ code: 0, data: { failed: [], waiting: [] } });
    expect(await wallet.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500 },
      ...{ book: ['capture 15.00'], requested: 0, mails: ['confirmation', 'owner'] },
    });
  });
});
