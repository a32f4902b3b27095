import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, salesPayments } from '#tests/support/sales.ts';
import { startTestProvider } from '#tests/support/test-provider.ts';
import { testWallet, walletId } from '#tests/support/test-wallet.ts';

const { database } = useDatabase();
const server = await startTestProvider();
const unlimited = { visitor: null, address: null, email: null, domain: null, all: null };
const settings = { payments: salesPayments, shipping: flatRateZones(500), checkout: { ordersPerHour: unlimited } };
const open = useOpenShop(database, { choices: { ...testWallet(server), settings } });
let jar = 0;

beforeAll(async () => {
  jar = await addProduct(open.app.shop, { name: 'Moon jar', stock: 50 });
});
afterAll(() => server.stop());

it.each([
  ['the cart page', '/cart', 'classic', 390],
  ['the classic checkout', '/checkout', 'classic', 768],
  ['the block checkout', '/checkout', 'block', 1280],
])(
  'a wallet orders without the form from %s: its button, address, delivery and payment [2.5/4]',
  async (_name, path, form, width) => {
    const { shop } = open.app;
    await changeSettings(shop, [{ key: 'checkout.form', value: form, version: null }], 'shop');
    const { page, watch } = await open.sharedShopper();
    await page.setViewportSize({ width, height: 844 });
    const added = await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
    expect(added.status()).toBe(303);
    await page.goto(path);
    const button = page.getByRole('button', { name: 'Buy with Wallet' });
    await button.waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await checkAxe(page);
    await button.click();
    await page.waitForURL(/\/order\/[\w-]+$/);
    const token = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(await getOrder(shop.db, { token })).toMatchObject({
      ...{ status: 'processing', total: 1500, capturedTotal: 1500, paymentMethod: walletId, email: 'ada@example.com' },
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[data-count="cart"]:visible').count()).toBe(0);
    expect(watch.problems()).toEqual([]);
  },
);
