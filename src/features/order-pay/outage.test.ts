import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type RemotePaymentShop, remotePaymentShop } from '#tests/support/remote-payments.ts';
import { salesPayments } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database } = useDatabase({ connections: 12 });
let remote: RemotePaymentShop;

beforeAll(async () => {
  remote = await remotePaymentShop(database, { payments: salesPayments });
});
afterEach(() => {
  remote.server.chooseFault = null;
});
afterAll(() => remote.stop());

/** A shopper at the checkout, while the provider of `test_card` answers nobody. */
async function openCheckout() {
  const shopper = newShopper(remote.app);
  await shopper.addToCart(await addProduct(remote.app.shop, { stock: 5 }));
  const asked = vi.fn(() => 'refuse-connection' as const);
  remote.server.chooseFault = asked;
  const form = await shopper.fillInCheckout();
  return { shopper, asked, form: form ?? {} };
}

/** Orders by card. @returns the path where the order is paid */
async function orderByCard() {
  const { shopper, form } = await openCheckout();
  const { location } = await shopper.submit('/checkout', { ...form, payment_method: 'test_card' });
  expect(location).toMatch(/^\/order\/[\w-]+\/pay$/);
  return { shopper, location };
}

describe('while a payment provider does not answer', () => {
  it('the checkout is shown without asking it, and other methods order', async () => {
    const { shopper, asked, form } = await openCheckout();
    expect(asked).not.toHaveBeenCalled();
    const { location } = await shopper.submit('/checkout', { ...form, payment_method: 'bank_transfer' });
    expect(asked).not.toHaveBeenCalled();
    expect((await shopper.visit(location)).body).toContain('IE64 IRCE 9205 0112 3456 78');
  });

  it('an order that chose it says so where it is paid, and can be paid otherwise', async () => {
    const { shopper, location } = await orderByCard();
    const { body } = await shopper.visit(location);
    expect(body).toContain(
      'Test card is not responding, and nothing was charged. Please try again, or pay another way.',
    );
    const paid = await shopper.submit(location, { payment_method: 'bank_transfer' });
    expect((await shopper.visit(paid.location)).body).toContain('IE64 IRCE 9205 0112 3456 78');
  });

  it('trying again says the same, and goes on with the same payment once it answers', async () => {
    const { shopper, location } = await orderByCard();
    const again = await shopper.submit(location, { payment_method: 'test_card' });
    expect((await shopper.visit(again.location)).body).toContain('The payment could not be started');
    const before = remote.server.books.size;
    remote.server.chooseFault = null;
    const begun = await shopper.submit(location, { payment_method: 'test_card' });
    expect(begun.location).toMatch(/\/pay\/pay_/);
    expect(remote.server.books.size).toBe(before + 1);
    expect((await shopper.visit(location)).body).not.toContain('did not answer');
  });
});
