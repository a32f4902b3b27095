import { beforeAll, describe, expect, it } from 'vitest';
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

describe('shop orders refund, of a payment of the wallet', () => {
  it('gives back a part, and then the rest', async () => {
    const payment = await payOrder();
    const number = String(payment.number);
    expect(await run('orders refund', [number, '5.00'])).toMatchObject({ code: 0, data: { amount: 500 } });
    expect(await readRefunds(payment)).toMatchObject({
      ...{ book: ['capture 15.00', 'refund 5.00'], order: { status: 'processing', refunded_total: 500 } },
    });
    expect(await run('orders refund', [number])).toMatchObject({ code: 0, data: { amount: 1000 } });
    expect(await readRefunds(payment)).toMatchObject({
      book: ['capture 15.00', 'refund 5.00', 'refund 10.00'],
      order: { status: 'refunded', refunded_total: 1500 },
    });
    expect((await run('orders refund', [number])).code).toBe(1);
  });

  it.each(['lostReply', 'noConnection', 'errorAfter', 'errorBefore', 'conflict', 'tooManyRequests', 'unauthorized'])(
    'gives back once when the call meets: %s, and the command is repeated with its key (pitfall 11)',
    async (fault) => {
      const payment = await payOrder();
      wallet.sandbox.faults.script('refund', fault);
      const refund = () => run('orders refund', [String(payment.number), '5.00'], { key: `refund-${payment.number}` });
      expect((await refund()).code).toBe(0);
      expect((await refund()).code).toBe(0);
      await wallet.trigger('job', payment);
      expect(await readRefunds(payment)).toMatchObject({
        ...{ book: ['capture 15.00', 'refund 5.00'], order: { refunded_total: 500 } },
      });
    },
  );

  it('tells when the wallet refuses it', async () => {
    const payment = await payOrder();
    wallet.sandbox.faults.script('refund', 'REFUND_FAILED_INSUFFICIENT_FUNDS');
    const { warnings } = await run('orders refund', [String(payment.number), '5.00']);
    expect(warnings).toContain('Nothing was given back');
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
