import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/index.ts';
import type { Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const cookie = createStaffCookie(
  'Cleo',
  'admin.open',
  'orders.read',
  'orders.write',
  'orders.set-prices',
  'payments.read',
);

let bowl = 0;

beforeAll(async () => {
  const { shop } = open.app;
  bowl = await addProduct(shop, { name: 'Tide bowl', stock: 50 });
  await addProduct(shop, { name: 'Moon jar for the long evening', price: 1500, stock: 50 });
});

async function placeShipped(): Promise<Order> {
  const { shop } = open.app;
  const order = await placeTestOrder(shop, [[bowl, 3]]);
  await payTestOrder(shop, order);
  const shipment = { orderId: order.id, units: null, parcels: [], notify: false, by: 'shop' } as const;
  await inTransaction(shop.db, (tx) => shipOrder(shop, tx, shipment));
  return order;
}

async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await checkScreens(page);
    if (!folder) continue;
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

/** Exchanges two items for one of 15.00, by the keys alone. */
async function exchangeByKeys(page: Page, onPreview: () => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole('link', { name: 'Exchange items' }).press('Enter');
  await page.locator('[name="returned.1"]').fill('2');
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await page.locator('[name="sent.0.variation.search"]').fill('moon');
  await page.locator('[name="sent.0.variation.search"]').press('Enter');
  await page.getByRole('radio', { name: /Moon jar/ }).press('Space');
  await page.locator('[name="sent.0.quantity"]').fill('2');
  await page.locator('[name="charge"]').fill('0');
  await page.getByRole('radio', { name: 'Ship the order right away' }).press('Space');
  await page.getByRole('button', { name: 'Continue' }).press('Enter');
  await page.locator('#preview').waitFor();
  await onPreview();
  await page.getByRole('button', { name: 'Exchange items' }).press('Enter');
  await page.getByText('The items are exchanged').waitFor();
}

describe('exchanging items in a browser', () => {
  it('works by keyboard, on pages that fit and are accessible, light and dark', { timeout: 300_000 }, async () => {
    const order = await placeShipped();
    const { page, context, watch } = await open.shopper();
    await setSessionCookie(page, cookie);
    await page.goto(`/admin/orders/${order.id}/exchange-items`);
    await look(page, 'form');
    await page.goto(`/admin/orders/${order.id}`);
    await exchangeByKeys(page, async () => {
      const preview = await page.locator('#preview').textContent();
      expect(preview).toMatch(
        /2 × Tide bowl.*comes back.*-€20\.00.*2 × Moon jar.*€30\.00.*Transferred.*-€20\.00.*€10\.00/s,
      );
      expect(preview).toContain('can be shipped right away.');
      await look(page, 'preview');
    });
    await look(page, 'first-order');
    await page.getByRole('link', { name: 'Record returned items' }).press('Enter');
    await look(page, 'arrival');
    await page.getByLabel('Of these back in stock').fill('1');
    await page.getByRole('button', { name: 'Record returned items' }).press('Enter');
    await page.getByText('The returned items were recorded.').waitFor();
    expect(await page.getByRole('link', { name: 'Record returned items' }).count()).toBe(0);
    expect(await page.locator('#exchanges').textContent()).toContain('2 of 2 arrived, 1 in stock again');
    await page
      .locator('#exchanges')
      .getByRole('link', { name: /^Open order/ })
      .press('Enter');
    await page.getByText('This order replaces items of order').waitFor();
    expect(await page.locator('#exchanges').textContent()).toMatch(/€20\.00.*€10\.00; the order is shipped/s);
    expect(await page.locator('#payments').textContent()).toContain(`From order ${order.number}`);
    await look(page, 'new-order');
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('works without script', async () => {
    const order = await placeShipped();
    const { page, context } = await open.shopper({ hasScript: false });
    await setSessionCookie(page, cookie);
    await page.goto(`/admin/orders/${order.id}`);
    await exchangeByKeys(page);
    expect(await page.locator('#exchanges').textContent()).toContain('€20.00 was transferred.');
    await context.close();
  });
});
