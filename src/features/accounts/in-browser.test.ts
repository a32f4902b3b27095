import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { listJobs } from '#app/app.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: {} });

const password = 'three grey herons';

/** The path of the link in the mail to an address. */
async function readLink(email: string): Promise<string> {
  await runJobsNow(open.app.shop, listJobs(open.app.assembly));
  const { rows } = await pool.query<{ plain: string }>('select plain from platform.mail where recipient = $1', [email]);
  return /\/account\/link\/[\w-]{43}/.exec(rows[0]?.plain ?? '')?.[0] ?? '';
}

describe('signing in, in a browser', () => {
  it('[2.6/2] [2.6/3] [2.6/4] shows passwords, submits by Enter, and opens the popup by itself for a notice', async () => {
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    const { page, watch } = await open.shopper();
    await page.goto('/account/sign-in');
    const login = page.locator('#customer_login');
    const typed = login.locator('#reg_password');
    const toggle = login.locator('[aria-controls=reg_password]');
    expect(await toggle.textContent()).toBe('Show password');
    // The first click may come before the script.
    await expect
      .poll(
        async () => {
          await toggle.click();
          return typed.getAttribute('type');
        },
        { timeout: 15_000 },
      )
      .toBe('text');
    expect(await toggle.textContent()).toBe('Hide password');
    await toggle.click();
    expect([await typed.getAttribute('type'), await toggle.textContent()]).toEqual(['password', 'Show password']);
    await checkAxe(page);

    await login.locator('#reg_name').fill('Ada Byrne');
    await login.locator('#reg_email').fill(email);
    await typed.fill(password);
    await typed.press('Enter');
    await page.getByRole('heading', { name: 'Please check your e-mail' }).waitFor();
    await page.goto(await readLink(email));
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await page.getByRole('heading', { name: 'Hello Ada Byrne' }).waitFor();
    await checkAxe(page);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    // A cached page follows the hint cookie.
    await page.goto('/');
    await page.locator('.account-link[data-state="in"]').waitFor();
    await page.goto('/account');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/account/sign-in');
    await page.goto('/');
    await page.locator('.account-link[data-state="out"]').click();
    const popup = page.getByRole('dialog', { name: 'Sign in' });
    await popup.getByLabel('E-mail').fill(email);
    await popup.getByRole('textbox', { name: 'Password' }).fill('wrong password');
    await popup.getByRole('textbox', { name: 'Password' }).press('Enter');
    await popup.getByRole('alert').getByText('E-mail or password is not correct').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/');
    expect(await popup.getByLabel('E-mail').inputValue()).toBe(email);
    expect(await popup.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    await checkAxe(page);
    await popup.getByRole('textbox', { name: 'Password' }).fill(password);
    await popup.getByRole('textbox', { name: 'Password' }).press('Enter');
    await page.locator('.account-link[data-state="in"]').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(watch.problems()).toEqual([]);
  }, 60_000);
});
