import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { createElement } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkoutExpress } from '#features/checkout/index.ts';
import { fillSlot } from '#platform/features/slots.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { awaitRoomInHour } from '#tests/support/limit-windows.ts';
import { addProduct } from '#tests/support/products.ts';
import { flatRateZones, salesPayments } from '#tests/support/sales.ts';
import { withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    ...withTestSession,
    settings: {
      ...shopConfig.settings,
      ...{ shipping: flatRateZones(500), payments: salesPayments, documents: { mail: 'off' } },
      checkout: { form: 'block', termsPath: '/terms' },
      'bot-check': { iterations: 100 },
    },
    fills: fillSlot(checkoutExpress, [() => createElement('button', { type: 'button' }, 'Pay with a wallet')]),
  },
});
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const api = '**/store/v1/checkout*';
let plate = 0;

beforeAll(async () => {
  plate = await addProduct(open.app.shop, { name: 'Plate', price: 1400, stock: 500 });
});

/** Opens the checkout with a plate in the cart, once its script runs. */
async function openCheckout(page: Page, size = phone): Promise<void> {
  await page.setViewportSize(size);
  await page.goto('/cart');
  await addPlate(page);
  await page.goto('/checkout');
  await page.locator('form#checkout[novalidate]').waitFor();
}

const addPlate = (page: Page) =>
  page.evaluate(
    (id) => fetch('/cart/add', { method: 'POST', body: new URLSearchParams({ product_id: id, quantity: '1' }) }),
    String(plate),
  );

const answered = (page: Page, method: string) =>
  page.waitForResponse((reply) => {
    const sent = reply.request();
    const wanted = sent.headers()['x-http-method-override'] ?? sent.method();
    return /\/checkout(\?|$)/.test(reply.url()) && wanted === method;
  });

/** Waits for the change that a press on the box for the terms sends. Call it before. */
const termsSaved = (page: Page) =>
  page.waitForResponse((reply) => reply.request().postData()?.includes('/terms":true') ?? false);

let people = 0;
const newEmail = () => `person-${++people}@block.example`;

async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  const delivery = page.getByRole('region', { name: 'Delivery address' });
  await delivery.getByLabel('First name').fill('Ada');
  await delivery.getByLabel('Last name').fill('Byrne');
  await delivery.getByLabel('Street address').fill('1 Quay Lane');
  await delivery.getByLabel('Town or city').fill('Cork');
  await delivery.getByLabel('Eircode').fill('T12 X4Y5');
  await page.getByRole('checkbox', { name: /terms and conditions/ }).check({ force: true });
}

const placeButton = (page: Page) => page.getByRole('button', { name: 'Place order' }).last();

async function listOrders(email: string) {
  const { rows } = await pool.query(
    `select o.id, o.status, o.total::integer, o.token from orders o where o.email = $1 order by o.id`,
    [email],
  );
  return rows as { id: string; status: string; total: number; token: string }[];
}

