import { afterAll, beforeAll, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, salesPayments } from '#tests/support/sales.ts';
import { startTestProvider } from '#tests/support/test-provider.ts';
import { testWallet, testWalletId } from '#tests/support/test-wallet.ts';

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
      ...{
        status: 'processing',
        total: 1500,
        capturedTotal: 1500,
        paymentMethod: testWalletId,
        email: 'ada@example.com',
      },
    });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await page.locator('[data-count="cart"]:visible').count()).toBe(0);
    expect(watch.problems()).toEqual([]);
  },
);

it('a wallet whose instrument is declined pays the same order with another one (wallet 7)', async () => {
  const { page, watch } = await open.sharedShopper();
  await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
  await page.goto('/cart');
  server.mode = 'approve';
  server.fail('capture', 'needs-shopper');
  await page.getByRole('button', { name: 'Buy with Wallet' }).click();
  await page.waitForURL(/\/order\/[\w-]+$/);
  server.mode = 'authorize';
  const token = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await getOrder(open.app.shop.db, { token })).toMatchObject({ status: 'processing', capturedTotal: 1500 });
  expect(watch.problems()).toEqual([]);
});

it('who comes back from the page of a wallet finds the checkout filled in, without script too (wallet 8)', async () => {
  const { page } = await open.sharedShopper({ hasScript: false });
  await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
  const begun = await page.request.post('/api/store/v1/cart/order', { data: { payment_method: testWalletId } });
  const { payment } = await begun.json();
  const quote = { payment, country: 'IE', city: 'Cork' };
  await page.request.post('/api/store/v1/checkout/express/quote', { data: quote });
  server.approve(payment);
  for (const width of [1280, 768, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/checkout/payment/${payment}`);
    await page.getByText('You have agreed to pay with Wallet.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkout');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${width} px`).toBe(true);
    await checkAxe(page);
  }
  const terms = page.locator('input[name="terms"]');
  if ((await terms.count()) > 0) await terms.press('Space');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.waitForURL(/\/order\/[\w-]+$/);
  const token = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect(await getOrder(open.app.shop.db, { token })).toMatchObject({
    ...{ status: 'processing', capturedTotal: 1500, email: 'ada@example.com' },
  });
});
