import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expireOrders } from '#features/orders/status/expire-orders.ts';
import { beginOrderPayment } from '#features/payments/index.ts';
import { useDatabase } from '#tests/support/database.ts';
import { refundTestOrder } from '#tests/support/sales.ts';
import { type WalletPayment, type WalletShop, type WalletTrigger, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
const minute = 60_000;
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(() => wallet.sandbox.faults.clear());

const paidOnce = {
  order: { status: 'processing', captured_total: 1500, refunded_total: 0 },
  payments: [{ status: 'open', captured: 1500, refunded: 0, voided: 0 }],
  book: ['capture 15.00'],
  requested: 0,
  stock: 4,
  mails: ['confirmation', 'owner'],
};

type Step = WalletTrigger | WalletTrigger[] | 'approve' | 'pause';
const byAll: WalletTrigger[] = ['return', 'webhook', 'job'];

async function run(payment: WalletPayment, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (step === 'approve') await wallet.approve(payment);
    else if (step === 'pause') wallet.clock.forward(5 * minute);
    else await Promise.all([step].flat().map((trigger) => wallet.trigger(trigger, payment)));
  }
}

describe('a wallet payment is captured once, its order paid once, each mail sent once', () => {
  it.each<readonly [string, readonly Step[]]>([
    ['the shopper returns first, then the webhook comes', ['approve', 'return', 'webhook']],
    ['the webhook comes first, then the shopper returns (pitfall 3)', ['approve', 'webhook', 'return']],
    ['both come at once (pitfall 1)', ['approve', ['return', 'webhook']]],
    ['the webhook comes twice at once (pitfall 1)', ['approve', ['webhook', 'webhook']]],
    ['the shopper never returns, and the webhook comes', ['approve', 'webhook']],
    ['only the job asks', ['approve', 'pause', 'job']],
    ['the shopper returns in two tabs at once', ['approve', ['return', 'return']]],
    ['the shopper returns before the approval, and after it', ['return', 'approve', 'return']],
    ['each comes twice', ['approve', 'return', 'return', 'webhook', 'webhook', 'job', 'job']],
    ['all come twice at once', ['approve', 'pause', [...byAll, ...byAll]]],
  ])('when %s', async (_name, steps) => {
    const payment = await wallet.placeOrder();
    await run(payment, steps);
    expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('with authorization and capture as two steps', async () => {
    const two = await walletShop(database, { settings: { wallet: { intent: 'authorize' } } });
    const payment = await two.placeOrder();
    await two.approve(payment);
    await Promise.all([
      two.trigger('return', payment),
      two.trigger('webhook', payment),
      two.trigger('return', payment),
    ]);
    expect(await two.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('when its webhook comes before the reply that it is about (pitfall 3)', async () => {
    wallet.sandbox.faults.planNext({ webhookFirst: true, webhookTwice: true });
    const payment = await wallet.placeOrder();
    await run(payment, ['approve', 'return']);
    expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it.each(['lostReply', 'errorAfter', 'errorBefore', 'noConnection', 'conflict', 'unauthorized'])(
    'when the capture meets: %s (pitfall 5)',
    async (fault) => {
      const payment = await wallet.placeOrder();
      wallet.sandbox.faults.script('captureOrder', fault);
      await run(payment, ['approve', 'return']);
      expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
    },
  );

  it('when the process ends after the capture and before its commit (pitfalls 4, 5)', async () => {
    wallet.sandbox.faults.planNext({ webhookNever: true });
    const payment = await wallet.placeOrder();
    wallet.sandbox.faults.script('captureOrder', 'lostReply', 3);
    await run(payment, ['approve', 'return']);
    expect(await wallet.readOutcome(payment)).toMatchObject({ order: { status: 'pending' }, requested: 1 });
    await run(payment, ['pause', byAll]);
    expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it.each(['lostReply', 'errorAfter'])('when the answer to its begin meets: %s (pitfall 2)', async (fault) => {
    const before = wallet.sandbox.control.readBooks().length;
    wallet.sandbox.faults.script('createOrder', fault, 3);
    const { number, ...unknown } = await wallet.placeOrder();
    expect(unknown.reference).toBe('');
    const again = await beginOrderPayment(wallet.app.shop, number);
    const reference = String(again?.kind === 'client' && again.data.orderId);
    const payment = { ...unknown, number, reference };
    await run(payment, ['approve', byAll]);
    expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
    expect(wallet.sandbox.control.readBooks().length).toBe(before + 1);
  });

  it('when a refund is requested while it is captured', async () => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment);
    const refund = () => refundTestOrder(wallet.app.shop, { id: payment.orderId }, { amount: 1000 });
    const [, ...refunds] = await Promise.all([wallet.trigger('return', payment), refund(), refund()]);
    refunds.push(await refund());
    await run(payment, [byAll, byAll]);
    expect(refunds.filter((result) => (result as { ok: boolean }).ok)).toHaveLength(1);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      order: { status: 'processing', captured_total: 1500, refunded_total: 1000 },
      ...{ book: ['capture 15.00', 'refund 10.00'], requested: 0 },
    });
  });

  it('and no money is taken when the shopper agrees after the reservation has ended', async () => {
    const payment = await wallet.placeOrder();
    wallet.clock.forward(2 * 60 * minute);
    await expireOrders(wallet.app.shop);
    await run(payment, ['approve', byAll]);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'cancelled', captured_total: 0 }, book: [], requested: 0, stock: 5 },
    });
  });

  it('and the order goes on when its money was taken before the reservation ended', async () => {
    const payment = await wallet.placeOrder();
    wallet.sandbox.faults.script('captureOrder', 'lostReply', 3);
    await run(payment, ['approve', 'return']);
    wallet.clock.forward(2 * 60 * minute);
    await expireOrders(wallet.app.shop);
    await run(payment, ['job']);
    expect(await wallet.readOutcome(payment)).toMatchObject({ ...paidOnce, mails: expect.anything() });
  });
});
