import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, readOnHand } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { payTestOrder, placeTestOrder, salesPayments } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { createTestProvider } from '#tests/support/test-provider.ts';
import { getAvailablePaymentMethods } from './provider.ts';
import type { PaymentDraft } from './provider-base.ts';

const { database } = useDatabase();
let remote: RemotePaymentShop;

beforeAll(async () => {
  const payments = { ...salesPayments, cashOnDelivery: { enabled: true, countries: ['IE'] } };
  remote = await remotePaymentShop(database, { payments });
});
afterAll(() => remote.stop());

const draft: PaymentDraft = { total: 1500, currency: 'EUR', country: 'IE', needsShipping: true };

async function listMethods(changes: Partial<PaymentDraft> = {}): Promise<string[]> {
  const { shop } = remote.app;
  return (await getAvailablePaymentMethods(shop, shop.db, { ...draft, ...changes })).map(({ id }) => id);
}

describe('the payment methods of the checkout', () => {
  it('are those that fit the order', async () => {
    const all = ['bank_transfer', 'cash_on_delivery', 'pay_later', 'test_card'];
    expect(await listMethods()).toEqual(all);
    expect(await listMethods({ country: 'FR' })).toEqual(all.filter((id) => id !== 'cash_on_delivery'));
    expect(await listMethods({ needsShipping: false })).not.toContain('cash_on_delivery');
    expect(await listMethods({ total: 0 })).toEqual(['free']);
  });

  it('leave out the one that fails to say whether it is offered', async () => {
    const { shop } = remote.app;
    const broken = createTestProvider('', 'broken');
    const isAvailable = () => Promise.reject(new Error('no answer'));
    const implementations: Shop['implementations'] = (port) =>
      [{ ...broken, isAvailable }, ...shop.implementations(port)] as never;
    const methods = await getAvailablePaymentMethods({ ...shop, implementations }, shop.db, draft);
    expect(methods.map(({ id }) => id)).toEqual(await listMethods());
  });
});

describe('cash on delivery', () => {
  it('prepares the order unpaid, until the shop has the money', async () => {
    const { shop } = remote.app;
    const bowl = await addProduct(shop, { stock: 3 });
    const { id } = await placeTestOrder(shop, [[bowl, 1]], { paymentMethod: 'cash_on_delivery' });
    expect(await getOrder(shop.db, { id })).toMatchObject({ status: 'processing', paidAt: null, dueAt: null });
    expect(await readOnHand(shop.db, bowl)).toBe(2);
    await payTestOrder(shop, { id });
    expect(await getOrder(shop.db, { id })).toMatchObject({ status: 'processing', capturedTotal: 1500 });
    expect((await getOrder(shop.db, { id }))?.paidAt).not.toBeNull();
  });
});

describe('an order that costs nothing', () => {
  it('has a payment of 0 that is captured', async () => {
    const { shop } = remote.app;
    const gift = await addProduct(shop, { price: 0, virtual: true });
    const { id } = await placeTestOrder(shop, [[gift, 1]], { paymentMethod: 'free', shippingMethod: '' });
    const { rows } = await shop.db.execute(sql`select p.provider, p.status, t.kind, t.amount
      from payments p join payment_transactions t on t.payment_id = p.id where p.order_id = ${id}`);
    expect(rows).toEqual([{ provider: 'free', status: 'open', kind: 'capture', amount: 0 }]);
  });
});

describe('a remote payment at the checkout', () => {
  it('sends the shopper to the provider, and back to the order', async () => {
    const { shop, http } = remote.app;
    const shopper = newShopper({ http });
    const bowl = await addProduct(shop, { stock: 3 });
    await shopper.addToCart(bowl);
    const form = await shopper.fillInCheckout();
    const placed = await shopper.placeOrder({ ...form, payment_method: 'test_card' });
    expect(placed.status).toBe(303);
    expect(placed.location).toContain(`${remote.server.url}/pay/`);
    const [publicId = ''] = [...remote.server.books.keys()].slice(-1);
    const waiting = await shopper.visit(`/checkout/payment/${publicId}`);
    const page = waiting.location;
    expect((await shopper.visit(page)).body).toContain('Pay now');
    for (let count = 0; count < 40; count += 1) await shopper.visit(`/checkout/payment/${publicId}`);
    expect(remote.server.countRequests(publicId, 'state')).toBe(30);
    remote.server.approve(publicId);
    remote.clock.forward(60_000);
    expect((await shopper.visit(`/checkout/payment/${publicId}`)).location).toBe(page);
    const paid = (await shopper.visit(page)).body;
    expect(paid).toContain('Processing');
    expect(paid).not.toContain('Pay now');
    expect((await shopper.visit(`/checkout/payment/${crypto.randomUUID()}`)).status).toBe(404);
  });
});