describe('the block checkout', () => {
  it('[2.5/1] [2.5/2] [2.5/4] is filled in on a phone, follows the country, and keeps everything', async () => {
    const { page, watch } = await open.sharedShopper();
    await openCheckout(page);
    await checkAxe(page);
    const getTop = async (name: string) =>
      (await page.getByRole('link', { name, exact: true }).first().boundingBox())?.y;
    expect(await getTop('Contact')).toBe(await getTop('Back to cart'));
    expect(await page.getByRole('button', { name: 'Pay with a wallet' }).isVisible()).toBe(true);
    const toggle = page.getByRole('button', { name: /^Order summary €19\.00$/ });
    expect(await toggle.getAttribute('aria-expanded')).toBe('false');
    expect(await page.getByText('Subtotal').isVisible()).toBe(false);
    await toggle.click();
    expect(await page.getByText('Subtotal').isVisible()).toBe(true);
    const ids = await page
      .locator('form#checkout .form-grid .input')
      .evaluateAll((inputs) => inputs.map(({ id }) => id));
    expect(ids).toEqual(expect.arrayContaining(['billing-email', 'shipping-city', 'billing-city', 'shipping-country']));
    const names = await page
      .locator('form#checkout .form-grid .input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name));
    expect(names.filter((name) => !/^(billing|shipping)_/.test(name))).toEqual(['order_comments']);
    const saved = answered(page, 'PUT');
    await page.locator('#shipping-country').selectOption('US');
    await saved;
    await page.getByLabel('ZIP code').first().waitFor();
    expect(await page.locator('#shipping-state').getAttribute('aria-required')).toBe('true');
    await page.locator('#shipping-country').selectOption('IE');
    await page.getByLabel('Eircode').first().waitFor();
    await fillForm(page, 'eve@block.example');
    expect(
      await page.locator('#order_comments, #billing-phone, #shipping-company').filter({ visible: true }).count(),
    ).toBe(0);
    await page.locator('.fold:has(#order_comments) > summary').click();
    const kept = page.waitForResponse((reply) => reply.request().postData()?.includes('Blue door') ?? false);
    await page.locator('#order_comments').fill('Blue door');
    await kept;
    await checkAxe(page);
    expect(await page.locator('#order_comments').isVisible()).toBe(true);
    await page.reload();
    await page.locator('form#checkout[novalidate]').waitFor();
    const values = await page
      .locator('#billing-email, #shipping-first_name, #shipping-postcode, #order_comments')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect(values).toEqual(['eve@block.example', 'Ada', 'T12 X4Y5', 'Blue door']);
    expect(watch.problems()).toEqual([]);
  });

  it('says what is wrong beside a field that was left, and lists all with the focus after a try', async () => {
    const { page } = await open.sharedShopper();
    await openCheckout(page);
    await page.getByLabel('Email').fill('ada');
    await page.getByLabel('Email').blur();
    await page.locator('#billing-email-error').waitFor();
    expect(await page.locator('.field__error').count()).toBe(1);
    await placeButton(page).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('problems');
    expect(await page.locator('#shipping-city').getAttribute('aria-invalid')).toBe('true');
    await checkAxe(page);
    await page.getByRole('link', { name: 'Please fill in “Town or city”.' }).click();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('shipping-city');
    await page.keyboard.type('Cork');
    await expect.poll(() => page.locator('#shipping-city-error').count()).toBe(0);
    expect(await page.title()).toMatch(/^Error: Checkout/);
    await fillForm(page, 'ada@gmial.com');
    await expect.poll(() => page.title()).toMatch(/^Checkout/);
    await page.getByRole('button', { name: 'Use it' }).click();
    await page.getByRole('button', { name: 'Use it' }).waitFor({ state: 'detached' });
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@gmail.com');
  });

  it('[2.5/1] opens the terms in a lightbox, and keeps what was typed', async () => {
    const { page } = await open.sharedShopper();
    await openCheckout(page);
    await page.route('**/terms', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<main><h1>Terms</h1><p>Be kind.</p></main>' }),
    );
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('link', { name: 'terms and conditions', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'terms and conditions' });
    await dialog.getByText('Be kind.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
  });

  it('shows the check for robots at once when an order is refused for it, and orders once it is done', async () => {
    const { page } = await open.sharedShopper();
    const email = newEmail();
    await openCheckout(page);
    const saved = termsSaved(page);
    await fillForm(page, email);
    await saved;
    expect(await page.locator('#bot_check').count()).toBe(0);
    const limit = { name: 'orders-by-email', max: 5, seconds: 3600 };
    await awaitRoomInHour();
    for (let count = 0; count < 3; count += 1) await open.app.shop.limits.consume([{ limit, key: email }]);
    await placeButton(page).click();
    await page.locator('#bot_check').waitFor();
    await waitForHydration(page, 'vt-behaviour[name="bot-check/proof-of-work"]');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('problems');
    await checkAxe(page);
    await placeButton(page).click();
    await page.waitForURL('**/order/**');
    expect(await listOrders(email)).toHaveLength(1);
  });

  it('shows a total that has changed before the order is made', async () => {
    const { page } = await open.sharedShopper();
    const email = newEmail();
    await openCheckout(page);
    const saved = termsSaved(page);
    await fillForm(page, email);
    await saved;
    await addPlate(page);
    await placeButton(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'The total has changed to €33.00' });
    await notice.waitFor();
    await page.getByRole('button', { name: 'Place order for €33.00' }).waitFor();
    expect(await listOrders(email)).toEqual([]);
    await checkAxe(page);
    await placeButton(page).click();
    await page.waitForURL('**/order/**');
    expect(await listOrders(email)).toMatchObject([{ total: 3300, status: 'on-hold' }]);
    await checkAxe(page);
  });

  it('makes one order on a slow line, and after a lost reply', async () => {
    const { page } = await open.sharedShopper();
    const email = newEmail();
    await openCheckout(page);
    const saved = termsSaved(page);
    await fillForm(page, email);
    await saved;
    let sent = 0;
    const pressedTwice = Promise.withResolvers<void>();
    await page.route(api, async (route) => {
      if (route.request().headers()['x-http-method-override']) return route.continue();
      sent += 1;
      await pressedTwice.promise;
      await route.fetch();
      await route.abort();
    });
    await placeButton(page).click();
    await page.getByRole('button', { name: 'Placing your order …' }).dispatchEvent('click');
    pressedTwice.resolve();
    await page.getByText('We could not reach the shop').first().waitFor();
    expect(sent).toBe(1);
    await letThrough(page, api);
    const [order] = await listOrders(email);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL(`**/order/${order?.token}`);
    expect(await listOrders(email)).toHaveLength(1);
  });

  it('makes one order in two tabs', async () => {
    const { page, context } = await open.sharedShopper();
    const email = newEmail();
    await openCheckout(page);
    const saved = termsSaved(page);
    await fillForm(page, email);
    await saved;
    const other = await context.newPage();
    await other.goto('/checkout');
    await other.locator('form#checkout[novalidate]').waitFor();
    await Promise.all([placeButton(page).click(), placeButton(other).click()]);
    await Promise.all([page.waitForURL('**/order/**'), other.waitForURL('**/order/**')]);
    expect(new URL(other.url()).pathname).toBe(new URL(page.url()).pathname);
    expect(await listOrders(email)).toHaveLength(1);
    await other.close();
  });

  it('keeps what was typed while the shop is not reached, and says so', async () => {
    const { page } = await open.sharedShopper();
    await openCheckout(page);
    await page.route(api, (route) => route.abort());
    await page.getByLabel('Email').fill('ada@block.example');
    await page.getByText('The order summary could not be updated.').first().waitFor();
    await letThrough(page, api);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@block.example');
  });

  it('is used by a customer with the keyboard alone, on a wide screen, with another billing address', async () => {
    const { page } = await open.sharedShopper();
    const email = newEmail();
    await page.goto('/cart');
    await page.evaluate(
      (address) =>
        fetch('/test/sign-in', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: address }),
        }),
      email,
    );
    await openCheckout(page, desktop);
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
    const type = async (text: string) => {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    };
    const unfold = async () => {
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    };
    await page.getByLabel('Email').focus();
    for (const text of ['', '', 'Ada', 'Byrne']) await type(text);
    await unfold();
    for (const text of ['Potters', '1 Quay Lane', '', 'Cork', '', 'T12 X4Y5']) await type(text);
    await answered(page, 'PUT');
    // The rate, then the checkbox of the billing address.
    await type('');
    await type(' ');
    for (const text of ['', 'Bob', 'Byrne', '', '2 Hill Road', '', 'Dublin', '', 'D02 X285', '']) await type(text);
    await unfold();
    await type('Ring');
    const saved = termsSaved(page);
    await type(' ');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('A');
    await page.keyboard.press('Tab');
    await saved;
    await page.keyboard.press('Enter');
    await page.waitForURL('**/order/**');
    const [order] = await listOrders(email);
    const { rows } = await pool.query(
      'select kind, first_name, city, company from order_addresses where order_id = $1 order by kind',
      [order?.id],
    );
    expect(rows).toEqual([
      { kind: 'billing', first_name: 'Bob', city: 'Dublin', company: '' },
      { kind: 'shipping', first_name: 'Ada', city: 'Cork', company: 'Potters' },
    ]);
  });

  it('keeps what is typed after a form that was sent before its script ran, and says why that was refused', async () => {
    const { page } = await open.sharedShopper();
    await openCheckout(page);
    await page.locator('form#checkout').evaluate((form: HTMLFormElement) => form.submit());
    await page.waitForURL('**/checkout?refused=*');
    await page.locator('form#checkout[novalidate]').waitFor();
    await page.getByRole('link', { name: /“Town or city”/ }).waitFor();
    const saved = answered(page, 'PUT');
    await page.getByLabel('Email').fill('late@block.example');
    await page.getByLabel('Email').blur();
    await saved;
    await page.waitForURL('**/checkout');
    await page.reload();
    expect(await page.getByLabel('Email').inputValue()).toBe('late@block.example');
  });

  it('loads at most 120 kB of script', async () => {
    const { page } = await open.sharedShopper();
    await openCheckout(page);
    await page.waitForLoadState('networkidle');
    const urls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name }) => name),
    );
    const sizes = await Promise.all(
      urls.map(async (url) => brotliCompressSync(Buffer.from(await (await fetch(url)).arrayBuffer())).length),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120_000);
  });

  it('works without script: it is refused with its problems, and then ordered', async () => {
    const { page, context } = await open.sharedShopper({ hasScript: false });
    const email = newEmail();
    await page.setViewportSize(phone);
    await page.goto('/cart');
    await context.request.post('/cart/add', {
      form: { product_id: String(plate), quantity: '1' },
      headers: { origin: new URL(page.url()).origin },
    });
    await page.goto('/checkout');
    expect(await page.getByText('Subtotal').isVisible()).toBe(true);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('checkbox', { name: /terms and conditions/ }).check({ force: true });
    await placeButton(page).click();
    await page.waitForURL('**/checkout?refused=*');
    await page.getByRole('link', { name: /“Town or city”/ }).click();
    expect(page.url()).toContain('#shipping-city');
    await fillForm(page, email);
    await placeButton(page).click();
    await page.waitForURL('**/order/**');
    expect(await listOrders(email)).toMatchObject([{ total: 1900 }]);
  });
});

