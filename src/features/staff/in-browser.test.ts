import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { createTestAccount } from '#tests/support/account-session.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, {});

let token = '';

beforeAll(async () => {
  const hash = await hashPassword('three grey herons');
  const device = newShopper(open.app);
  const { id } = await createTestAccount(open.app, device, { email: 'ada@example.com', hash });
  await pool.query(`insert into staff_members (customer_id, role) values ($1, 'owner')`, [id]);
  token = device.cookies.get('session') ?? '';
});

describe('staff and roles in a browser', () => {
  it('show a long role in short, also without script, and open what is wrong', async () => {
    for (const hasScript of [true, false]) {
      const { page, context, watch } = await open.shopper({ hasScript });
      watch.allow('response 422', 'status of 422');
      await page.goto('/healthz');
      await context.addCookies([{ name: 'session', value: token, url: page.url() }]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/admin/roles/clerk');
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(844 * 4);
      const area = page.locator('#area-orders');
      expect(await area.locator('summary').innerText()).toMatch(/^Orders\s+\d+ of \d+$/);
      await area.locator('summary').click();
      await area.locator('[name="orders.refund.limit"]').fill('much');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('#problems a').click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('orders.refund.limit');
      expect(await page.locator('details.panel[open]').count()).toBe(1);
    }
  });

  it('save a role by keyboard alone', async () => {
    const { page, context } = await open.shopper();
    await page.goto('/healthz');
    await context.addCookies([{ name: 'session', value: token, url: page.url() }]);
    await page.goto('/admin/roles/new');
    await page.getByLabel('Name of the role').focus();
    await page.keyboard.type('weekend');
    const area = page.locator('#area-admin');
    expect(await area.getByLabel('Open the back office').isVisible()).toBe(false);
    await area.locator('summary').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await area.getByLabel('Open the back office').focus();
    await page.keyboard.press('Space');
    await page.getByLabel('Name of the role').focus();
    await page.keyboard.press('Enter');
    await page.getByText('The role was created.').waitFor();
    expect(page.url()).toMatch(/\/admin\/roles$/);
  });
});
