import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/index.ts';
import type { Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const cookie = createStaffCookie('Cleo', 'admin.open', 'orders.read', 'orders.write');

let [toShip, sent, bySteps]: Order[] = [];

async function placePaid(): Promise<Order> {
  const { shop } = open.app;
  const lines: [number, number][] = [
    [await addProduct(shop, { stock: 20 }), 3],
    [await addProduct(shop, { stock: 20 }), 1],
  ];
  const order = await placeTestOrder(shop, lines, { email: 'ada@example.com' });
  await payTestOrder(shop, order);
  return order;
}

beforeAll(async () => {
  const { shop } = open.app;
  [toShip, sent, bySteps] = [await placePaid(), await placePaid(), await placePaid()];
  const parcels = ['CE123456789IE', 'CE987654321IE'].map((trackingNumber) => ({
    ...{ carrier: 'An Post', trackingNumber, trackingUrl: `https://post.example/${trackingNumber}` },
  }));
  const shipment = { orderId: sent.id, units: null, parcels, notify: false, by: 'shop' as const };
  await inTransaction(shop.db, (tx) => shipOrder(shop, tx, shipment));
});

async function openOffice(hasScript: boolean) {
  const opened = await open.shopper({ hasScript });
  await setSessionCookie(opened.page, cookie);
  return opened;
}

/** Goes on with Tab until an element has the focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let count = 0; count < 60; count += 1) {
    if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}`);
}

async function look(page: Page, name: string): Promise<void> {
  await checkScreens(page);
  const folder = process.env.SCREENSHOTS;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (colorScheme === 'dark') await checkAxe(page);
    for (const width of folder ? [390, 768, 1280] : []) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/ship-${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  }
}

describe('shipments in the back office', () => {
  it('fit every screen and are accessible, light and dark', async () => {
    const { page, context, watch } = await openOffice(true);
    await page.goto(`/admin/orders/${sent?.id}/record-delivery`);
    await page.getByLabel('Returned').press(' ');
    await page.getByLabel('Reason').fill('Wrong house number');
    await page.getByRole('button', { name: 'Record a delivery' }).click();
    await page.getByText('The delivery was recorded.').waitFor();
    await look(page, 'order');
    for (const path of ['record-delivery', 'send-again', 'correct-tracking', 'replace-items']) {
      await page.goto(`/admin/orders/${sent?.id}/${path}`);
      await look(page, path);
    }
    await page.goto(`/admin/orders/${toShip?.id}/ship-order`);
    await look(page, 'ship');
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('are sent by keyboard alone, in two parcels', async () => {
    const { page, context, watch } = await openOffice(true);
    await page.goto(`/admin/orders/${toShip?.id}`);
    await tabTo(page, 'a[href$="/ship-order"]');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/ship-order');
    await tabTo(page, '[name="parcels.0.carrier"]');
    await page.keyboard.type('An Post');
    await page.keyboard.press('Tab');
    await page.keyboard.type('RR1');
    await tabTo(page, 'button[name="_add"]');
    await page.keyboard.press('Enter');
    await page.locator('[name="parcels.1.carrier"]').waitFor();
    await tabTo(page, '[name="parcels.1.trackingNumber"]');
    await page.keyboard.type('RR2');
    await tabTo(page, 'main .panel__foot button:not([name])');
    await page.keyboard.press('Enter');
    await page.getByText('The order is shipped completely.').waitFor();
    expect(await page.locator('#shipments').textContent()).toMatch(/An Post RR1.*RR2/);
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('go from shipping to sending again without script', async () => {
    const { page, context } = await openOffice(false);
    await page.goto(`/admin/orders/${bySteps?.id}`);
    await page.getByRole('link', { name: 'Ship', exact: true }).press('Enter');
    await page.locator('[name="parcels.0.trackingNumber"]').fill('RR9');
    await page.getByRole('button', { name: 'Ship', exact: true }).press('Enter');
    await page.getByText('The order is shipped completely.').waitFor();
    await page.getByRole('link', { name: 'Record a delivery' }).press('Enter');
    await page.getByLabel('Could not be delivered, or is lost').press(' ');
    await page.getByRole('button', { name: 'Record a delivery' }).press('Enter');
    await page.getByText('Delivery failed').waitFor();
    await page.getByRole('link', { name: 'Send again' }).press('Enter');
    await page.getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByText('The items were ordered again.').waitFor();
    await page.locator('#shipments p a').first().press('Enter');
    await page.getByText('Replaces items of').waitFor();
    expect(await page.locator('.head').textContent()).toMatch(/Processing.*Free.*Not shipped/);
    await context.close();
  });
});
