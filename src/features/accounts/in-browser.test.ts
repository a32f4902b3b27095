import { randomUUID } from 'node:crypto';
import { base32 } from '@better-auth/utils/base32';
import type { BrowserContext, Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { listJobs } from '#app/app.ts';
import { createCode, getStep } from '#features/two-factor/code/totp.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createCustomer, payTestOrder, placeTestOrder } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { hashPassword } from './passwords/password.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: {} });

const password = 'three grey herons';

/** The path of the link in the mail to an address. */
async function readLink(email: string): Promise<string> {
  await runJobsNow(open.app.shop, listJobs(open.app.assembly));
  const { rows } = await pool.query<{ plain: string }>('select plain from platform.mail where recipient = $1', [email]);
  return /\/account\/link\/[\w-]{43}/.exec(rows[0]?.plain ?? '')?.[0] ?? '';
}

const readFocus = (page: Page) => page.locator(':focus').first().textContent();

describe('signing in, in a browser', () => {
  it('[2.6/2] [2.6/3] [2.6/4] shows passwords, submits by Enter, and opens the popup by itself for a notice', async () => {
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    const { page, watch } = await open.shopper();
    await page.goto('/account/sign-in');
    const login = page.locator('#customer_login');
    const toggled = await login.locator('input[type=password]').evaluateAll((fields) => fields.map(({ id }) => id));
    expect(toggled).toEqual(['password', 'reg_password']);
    for (const id of toggled) expect(await login.locator(`[aria-controls=${id}]`).textContent()).toBe('Show password');
    const typed = login.locator('#reg_password');
    const toggle = login.locator('[aria-controls=reg_password]');
    expect(await toggle.textContent()).toBe('Show password');
    // The first click may come before the script.
    await expect
      .poll(async () => {
        await toggle.click();
        return typed.getAttribute('type');
      })
      .toBe('text');
    expect(await toggle.textContent()).toBe('Hide password');
    await toggle.click();
    expect([await typed.getAttribute('type'), await toggle.textContent()]).toEqual(['password', 'Show password']);
    await checkAxe(page);

    await login.locator('#reg_name').fill('Ada Byrne');
    await login.locator('#reg_email').fill(email);
    await typed.fill(password);
    await typed.press('Enter');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.goto(await readLink(email));
    await page.getByRole('button', { name: 'Create account and sign in' }).click();
    await page.getByRole('heading', { name: 'Hello Ada Byrne' }).waitFor();
    await expect.poll(() => readFocus(page)).toBe('Your account is ready, and you are signed in.');
    await checkAxe(page);
    await page.goto('/account/details');
    await page.locator('section[aria-labelledby=name-title]').getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => readFocus(page)).toBe('Your name is saved.');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

    // A cached page follows the hint cookie.
    await page.goto('/');
    await page.locator('.account-link[data-state="in"]').waitFor();
    await page.goto('/account');
    await page.locator('.account__fold > summary').click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/account/sign-in');
    await page.goto('/');
    await page.locator('.account-link[data-state="out"]').click();
    const popup = page.getByRole('dialog', { name: 'Sign in' });
    await popup.getByLabel('Email').fill(email);
    await popup.getByRole('textbox', { name: 'Password' }).fill('wrong password');
    await popup.getByRole('textbox', { name: 'Password' }).press('Enter');
    await popup.getByRole('alert').getByText('Email or password is incorrect').waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/');
    expect(await popup.getByLabel('Email').inputValue()).toBe(email);
    expect(await popup.getByRole('textbox', { name: 'Password' }).inputValue()).toBe('');
    await checkAxe(page);
    await popup.getByRole('textbox', { name: 'Password' }).fill(password);
    await popup.getByRole('textbox', { name: 'Password' }).press('Enter');
    await page.locator('.account-link[data-state="in"]').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(watch.problems()).toEqual([]);
  });
});

/** A customer with a password and a file that can be downloaded, signed in in a browser. */
async function signInBuyer(context: BrowserContext, url: string) {
  const { app } = open;
  const { id, email } = (await createCustomer(app.shop)).customer;
  await pool.query('insert into account_passwords (customer_id, hash) values ($1, $2)', [
    id,
    await hashPassword(password),
  ]);
  const { id: booklet } = await saveTestProduct(app.shop, {
    ...{ name: 'Glaze care', slug: 'glaze-care', status: 'published' },
    master: {
      ...{ regularPrice: 300, virtual: true, downloadable: true },
      downloads: [{ name: 'Glaze care (PDF)', location: 'glaze care.pdf' }],
      stock: { isOwn: true, managed: false, backorders: 'no' },
    },
  });
  const order = await placeTestOrder(app.shop, [[booklet, 1]]);
  await payTestOrder(app.shop, order);
  await pool.query('update orders set customer_id = $1, visitor_id = null where id = $2', [id, order.id]);
  const device = newShopper(app);
  await startTestSession(app, device, { id });
  await context.addCookies([{ name: 'session', value: device.cookies.get('session') ?? '', url }]);
  return email;
}

describe('the pages of an account, on a phone', () => {
  it('[2.6/1] have a table of orders that scrolls sideways within itself, by keyboard too', async () => {
    const { page, context } = await open.sharedShopper();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/account/sign-in');
    await signInBuyer(context, page.url());
    await page.goto('/account/orders');
    const region = page.getByRole('region', { name: 'Your orders' });
    const isWider = await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect([isWider, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([true, 320]);
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(0);
    await checkAxe(page);
  });

  it('are accessible: passkeys, data, downloads, and each step of two-factor sign-in', async () => {
    const { page, context, watch } = await open.sharedShopper();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/account/sign-in');
    const email = await signInBuyer(context, page.url());
    const check = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth), page.url()).toBe(390);
      await checkAxe(page);
    };
    for (const path of ['downloads', 'passkeys', 'data', 'data/delete', 'two-factor']) {
      await page.goto(`/account/${path}`);
      expect(new URL(page.url()).pathname).toBe(`/account/${path}`);
      await check();
    }
    await page.getByRole('button', { name: 'Set up' }).click();
    const setup = page.locator('code');
    await setup.waitFor();
    await check();
    const secret = new TextDecoder().decode(base32.decode((await setup.innerText()).replaceAll(' ', '')));
    await page.getByLabel('6-digit code').fill(await createCode(secret, getStep(new Date())));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
    await check();
    await page.getByRole('link', { name: 'I have saved these codes' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await check();
    await context.clearCookies();
    await page.goto('/account/sign-in');
    await page.locator('#username').fill(email);
    await page.locator('#password').fill(password);
    await page.locator('#password').press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await check();
    expect(watch.problems()).toEqual([]);
  });
});
