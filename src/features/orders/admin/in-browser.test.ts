import { beforeAll, describe, expect, it } from 'vitest';
import type { Order } from '#features/orders/index.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { placeWholeOrder } from '#tests/support/whole-order.ts';

const { database, pool } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const permissions = [
  'orders.write',
  'payments.write',
  'documents.read',
  'withdrawals.read',
  'mails.read',
  'mails.write',
];
const [cookie = '', value = ''] = createStaffCookie(
  ...([
    'Cleo',
    'admin.open',
    'orders.read',
    'payments.read',
    'attribution.read',
    'audit.read',
    ...permissions,
  ] as const),
).split('=');

let whole: Order;

beforeAll(async () => {
  whole = (await placeWholeOrder(open.app, pool)).order;
});

async function openOrder(path = '', hasScript = true) {
  const opened = await open.shopper({ hasScript });
  await opened.page.goto('/healthz');
  await opened.context.addCookies([{ name: cookie, value, url: opened.page.url() }]);
  await opened.page.goto(`/admin/orders/${whole.id}${path}`);
  return opened;
}

describe('the page of an order in a browser', () => {
  it('is accessible and fits every screen, light and dark, as its operations do', async () => {
    const { page, context, watch } = await openOrder();
    for (const path of ['?from=q%3Dada', '/add-note', '/resend-mail']) {
      await page.goto(`/admin/orders/${whole.id}${path}`);
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${path}: pixels wider than ${width}`).toBeLessThanOrEqual(0);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          const folder = process.env.SCREENSHOTS;
          if (folder)
            await page.screenshot({
              ...{ path: `${folder}/order${path.replace(/\W/g, '-')}-${width}-${colorScheme}.png`, fullPage: true },
            });
          await checkAxe(page);
        }
      }
    }
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('takes a note by keyboard alone, without script', async () => {
    const { page, context } = await openOrder('', false);
    await page.getByRole('link', { name: 'Add a note' }).press('Enter');
    await page.locator('textarea[name=text]').fill('By keyboard');
    await page.getByRole('button', { name: 'Add a note' }).press('Enter');
    await page.getByText('The note was added.').waitFor();
    expect(await page.locator('#history').textContent()).toContain('By keyboard');
    await context.close();
  });
});
