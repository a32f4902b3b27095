import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '#features/accounts/passwords/password.ts';
import { createTestAccount } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { newShopper } from '#tests/support/shopper.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, {});

let token = '';

beforeAll(async () => {
  const hash = await hashPassword('three grey herons');
  for (const [email, role] of [
    ['ada@example.com', 'owner'],
    ['bea@example.com', 'clerk'],
  ] as const) {
    const device = newShopper(open.app);
    const { id } = await createTestAccount(open.app, device, { email, hash });
    await pool.query('insert into staff_members (customer_id, role) values ($1, $2)', [id, role]);
    token ||= device.cookies.get('session') ?? '';
  }
  await pool.query(`insert into staff_invitations (email, role, token_hash, invited_by, sent_at, expires_at)
    values ('cleo-with-a-long-address@a-long-domain.example', 'support', sha256('x'), 'Ada', now(), now() + interval '7 days')`);
  await pool.query(`insert into platform.audit_entries (by_kind, by, by_staff_id, subject_kind, subject_id, label, action, before, after)
    values ('staff', 'Ada', 1, 'setting', 'shop.countries', 'shop.countries', 'settings.change',
      '{"value":["IE","GB","AT","BE","CH","DE","DK","ES","FR","IT"]}', '{"value":["DK","IE","GB","AT","BE","CH","DE","ES","FR","IT"]}')`);
});

const screens = ['staff', 'staff/1', 'staff/2', 'staff/invite', 'roles', 'roles/clerk', 'roles/owner', 'roles/new'];

describe('staff and roles in a browser', () => {
  it.each(screens)('are accessible and fit every screen, light and dark, without script too: %s', async (screen) => {
    for (const hasScript of [true, false]) {
      const { page, context } = await open.shopper({ hasScript });
      await page.goto('/healthz');
      await context.addCookies([{ name: 'session', value: token, url: page.url() }]);
      await page.goto(`/admin/${screen}`);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [390, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow, `pixels wider than ${width}`).toBeLessThanOrEqual(0);
          const shots = process.env.SCREENSHOTS;
          if (shots && hasScript)
            await page.screenshot({
              path: `${shots}/${screen.replace('/', '-')}-${width}-${colorScheme}.png`,
              fullPage: true,
            });
        }
        if (hasScript) await checkAxe(page);
      }
    }
  });

  it('show a long role in short, also without script, and open what is wrong', async () => {
    for (const hasScript of [true, false]) {
      const { page, context, watch } = await open.shopper({ hasScript });
      watch.allow('response 422', 'status of 422');
      await page.goto('/healthz');
      await context.addCookies([{ name: 'session', value: token, url: page.url() }]);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/admin/roles/clerk');
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(844 * 3);
      const area = page.locator('#area-orders');
      expect(await area.locator('summary').innerText()).toMatch(/^Orders\s+\d+ of \d+$/);
      await area.locator('summary').click();
      await area.getByLabel('up to, of one order').fill('much');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('#problems a').click();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('orders.refund.limit');
      expect(await page.locator('details.panel[open]').count()).toBe(1);
    }
  });

  it('give a role and save one by keyboard alone', async () => {
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