describe('an order with the block checkout', () => {
  const shoppers = ['a guest', 'a new account', 'a customer'] as const;
  const journeys = shoppers.flatMap((who) => [true, false].map((hasScript) => [who, hasScript] as const));

  it.each(journeys)('[2.5/1] is placed by %s, on a phone and a screen; with script: %s', async (who, hasScript) => {
    const { page, context } = await open.sharedShopper({ hasScript });
    const email = newEmail();
    if (who === 'a customer') await context.request.post('/test/sign-in', { data: { email } });
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size);
      await context.request.post('/cart/add', { form: { product_id: String(plate), quantity: '1' } });
      await page.goto('/checkout');
      if (hasScript) await page.locator('form#checkout[novalidate]').waitFor();
      if (who === 'a customer') expect(await page.getByLabel('Email').inputValue()).toBe(email);
      const account = page.getByLabel('Create an account');
      await fillForm(page, email);
      if (who === 'a new account') await account.check({ force: true });
      else expect(await account.count()).toBe(who === 'a customer' ? 0 : 1);
      await placeButton(page).click();
      await page.waitForURL('**/order/**');
    }
    expect(await listOrders(email)).toHaveLength(2);
    const { rowCount } = await pool.query('select from account_links where email = $1', [email]);
    expect(rowCount).toBe(who === 'a new account' ? 2 : 0);
  });
});
