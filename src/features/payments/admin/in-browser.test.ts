import { beforeAll, expect, it } from 'vitest';
import type { Order } from '#features/orders/index.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { readOnHand } from '#tests/support/products.ts';
import { salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { placeWholeOrder } from '#tests/support/whole-order.ts';

const { database, pool } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const permissions = ['admin.open', 'orders.read', 'orders.refund', 'payments.read'];
const [cookie = '', value = ''] = createStaffCookie('Cleo', ...permissions).split('=');

let whole: Order;
let bowl: number;

beforeAll(async () => {
  const { order, product } = await placeWholeOrder(open.app, pool);
  [whole, bowl] = [order, product];
  await pool.query(
    `insert into refunds (order_id, request_key, status, cause, amount, requested_amount, reason, by, finished_at)
    values ($1, 'refused-before', 'failed', 'staff', 500, 500, 'Late', 'Cleo', now())`,
    [order.id],
  );
});

it('a part of a line is refunded and goes back in stock, by keyboard and without script, on a phone and a desktop', async () => {
  const { page, context, watch } = await open.shopper({ hasScript: false });
  await page.goto('/healthz');
  await context.addCookies([{ name: cookie, value, url: page.url() }]);
  const look = async (name: string) => {
    for (const width of process.env.SCREENSHOTS ? [390, 768, 1280] : [page.viewportSize()?.width ?? 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
      for (const colorScheme of ['light', 'dark'] as const) {
        if (!process.env.SCREENSHOTS) continue;
        await page.emulateMedia({ colorScheme });
        const path = `${process.env.SCREENSHOTS}/refund-${name}-${width}-${colorScheme}.png`;
        await page.screenshot({ path, fullPage: true });
      }
    }
    await checkAxe(page);
  };
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/admin/orders/${whole.id}`);
    const before = await readOnHand(open.app.shop.db, bowl);
    await page.locator('#refunds').getByRole('link', { name: 'Refund', exact: true }).press('Enter');
    await look(`form-${width}`);
    await page.setViewportSize({ width, height: 900 });
    await page.locator('input[name="items.1"]').focus();
    await page.keyboard.type('1');
    await page.getByLabel('Put the items back in stock').press('Space');
    await page.locator('textarea[name=reason]').focus();
    await page.keyboard.type(`A crack, seen at ${width}`);
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.locator('#preview').getByText('These items go back in stock').waitFor();
    await look(`preview-${width}`);
    await page.setViewportSize({ width, height: 900 });
    await page.getByRole('button', { name: 'Refund' }).press('Enter');
    await page.getByText('The manual refund was recorded.').waitFor();
    expect(await page.locator('#refunds').textContent()).toMatch(
      new RegExp(`A crack, seen at ${width}.*1 × .*Back in stock`),
    );
    expect(await readOnHand(open.app.shop.db, bowl)).toBe(before + 1);
  }
  await look('order');
  await page.getByRole('link', { name: 'Try again or settle by hand' }).press('Enter');
  await page.getByRole('heading', { name: 'Finish a failed refund' }).waitFor();
  await page.goto(`/admin/orders/${whole.id}`);
  await page.getByRole('link', { name: 'Close it' }).press('Enter');
  await page.locator('textarea[name=reason]').focus();
  await page.keyboard.type('The customer got a voucher');
  await look('end');
  await page.getByRole('button', { name: 'Close a failed refund' }).press('Enter');
  await page.getByText('The failed refund was closed.').waitFor();
  await page.locator('#refunds').getByText('Closed by Cleo: The customer got a voucher').waitFor();
  await look('ended');
  expect(watch.problems()).toEqual([]);
  await context.close();
});
