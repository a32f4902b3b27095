import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveAddress } from '#features/customers/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { shopConfig } from '#shop.config';
import { createTestAccount } from '#tests/support/account-session.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, salesPayments } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { hashPassword } from '../passwords/password.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    settings: {
      ...shopConfig.settings,
      ...{ shipping: flatRateZones(500), payments: salesPayments, documents: { mail: 'off' } },
    },
  },
});
const password = 'three grey herons';
const address = {
  ...{ country: 'IE', first_name: 'Ada', last_name: 'Byrne', company: '', address_1: '7 Book Street', address_2: '' },
  ...{ postcode: 'T12 X4Y5', city: 'Cork', state: '' },
};
let plate = 0;
let email = '';

beforeAll(async () => {
  const { app } = open;
  plate = await addProduct(app.shop, { name: 'Plate', price: 1400, stock: 500 });
  const hash = await hashPassword(password);
  const customer = await createTestAccount(app, newShopper(app), { email: `${randomUUID()}@example.com`, hash });
  ({ email } = customer);
  const entry = { customerId: customer.id, id: null, address, isDefaultBilling: true, isDefaultShipping: true };
  await inTransaction(app.shop.db, (tx) => saveAddress(tx, { ...entry, now: app.shop.clock.now() }));
});

async function openCheckout(page: Page, form: 'classic' | 'block'): Promise<void> {
  await changeSettings(open.app.shop, [{ key: 'checkout.form', value: form, version: null }], 'shop');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cart');
  // A form of the page: without script there is no `fetch`.
  const { request } = page.context();
  const origin = new URL(page.url()).origin;
  await request.post('/cart/add', { form: { product_id: String(plate), quantity: '1' }, headers: { origin } });
  await page.goto('/checkout');
}

const readValue = (page: Page, label: string) => page.getByLabel(label).first().inputValue();

describe.each(['classic', 'block'] as const)('signing in at the checkout with the %s form (D2)', (form) => {
  it('goes by keyboard alone in a popup that keeps the form, on a phone', async () => {
    const { page, watch } = await open.sharedShopper();
    await openCheckout(page, form);
    await page.locator('form#checkout[novalidate]').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Last name').first().fill('Byrne-Smith');
    const button = page.locator('.checkout-sign-in').getByRole('button', { name: 'Sign in' });
    await button.focus();
    await page.keyboard.press('Enter');
    const popup = page.getByRole('dialog', { name: 'Sign in' });
    await popup.getByRole('textbox', { name: 'Password' }).waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('password');
    expect(await popup.getByLabel('Email').inputValue()).toBe(email);
    expect(await popup.getByRole('link', { name: 'Sign in without a password' }).getAttribute('href')).toBe(
      '/account/sign-in-link?return=%2Fcheckout',
    );
    await checkAxe(page);
    // Closed and opened again: the focus comes back to the button.
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'hidden' });
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Sign in');
    await page.keyboard.press('Enter');
    await popup.getByRole('textbox', { name: 'Password' }).waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('id')).toBe('password');
    await page.keyboard.type('wrong password');
    await page.keyboard.press('Enter');
    await popup.getByRole('alert').getByText('Email or password is incorrect').waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkout');
    await popup.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText(`Signed in as ${email}.`).waitFor();
    expect(new URL(page.url()).pathname).toBe('/checkout');
    expect(await readValue(page, 'Email')).toBe(email);
    expect(await readValue(page, 'Last name')).toBe('Byrne-Smith');
    expect(await readValue(page, 'Street address')).toBe('7 Book Street');
    await checkAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(watch.problems()).toEqual([]);
  });

  it('goes through the page for signing in without script, and places no order', async () => {
    const { page } = await open.sharedShopper({ hasScript: false });
    await openCheckout(page, form);
    await page.getByLabel('Last name').first().fill('Byrne-Smith');
    const button = page.locator('.checkout-sign-in').getByRole('button', { name: 'Sign in' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/account/sign-in?return=%2Fcheckout');
    const login = page.locator('section[aria-labelledby=sign-in-title]');
    await login.getByLabel('Email').fill(email);
    await login.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/checkout');
    await page.getByText(`Signed in as ${email}.`).waitFor();
    expect(await readValue(page, 'Last name')).toBe('Byrne-Smith');
    expect(await readValue(page, 'Street address')).toBe('7 Book Street');
  });
});
