import { beforeAll, expect, it } from 'vitest';
import { createOrderLink, orderPayPath } from '#features/orders/index.ts';
import { beginOrderPayment, paymentProviders } from '#features/payments/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { sign } from '#platform/sessions/signing.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, placeTestOrder, salesPayments } from '#tests/support/sales.ts';
import { createTestProvider } from '#tests/support/test-provider.ts';
import { payOrder } from './pay-order.ts';

const { database } = useDatabase();
/** A card that is always declined. */
const card = {
  ...createTestProvider('http://127.0.0.1:9', 'card'),
  title: () => 'Card',
  begin: async () => ({ ok: false, reason: 'declined' }) as const,
};
const settings = { payments: salesPayments, shipping: flatRateZones(500) };
const open = useOpenShop(database, { choices: { provides: providePort(paymentProviders, [card]), settings } });
let link: string;

beforeAll(async () => {
  const { shop } = open.app;
  const wanted = [[await addProduct(shop, { name: 'Moon jar', stock: 5 }), 1]] as const;
  const order = await placeTestOrder(shop, wanted, { paymentMethod: 'card' });
  await beginOrderPayment(shop, order.number);
  link = createOrderLink(shop, order);
});

it('the page to pay on is accessible without script', async () => {
  const { page } = await open.sharedShopper({ hasScript: false });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await page.getByRole('link', { name: 'Pay now' }).click();
  await page.getByRole('button', { name: 'Pay €15.00' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await checkAxe(page);
});

it('a declined order is paid another way, on a page that is accessible and has the reason in focus [2.5/6]', async () => {
  const { page, watch } = await open.sharedShopper();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(link);
  await page.getByRole('link', { name: 'Pay now' }).click();
  const alert = page.getByRole('alert');
  expect(await alert.innerText()).toContain('Card: Your card was declined.');
  await expect.poll(() => alert.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await checkAxe(page);
  await page.getByText('Bank transfer', { exact: true }).click();
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.waitForURL(/\/order\/[\w-]+$/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you for your order');
  expect(watch.problems()).toEqual([]);
});

it('a check for robots is passed by the browser alone, also when the button is pressed before it is done', async () => {
  const { shop } = open.app;
  const wanted = [[await addProduct(shop, { stock: 5 }), 1]] as const;
  const order = await placeTestOrder(shop, wanted, { paymentMethod: 'card' });
  for (let count = 0; count < 3; count += 1)
    await payOrder(shop, { orderId: order.id, method: 'card', by: 'shopper', network: null });
  const { page, watch, context } = await open.sharedShopper();
  const visitor = order.visitorId ?? '';
  const value = `${visitor}.${sign(shop.config.secrets, 'visitor', visitor)}`;
  await page.goto('/withdrawal');
  await context.addCookies([{ name: 'visitor', value, url: page.url() }]);
  await page.goto(orderPayPath(order.token));
  expect(await page.locator('#bot_check').count()).toBe(1);
  await checkAxe(page);
  await page.getByText('Bank transfer', { exact: true }).click();
  await page.getByRole('button', { name: 'Pay €15.00' }).click();
  await page.waitForURL(/\/order\/[\w-]+$/);
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you for your order');
  expect(watch.problems()).toEqual([]);
});
