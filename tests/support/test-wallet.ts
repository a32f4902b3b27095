import { createElement } from 'react';
import { paymentStep } from '#features/order-pay/index.ts';
import { paymentProviders } from '#features/payments/index.ts';
import type { ShopConfig } from '#platform/config/shop-config.ts';
import type { Feature } from '#platform/features/feature.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { createTestProvider, type TestProviderServer } from './test-provider.ts';

export const walletId = 'wallet';

/** The provider's script: a button that the shopper approves the payment with. */
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
}`;

/**
 * A payment method whose payments go on by a script in the page, as an extension brings it.
 * @param server of the test provider; it answers with data for a script
 */
export function testWallet(server: TestProviderServer): Pick<ShopConfig, 'features' | 'fills' | 'provides'> {
  server.action = 'client';
  const feature: Feature = {
    name: 'test-wallet',
    needs: ['order-pay', 'payments'],
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
    fills: fillSlot(paymentStep, [
      (_shop, _context, { step }) =>
        step.provider === walletId
          ? createElement(
              'div',
              { 'data-wallet': String(step.data.reference) },
              createElement('script', { type: 'module', src: '/test-wallet.js' }),
            )
          : null,
    ]),
    provides: providePort(paymentProviders, [{ ...createTestProvider(server.url, walletId), title: () => 'Wallet' }]),
  };
}
