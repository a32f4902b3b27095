import { createElement } from 'react';
import { cartExpress } from '#features/cart-page/index.ts';
import { checkoutExpress } from '#features/checkout/index.ts';
import { paymentStep } from '#features/order-pay/index.ts';
import { paymentProviders, type RemotePayer } from '#features/payments/index.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { createTestProvider, type TestProviderServer } from './test-provider.ts';

export const testWalletId = 'test_wallet';

/** The provider's scripts: a button that approves a payment, and one that orders without the form. */
const script = `
for (const part of document.querySelectorAll('[data-wallet]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Approve ' + part.dataset.wallet;
  button.addEventListener('click', async () => {
    await fetch('/test-wallet/' + part.dataset.wallet, { method: 'POST' });
    document.dispatchEvent(new CustomEvent('vt:payment-done'));
  });
  part.append(button);
}
const post = (path, body) =>
  fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
const call = async (name, body) => (await post('/api/store/v1/' + name, body)).json();
for (const part of document.querySelectorAll('[data-wallet-express]')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Buy with Wallet';
  button.addEventListener('click', async () => {
    const { payment, client } = await call('cart/order', { payment_method: 'test_wallet' });
    const { shipping } = await call('checkout/express/quote', { payment, country: 'IE', city: 'Cork' });
    await fetch('/test-wallet/' + client.reference, { method: 'POST' });
    const confirm = () => call('checkout/express/confirm', { payment, shipping_method: shipping.selected, terms: '1' });
    let { redirectTo, client: again } = await confirm();
    while (again) {
      await fetch('/test-wallet/' + again.reference, { method: 'POST' });
      ({ redirectTo, client: again } = await confirm());
    }
    location.assign(redirectTo);
  });
  part.append(button);
}`;

/** What the wallet knows of the shopper. */
const knownShopper: RemotePayer = {
  email: 'ada@example.com',
  phone: null,
  billing: { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', country: 'IE' },
  shipping: null,
  shippingMethod: null,
};

const loadScript = () => createElement('script', { type: 'module', src: '/test-wallet.js' });
const expressButton = () => createElement('div', { 'data-wallet-express': '' }, loadScript());

/**
 * A payment method whose payments go on by a script in the page, as an extension brings it, with a
 * button that orders without the form.
 * @param server of the test provider; it answers with data for a script
 */
export function testWallet(server: TestProviderServer): Pick<ShopConfig, 'features' | 'fills' | 'provides'> {
  server.action = 'client';
  server.payer = knownShopper;
  const feature: Feature = {
    name: 'test-wallet',
    needs: ['cart', 'checkout', 'order-pay', 'payments'],
    routes: (app) => {
      app.get('/test-wallet.js', (_, reply) => reply.type('text/javascript').send(script));
      app.post('/test-wallet/:reference', async (request, reply) => {
        const { reference } = request.params as { reference: string };
        const book = [...server.books.values()].find((each) => each.reference === reference);
        server.approve(book?.publicId ?? '');
        return reply.send({});
      });
    },
  };
  return {
    features: [feature],
    fills: [
      ...fillSlot(cartExpress, [expressButton]),
      ...fillSlot(checkoutExpress, [expressButton]),
      ...fillSlot(paymentStep, [
        (_shop, _context, { step }) =>
          step.provider === testWalletId
            ? createElement('div', { 'data-wallet': String(step.data.reference) }, loadScript())
            : null,
      ]),
    ],
    provides: providePort(paymentProviders, [
      { ...createTestProvider(server.url, testWalletId), title: () => 'Wallet' },
    ]),
  };
}
