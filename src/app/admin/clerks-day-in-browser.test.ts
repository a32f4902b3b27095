import type { Locator, Page } from '@playwright/test';
import { beforeAll, expect, it } from 'vitest';
import { shipOrder } from '#features/fulfilment/index.ts';
import { getOrder, type Order } from '#features/orders/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const orderPermissions = ['orders.read', 'orders.write', 'orders.refund', 'orders.set-prices'];
const clerk = createStaffCookie('Cleo', 'admin.open', ...orderPermissions, 'payments.read', 'documents.read');
const packed: Order[] = [];
const returned: Order[] = [];

beforeAll(async () => {
  const { shop } = open.app;
  const save = async (name: string) => {
    const master = { regularPrice: 1000, sku: name };
    return (await saveTestProduct(shop, { name, slug: name, status: 'published', master })).id;
  };
  const [bowl, jug] = [await save('bowl'), await save('jug')];
  for (let number = 0; number < 33; number += 1) {
    const order = await placeTestOrder(shop, [
      [bowl, 1],
      [jug, 1],
    ]);
    await payTestOrder(shop, order);
    (number < 3 ? returned : packed).push(order);
  }
  for (const { id } of returned)
    await inTransaction(shop.db, (tx) =>
      shipOrder(shop, tx, { orderId: id, units: null, parcels: [], notify: false, by: 'shop' }),
    );
});

/** Counts what a clerk does with the pointer, and with the keyboard or a scanner. */
function countWork(page: Page) {
  const counted = { clicks: 0, entries: 0 };
  return {
    counted,
    click: async (place: Locator) => {
      counted.clicks += 1;
      await place.click();
    },
    type: async (place: Locator, text: string) => {
      counted.entries += 1;
      await place.fill(text);
    },
    /** Types where the focus is, and presses Enter, as a scanner does. */
    enter: async (text: string) => {
      counted.entries += 1;
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
  };
}

it('is the day of a clerk: thirty orders packed, three refunds, an order by phone, in few clicks', {
  timeout: 300_000,
}, async () => {
  const { shop } = open.app;
  const { page, context, watch } = await open.shopper();
  await setSessionCookie(page, clerk);
  await page.setViewportSize({ width: 1280, height: 900 });
  const packing = countWork(page);
  await page.goto('/admin');
  await packing.click(page.getByRole('link', { name: 'orders to ship' }));
  await packing.click(page.getByLabel('Select all rows on this page'));
  const slips = page.waitForEvent('download');
  await packing.click(page.getByRole('button', { name: 'Print packing slips' }));
  expect((await slips).suggestedFilename()).toMatch(/^packing-slips-.*\.pdf$/);
  await packing.click(page.getByRole('button', { name: 'Pack', exact: true }));
  for (const { number } of packed) {
    await page.locator('#scan:focus').waitFor();
    for (const code of [String(number), 'bowl', 'jug']) await packing.enter(code);
    await packing.enter(`RR${number}`);
    await page.getByText(`Order ${number}`, { exact: true }).waitFor({ state: 'detached' });
  }
  await page.getByText('Nothing is left to pack.').waitFor();
  for (const { id } of packed) expect(await getOrder(shop.db, { id })).toMatchObject({ status: 'completed' });
  const refunds = countWork(page);
  for (const { number, id } of returned) {
    await page.keyboard.press('Control+K');
    await refunds.enter(String(number));
    await page.waitForURL(`**/admin/orders/${id}`);
    await refunds.click(page.getByRole('link', { name: 'Refund', exact: true }));
    await refunds.type(page.getByLabel('jug'), '1');
    await refunds.type(page.getByLabel('Reason'), 'It has a crack.');
    await refunds.click(page.getByRole('button', { name: 'Continue' }));
    await refunds.click(page.getByRole('button', { name: 'Refund', exact: true }));
    await page.getByText('The manual refund was recorded.').waitFor();
    expect(await getOrder(shop.db, { id })).toMatchObject({ refundedTotal: 1000 });
  }
  const phone = countWork(page);
  await phone.click(page.getByRole('link', { name: 'Orders', exact: true }).last());
  await phone.click(page.getByRole('link', { name: 'New order' }));
  await phone.type(page.getByLabel('Email'), 'phone@example.com');
  await phone.type(page.locator('[name="billing_first_name"]'), 'Ada');
  await phone.type(page.locator('[name="billing_last_name"]'), 'Byrne');
  await phone.type(page.locator('[name="billing_address_1"]'), '1 Quay Lane');
  await phone.type(page.locator('[name="billing_city"]'), 'Cork');
  await phone.click(page.getByRole('button', { name: 'Add', exact: true }));
  await page.locator('[name="lines.0.variation.search"]').focus();
  await phone.enter('bowl');
  await phone.click(page.getByText(/^bowl · bowl/));
  await phone.click(page.getByRole('button', { name: 'Save' }).first());
  await phone.click(page.getByRole('link', { name: 'Place the order' }).first());
  await phone.click(page.getByText('On account'));
  await phone.click(page.getByRole('button', { name: 'Continue' }));
  await phone.click(page.getByRole('button', { name: 'Place the order' }));
  await page.getByText('The order was placed.').waitFor();
  // By a command for each, the same day took over ninety.
  expect([packing.counted, refunds.counted, phone.counted]).toEqual([
    { clicks: 4, entries: 120 },
    { clicks: 9, entries: 9 },
    { clicks: 9, entries: 6 },
  ]);
  expect(watch.problems()).toEqual([]);
  await context.close();
});
