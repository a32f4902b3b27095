import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { type WalletPayment, type WalletShop, walletShop } from '#tests/support/wallet-shop.ts';
import { fetchWalletState } from './state.ts';
import { wallet as provider } from './wallet-provider.ts';

const { database } = useDatabase({ connections: 12 });
let wallet: WalletShop;

beforeAll(async () => {
  wallet = await walletShop(database);
});
beforeEach(() => wallet.sandbox.faults.clear());

const options = () => ({ signal: AbortSignal.timeout(15_000) });
const toRemote = ({ publicId, reference, number }: WalletPayment) => ({
  ...{ publicId, reference, orderNumber: number, amount: 1500, currency: 'EUR' },
});
const toRequest = (payment: WalletPayment, requestKey: string) => ({
  ...{ payment: toRemote(payment), amount: 1500, captureReferences: [], requestKey },
});

async function agree(): Promise<WalletPayment> {
  const payment = await wallet.placeOrder();
  await wallet.approve(payment);
  return payment;
}

describe('the state of a payment', () => {
  it('is unknown when the provider tells that of somebody else’s', async () => {
    const [own, other] = [await agree(), await agree()];
    await wallet.trigger('return', other);
    const confused = { ...toRemote(own), reference: other.reference };
    await expect(fetchWalletState(wallet.app.shop, confused, options())).rejects.toThrow('another payment');
  });

  it('is unknown when the provider tells an amount of another currency', async () => {
    const payment = { ...toRemote(await agree()), currency: 'USD' };
    await expect(fetchWalletState(wallet.app.shop, payment, options())).rejects.toThrow('another currency');
  });
});

describe('money that may have been moved', () => {
  it('is taken when it was reserved before the setting changed', async () => {
    const payment = await agree();
    const { shop } = wallet.app;
    expect(await provider.authorize?.(shop, toRequest(payment, 'reserve'), options())).toMatchObject({
      status: 'succeeded',
    });
    expect(await provider.capture(shop, toRequest(payment, 'take'), options())).toMatchObject({ status: 'succeeded' });
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'processing', captured_total: 1500 }, book: ['capture 15.00'] },
    });
  });

  it('is not given up for a refusal that comes after its answer was lost', async () => {
    wallet.sandbox.faults.planNext({ webhookNever: true });
    const payment = await agree();
    wallet.sandbox.faults.script('captureOrder', 'lostReply');
    wallet.sandbox.faults.script('captureOrder', 'PERMISSION_DENIED');
    await wallet.trigger('return', payment);
    expect(await wallet.readOutcome(payment)).toMatchObject({
      ...{ order: { status: 'processing', captured_total: 1500 }, book: ['capture 15.00'] },
    });
  });
});
