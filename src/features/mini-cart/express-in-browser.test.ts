import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createElement } from 'react';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cartExpress } from '#features/cart-page/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';
import { checkAxe, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, salesPayments } from '#tests/support/sales.ts';
import { miniCartExpress, miniCartOrigins } from './slots.ts';

/** Adds its button and a style element with the page's nonce, as scripts of wallets do. */
const script = `
const nonce = document.querySelector('script[nonce]')?.nonce;
window.walletNonce = nonce ?? null;
const style = Object.assign(document.createElement('style'), { textContent: '.wallet-button { color: rgb(1, 2, 3); background: white }' });
if (nonce) style.setAttribute('nonce', nonce);
document.head.append(style);
const inline = Object.assign(document.createElement('script'), { textContent: 'window.hasRunInline = true' });
document.head.append(inline);
const fill = () => {
  for (const part of document.querySelectorAll('[data-wallet]:empty')) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'wallet-button', textContent: 'Pay' });
    part.append(button);
  }
};
document.addEventListener('vt:fragments-changed', fill);
fill();
`;
const provider = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
});
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const origins = { script: [origin], hasInlineStyles: true };
const renderPart = () => createElement('div', { 'data-wallet': '', 'data-filled-by-script': '' });

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    settings: { payments: salesPayments, shipping: flatRateZones(500) },
    fills: [
      ...fillSlot(miniCartExpress, [renderPart]),
      ...fillSlot(cartExpress, [
        () => {
          allowOrigins(origins);
          return renderPart();
        },
      ]),
    ],
    provides: providePort(miniCartOrigins, [() => origins]),
  },
});
let jar = 0;

beforeAll(async () => {
  jar = await addProduct(open.app.shop, { name: 'Moon jar', stock: 50 });
});
afterAll(() => provider.close());

type Page = Awaited<ReturnType<typeof open.sharedShopper>>['page'];

/** Opens a page and loads the provider's script into it. */
async function visit(page: Page, path: string) {
  await page.goto(path);
  await waitForHydration(page, 'vt-behaviour[name="mini-cart/mini-cart"]');
  await page.evaluate((src) => {
    document.head.append(Object.assign(document.createElement('script'), { src: `${src}/sdk.js` }));
  }, origin);
  await page.waitForFunction(() => 'walletNonce' in window);
}

const addJar = async (page: Page) => {
  const reply = await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
  expect(reply.status()).toBe(303);
};
const readWindow = (page: Page) =>
  page.evaluate(() => [Reflect.get(window, 'walletNonce'), Reflect.get(window, 'hasRunInline')]);
const readColour = (page: Page, part: string) =>
  page.locator(`${part} .wallet-button`).evaluate((element) => getComputedStyle(element).color);

describe('buttons of a wallet', () => {
  it.each([390, 1280])(
    'stand in the mini-cart of a cached page at %i px, and stay while the cart changes',
    async (width) => {
      const { page } = await open.sharedShopper();
      await page.setViewportSize({ width, height: 844 });
      await addJar(page);
      await visit(page, '/');
      await page.locator('[data-cart-link]').click();
      const button = page.getByRole('region', { name: 'Express checkout' }).getByRole('button', { name: 'Pay' });
      await button.waitFor();
      expect(await readColour(page, '.mini-cart'), 'a style element is allowed').toBe('rgb(1, 2, 3)');
      expect(await readWindow(page), 'no nonce, and no inline script').toEqual([null, undefined]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await checkAxe(page);
      await button.evaluate((element) => element.setAttribute('data-same', ''));
      await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Increase' }).click();
      await page.locator('.mini-cart__subtotal', { hasText: '€20.00' }).waitFor();
      expect(await page.locator('.mini-cart .wallet-button[data-same]').count()).toBe(1);
      await page.getByRole('dialog', { name: 'Cart' }).getByRole('button', { name: 'Remove Moon jar' }).click();
      await page.locator('.mini-cart__empty').waitFor();
      expect(await button.count(), 'an empty cart has none').toBe(0);
    },
  );

  it('have a style with the nonce on a page for one request, and none without it', async () => {
    const { page } = await open.sharedShopper();
    await addJar(page);
    await visit(page, '/cart');
    expect(await readWindow(page)).toEqual([expect.stringMatching(/^[\w+/]{22}==$/), undefined]);
    expect(await readColour(page, '.summary .express')).toBe('rgb(1, 2, 3)');
    const isApplied = await page.evaluate(() => {
      const style = Object.assign(document.createElement('style'), { textContent: 'body { color: rgb(9, 9, 9) }' });
      document.head.append(style);
      return style.sheet !== null;
    });
    expect(isApplied).toBe(false);
  });
});
