import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { refundTestOrder } from '#tests/support/sales.ts';
import { type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';

const { database } = useDatabase({ connections: 12 });
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

describe('a payment with the wallet', () => {
  it('is begun, agreed to, and captured when the shopper returns', async () => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment);
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject(paidOnce);
  });

  it('is refunded in part and then in full, each refund once', async () => {
    const payment = await wallet.placeOrder();
    await wallet.approve(payment);
    await wallet.trigger('return', payment);
    await refundTestOrder(wallet.app.shop, { id: payment.orderId }, { amount: 500 });
    await wallet.trigger('return', payment);
    await refundTestOrder(wallet.app.shop, { id: payment.orderId });
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      order: { status: 'refunded', captured_total: 1500, refunded_total: 1500 },
      book: ['capture 15.00', 'refund 5.00', 'refund 10.00'],
      requested: 0,
    });
  });
});
