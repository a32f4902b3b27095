import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, it } from 'vitest';
import { declareWithdrawal } from '#features/withdrawals/declare.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { createOrderLink } from '../access/order-link.ts';
import { cancelOrderPath, findOrderPath } from '../contract.ts';
import type { Order } from '../order.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const staff = [
  'orders.read',
  'orders.write',
  'orders.refund',
  'payments.read',
  'payments.write',
  'audit.read',
] as const;
const [cookie = '', value = ''] = createStaffCookie('Cleo', openBackOffice.name, ...staff).split('=');

async function place(isPaid: boolean): Promise<Order> {
  const product = await addProduct(open.app.shop, { name: 'Tide bowl', price: 1000, stock: 9 });
  const order = await placeTestOrder(open.app.shop, [[product, 2]]);
  if (isPaid) await payTestOrder(open.app.shop, order);
  return order;
}

/** Axe finds nothing, and no screen scrolls sideways, light and dark. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${name}: pixels wider than ${width}`).toBeLessThanOrEqual(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      if (width === (colorScheme === 'light' ? 390 : 1280)) await checkAxe(page);
    }
  }
}

it('[D7] an order is cancelled on its page, or asked to be, by people with any screen', async () => {
  const { page, watch } = await open.shopper();
  const unpaid = await place(false);
  await page.goto(createOrderLink(open.app.shop, unpaid));
  await inspect(page, 'order');
  await page.getByRole('link', { name: 'Cancel order' }).click();
  await page.getByRole('heading', { name: `Cancel order ${unpaid.number}` }).waitFor();
  await inspect(page, 'cancel-unpaid');
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await page.getByText('You cancelled this order.').waitFor();
  await inspect(page, 'cancelled');

  const paid = await place(true);
  await page.goto(createOrderLink(open.app.shop, paid));
  await page.goto(cancelOrderPath(paid.token));
  await inspect(page, 'cancel-paid');
  await page.getByRole('button', { name: 'Ask to cancel' }).click();
  await page.getByText('You asked us to cancel this order').waitFor();
  await inspect(page, 'requested');

  await page.context().addCookies([{ name: cookie, value, url: new URL('/', page.url()).href }]);
  await page.goto(`/admin/orders/${paid.id}`);
  await inspect(page, 'office');
  await page.getByRole('link', { name: 'Decline to cancel' }).first().click();
  await page.getByLabel('Message to the customer').waitFor();
  await inspect(page, 'decline');
  await page.locator('#main button[type=submit], main button').getByText('Decline to cancel').click();
  await page.getByText('The cancellation was declined.').first().waitFor();
  await page.goto(createOrderLink(open.app.shop, paid));
  await page.getByText('It was too late for that.').waitFor();
  await inspect(page, 'declined');
  expect(watch.problems()).toEqual([]);
});

it('[D7] the page of an order names what was withdrawn from', async () => {
  const { page } = await open.shopper();
  const order = await place(true);
  const declaration = { orderNumber: String(order.number), email: order.email, name: 'Ada Byrne', reason: '' };
  await inTransaction(open.app.shop.db, (tx) =>
    declareWithdrawal(open.app.shop, tx, {
      ...{ ...declaration, requestKey: crypto.randomUUID(), scope: 'part', items: '1 × Tide bowl' },
    }),
  );
  await page.goto(createOrderLink(open.app.shop, order));
  await page.getByText('1 × Tide bowl').waitFor();
  await inspect(page, 'withdrawn');
});

it('[D16] an order is looked up with any screen, and without script', async () => {
  for (const hasScript of [true, false]) {
    const { page } = await open.shopper({ hasScript });
    await page.goto(findOrderPath);
    if (hasScript) await inspect(page, 'lookup');
    await page.getByLabel('Order number').fill('1042');
    await page.getByLabel('Email address of the order').fill('nobody');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.locator('#problems').waitFor();
    if (hasScript) await inspect(page, 'lookup-problem');
    await page.getByLabel('Email address of the order').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send me the link' }).click();
    await page.getByText('If both match an order').waitFor();
    if (hasScript) await inspect(page, 'lookup-sent');
  }
});
