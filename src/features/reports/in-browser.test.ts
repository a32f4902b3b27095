import { describe, expect, it } from 'vitest';
import { inTransaction } from '#platform/database/database.ts';
import { shopConfig } from '#shop.config';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { payTestOrder, placeTestOrder, refundTestOrder, salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { countChangedDays } from './count/count-days.ts';

const { database, db } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const reader = createStaffCookie('Dora', 'admin.open', 'reports.read', 'orders.read');

async function sellForDays(): Promise<void> {
  const { shop } = open.app;
  for (let days = 0; days < 12; days += 1) {
    const product = await addProduct(shop, { price: 1500 + days * 4321, name: `Bowl of a long name, number ${days}` });
    const order = await placeTestOrder(shop, [[product, 1]]);
    await payTestOrder(shop, order);
    const currency = days % 4 === 3 ? 'USD' : 'EUR';
    await inTransaction(db, async (tx) => {
      await tx.execute(
        `update orders set currency = '${currency}', paid_at = now() - interval '${days} days' where id = ${order.id}`,
      );
    });
    if (days === 5) await refundTestOrder(shop, order, { amount: 900 });
  }
  await countChangedDays(shop);
}

describe('the page of reports in a browser', () => {
  it('is accessible and fits every screen, with a chart for each currency', async () => {
    await sellForDays();
    const { page, context, watch } = await open.shopper();
    await setSessionCookie(page, reader);
    for (const report of ['days', 'products', 'taxes']) {
      await page.goto(`/admin/reports?report=${report}&period=30-days`);
      await checkScreens(page);
    }
    await page.goto('/admin/reports');
    expect(await page.locator('.sales__line').count()).toBe(2);
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('works by links and a form without script', async () => {
    const { page, context } = await open.shopper({ hasScript: false });
    await setSessionCookie(page, reader);
    await page.goto('/admin/reports');
    await page.getByRole('link', { name: 'Countries' }).click();
    await page.locator('summary', { hasText: 'Period:' }).click();
    await page.locator('#period').selectOption('year');
    await page.getByRole('button', { name: 'Show' }).first().click();
    await page.waitForURL('**/admin/reports?**period=year**');
    expect(await page.locator('[aria-current="page"]', { hasText: 'Countries' }).count()).toBe(1);
    await context.close();
  });
});
