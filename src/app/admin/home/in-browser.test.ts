import { describe, expect, it } from 'vitest';
import { adminPath } from '#platform/admin/contract.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { addWaitingRows } from '#tests/support/waiting-rows.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const permissions = [
  'orders.read',
  'reports.read',
  'payments.read',
  'messages.read',
  'withdrawals.read',
  'staff.read',
  'runs.manage',
];
const owner = createStaffCookie('Dora', 'admin.open', 'settings.write', ...permissions);

async function openHome(hasScript = true) {
  const opened = await open.shopper({ hasScript });
  await setSessionCookie(opened.page, owner);
  await opened.page.goto(adminPath());
  return opened;
}

async function setBankAccount(value: unknown): Promise<void> {
  const change = { key: 'payments.bankTransfer', value, version: null };
  expect(await changeSettings(open.app.shop, [change], 'shop')).toMatchObject({ ok: true });
}

/** In each state of the shop. */
async function checkLook(): Promise<void> {
  const { page, context, watch } = await openHome();
  for (const details of await page.locator('main details').all()) await details.locator('summary').click();
  await checkScreens(page);
  expect(watch.problems()).toEqual([]);
  await context.close();
}

describe('the start page in a browser', () => {
  it('is accessible and fits every screen while nothing happens', async () => {
    await checkLook();
  });

  it('is accessible and fits every screen when everything waits', async () => {
    await addWaitingRows(pool, 1_500, new Date());
    await setBankAccount(null);
    await checkLook();
  });

  it('is used by keyboard alone, and without script', async () => {
    for (const hasScript of [true, false]) {
      const { page, context } = await openHome(hasScript);
      await page.locator('main').focus();
      await page.keyboard.press('Tab');
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      expect(await focused()).toBe('Payment');
      for (let presses = 0; (await focused()) !== 'By day' && presses < 30; presses++) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      expect(await page.locator('.sales__table tbody tr').count()).toBe(14);
      expect(await page.locator('.sales__table').isVisible()).toBe(true);
      await page.getByRole('link', { name: /runs with failures/ }).press('Enter');
      await page.waitForURL('**/admin/runs?view=failed');
      await context.close();
    }
  });
});
