import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { botChecks, createChallengeWidget, createScoreCheck } from '#features/bot-check/index.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { providePort } from '#platform/features/ports.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { startTestSession } from '#tests/support/account-session.ts';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { createCustomer } from '#tests/support/sales.ts';
import { newShopper } from '#tests/support/shopper.ts';
import { startSiteVerify } from '#tests/support/site-verify.ts';

const { database } = useDatabase();
const service = await startSiteVerify();
afterAll(() => service.stop());
const options = {
  ...{
    siteKey: 'site-key',
    secret: service.secret,
    script: `${service.origin}/api.js`,
    verify: `${service.origin}/siteverify`,
  },
  origins: { script: [service.origin] },
};
const score = createScoreCheck({ ...options, global: 'testscore' });
const widget = createChallengeWidget({ ...options, global: 'testwidget' });
const many = 1_000_000;
const open = useOpenShop(database, {
  choices: {
    features: [score.feature, widget.feature],
    provides: providePort(botChecks, [score.check, widget.check]),
    settings: { 'stock-alerts': { perHour: { address: many, network: many, product: many } } },
  },
});

const ids = { cup: 0, ash: 0, ink: 0, jar: 0 };
beforeAll(async () => {
  const { shop } = open.app;
  const { glaze, terms } = await inTransaction(shop.db, async (tx) => {
    const [glaze = 0] = (await ensureAttributes(tx, [{ name: 'Glaze', productId: null }])).values();
    const terms = await ensureTerms(
      tx,
      ['Ash', 'Sea', 'Ink'].map((name) => ({ attributeId: glaze, name })),
    );
    return { glaze, terms: [...terms.values()] };
  });
  const out = { managed: true, onHand: 0, backorders: 'no' } as const;
  const variation = (term: number, stock?: typeof out) => ({
    ...{ regularPrice: 1000, terms: [{ attributeId: glaze, termId: term }] },
    ...(stock ? { stock: { isOwn: true, ...stock } } : {}),
  });
  const [ash = 0, sea = 0, ink = 0] = terms;
  const cup = await saveTestProduct(shop, {
    ...{ type: 'variable', status: 'published', name: 'Tide cup', slug: 'tide-cup' },
    attributes: [{ attributeId: glaze, terms, forVariations: true }],
    variations: [variation(ash, out), variation(sea), variation(ink, out)],
  });
  const jar = await saveTestProduct(shop, {
    ...{ status: 'published', name: 'Salt jar', slug: 'salt-jar', master: { regularPrice: 1000, stock: out } },
  });
  const [ashId = 0, , inkId = 0] = cup.variationIds;
  Object.assign(ids, { cup: cup.id, ash: ashId, ink: inkId, jar: jar.id });
});

async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
  const changes = Object.entries(values).map(([key, value]) => ({ key, value, version: null }));
  expect(await changeSettings(open.app.shop, changes, 'shop')).toMatchObject({ ok: true });
}
const names = ['form', 'phone', 'quantity', 'agree', 'botCheck', 'country'].map((name) => `stock-alerts.${name}`);
beforeEach(() => set(Object.fromEntries([...names, 'bot-check.use'].map((name) => [name, undefined]))));

let people = 0;
function newEmail(): string {
  people += 1;
  return `browser-${people}@example.com`;
}
const countAlerts = async (email: string) =>
  (await open.app.shop.db.execute(sql`select from stock_alerts where email_key = ${email}`)).rows.length;

/** Fields and headers of the calls that the page makes. */
function recordCalls(page: Page) {
  const calls: { readonly fields: Readonly<Record<string, string>>; readonly nonce: string | undefined }[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/ajax')) return;
    const fields = Object.fromEntries(new URLSearchParams(request.postData() ?? ''));
    calls.push({ fields, nonce: request.headers()['x-vitrine-nonce'] });
  });
  return calls;
}

/** Waits until the forms are taken over by their script. */
async function awaitScript(page: Page): Promise<void> {
  const behaviour = 'vt-behaviour[name="stock-alerts/alerts"]';
  // It has no box of its own.
  await page.locator(`${behaviour} > *`).scrollIntoViewIfNeeded();
  await waitForHydration(page, behaviour);
}

async function openProduct(slug: string) {
  const shopper = await open.sharedShopper();
  const calls = recordCalls(shopper.page);
  await shopper.page.goto(`/product/${slug}`);
  await awaitScript(shopper.page);
  const form = shopper.page.locator('.alert-form:visible').first();
  return {
    ...shopper,
    calls,
    form,
    output: form.getByRole('status').last(),
    send: () => form.locator('.sastock_button').click(),
  };
}

describe('the form', () => {
  it('[2.3/22-23] of the chosen variation is shown, the others are hidden', async () => {
    const { page } = await openProduct('tide-cup');
    const visible = () =>
      page
        .locator('.alert-form:visible [name=variation_id]')
        .evaluateAll((fields) => fields.map((field) => Number((field as HTMLInputElement).value)));
    expect(await visible()).toEqual([]);
    await page.getByRole('radio', { name: 'Ash' }).check();
    await expect.poll(visible).toEqual([ids.ash]);
    await page.getByRole('radio', { name: 'Ink' }).check();
    await expect.poll(visible).toEqual([ids.ink]);
    await page.getByRole('radio', { name: 'Sea' }).check();
    await expect.poll(visible).toEqual([]);
    await page.goto(`/product/tide-cup?variation=${ids.ink}`);
    await awaitScript(page);
    await expect.poll(visible).toEqual([ids.ink]);
    await checkAxe(page);
  });

  it('[5.4/1, 5.4/5-8] says the first problem in its order, and sends nothing', async () => {
    await set({ 'stock-alerts.quantity': 'required', 'stock-alerts.agree': true });
    const { page, form, output, send, calls } = await openProduct('salt-jar');
    const expectProblem = async (text: string) => {
      await send();
      await expect.poll(() => output.textContent()).toBe(text);
    };
    await expectProblem('Quantity cannot be empty');
    await form.locator('[name=custom_quantity]').fill('0');
    await expectProblem('Quantity cannot be empty');
    await form.locator('[name=custom_quantity]').fill('2');
    await expectProblem('Name cannot be empty');
    await form.locator('[name=subscriber_name]').fill('Ada');
    await expectProblem('Email Address cannot be empty');
    await form.locator('[name=user_email]').fill('ada@example');
    await expectProblem('Please enter valid Email Address');
    await form.locator('[name=user_email]').fill(newEmail());
    await expectProblem('Please accept our terms and conditions');
    expect(calls.map(({ fields }) => fields.action)).toEqual([]);
    await checkAxe(page);
  });

  it('[7.5/1-4, 6/4] is sent by the call, with the nonce in the header and user_id 0 of a guest, and shows msg', async () => {
    const { form, output, send, calls } = await openProduct('salt-jar');
    const email = newEmail();
    await form.locator('[name=subscriber_name]').fill('Ada');
    await form.locator('[name=user_email]').fill(email);
    await send();
    await expect.poll(() => output.textContent()).toContain('Please check your inbox');
    const [call] = calls.filter(({ fields }) => fields.action === 'stockalert_product_subscribe');
    expect(call?.fields).toMatchObject({
      product_id: `${ids.jar}`,
      variation_id: '0',
      subscriber_name: 'Ada',
      user_email: email,
      user_id: '0',
    });
    expect(call?.nonce).toMatch(/^[\w-]{43}$/);
    expect(await countAlerts(email)).toBe(1);
  });

  it('[4.7/1] is blocked while it is sent: a second press sends nothing', async () => {
    const { page, form, output, send, calls } = await openProduct('salt-jar');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/ajax', async (route) => {
      await isReleased;
      await route.continue();
    });
    await form.locator('[name=subscriber_name]').fill('Ada');
    await form.locator('[name=user_email]').fill(newEmail());
    await send();
    await expect.poll(() => form.getAttribute('aria-busy')).toBe('true');
    await send();
    release();
    await expect.poll(() => output.textContent()).toContain('Please check your inbox');
    await expect.poll(() => form.getAttribute('aria-busy')).toBe(null);
    expect(calls.filter(({ fields }) => fields.action === 'stockalert_product_subscribe')).toHaveLength(1);
    await letThrough(page, '**/ajax');
  });

  it('[6/5] sends the id of a customer who is signed in', async () => {
    const { customer } = await createCustomer(open.app.shop);
    const device = newShopper(open.app);
    await startTestSession(open.app, device, customer);
    const { page, context } = await open.shopper();
    const calls = recordCalls(page);
    await page.goto('/product/salt-jar');
    await context.addCookies([
      { name: 'session', value: device.cookies.get('session') ?? '', url: new URL('/', page.url()).href },
    ]);
    await context.addCookies([
      { name: 'vt_hint', value: encodeURIComponent('v=1&c=0&w=0&s=1'), url: new URL('/', page.url()).href },
    ]);
    await page.goto('/product/salt-jar');
    await awaitScript(page);
    const form = page.locator('.alert-form:visible').first();
    await form.locator('[name=subscriber_name]').fill('Ada');
    await form.locator('[name=user_email]').fill(newEmail());
    await form.locator('.sastock_button').click();
    await expect
      .poll(() => calls.find(({ fields }) => fields.action === 'stockalert_product_subscribe')?.fields.user_id)
      .toBe(`${customer.id}`);
  });

  it('[5.4/2-4] checks the phone number with the country that was chosen, and loads its script when it is used', async () => {
    await set({ 'stock-alerts.phone': 'required', 'stock-alerts.country': 'DE' });
    const { page, form, output, send, calls } = await openProduct('salt-jar');
    const loaded = () =>
      page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('intlTelInput')));
    expect(await loaded()).toBe(false);
    const phone = form.locator('[name=subscriber_phone]');
    await phone.focus();
    await expect.poll(loaded).toBe(true);
    await expect.poll(() => page.locator('.iti').count()).toBe(1);
    for (const [number, text] of [
      ['', 'Please enter valid Phone Number'],
      ['+49 1', 'Phone Number too short'],
      ['+49 30 12345678901234567', 'Phone Number too long'],
    ] as const) {
      await phone.fill(number);
      await send();
      await expect.poll(() => output.textContent()).toBe(text);
    }
    await phone.fill('030 901820');
    await form.locator('[name=subscriber_name]').fill('Ada');
    await form.locator('[name=user_email]').fill(newEmail());
    await send();
    await expect.poll(() => output.textContent()).toContain('Please check your inbox');
    const fields = calls.at(-1)?.fields;
    expect(fields?.subscriber_phone).toBe('+4930901820');
    expect(JSON.parse(fields?.subscriber_phone_meta ?? '{}')).toMatchObject({ iso2: 'de', dialCode: '49' });
    await checkAxe(page);
  });

  it('[5.4/9] has a button that waits for a captcha which must be solved, and waits again after each answer', async () => {
    await set({ 'stock-alerts.botCheck': 'always', 'bot-check.use': 'widget' });
    const { form, output } = await openProduct('salt-jar');
    const button = form.locator('button.sastock_button');
    expect(await button.isDisabled()).toBe(true);
    const email = newEmail();
    await form.locator('[name=subscriber_name]').fill('Ada');
    await form.locator('[name=user_email]').fill(email);
    await form.getByRole('button', { name: 'I am a person' }).click();
    await expect.poll(() => button.isDisabled()).toBe(false);
    await button.click();
    await expect.poll(() => output.textContent()).toContain('Please check your inbox');
    await expect.poll(() => button.isDisabled()).toBe(true);
    expect(await countAlerts(email)).toBe(1);
  });
});

describe('the popup', () => {
  it("[2.3/19-21, 7.5/5, 7.5/7] of 'Notify me' shows the shop's HTML in a modal with a close button and no confirm button", async () => {
    await set({ 'stock-alerts.form': 'popup' });
    const { page, calls } = await openProduct('salt-jar');
    await page.getByRole('button', { name: 'Notify me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notify me' });
    await expect.poll(() => dialog.count()).toBe(1);
    expect(calls[0]?.fields).toMatchObject({
      action: 'sa_trigger_popup_ajax',
      product_id: `${ids.jar}`,
      variation_id: '0',
      quantity: '1',
      security: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(
      await dialog.locator('button').evaluateAll((buttons) => buttons.map((button) => button.textContent)),
    ).toEqual(['Close', 'Subscribe Now']);
    const email = newEmail();
    await dialog.locator('[name=subscriber_name]').fill('Ada');
    await dialog.locator('[name=user_email]').fill(email);
    await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
    await expect.poll(() => dialog.getByRole('status').textContent()).toContain('Please check your inbox');
    await checkAxe(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await countAlerts(email)).toBe(1);
  });

  it('[7.5/6] sends a fresh token for the action popup_form, where the check is a score', async () => {
    await set({ 'stock-alerts.form': 'popup', 'stock-alerts.botCheck': 'always', 'bot-check.use': 'score' });
    const { page, calls } = await openProduct('salt-jar');
    const press = page.getByRole('button', { name: 'Notify me' });
    await press.click();
    const dialog = page.getByRole('dialog', { name: 'Notify me' });
    await expect.poll(() => dialog.locator('.alert-form').count()).toBe(1);
    expect(calls[0]?.fields.security).toMatch(/^browser-popup_form-/);
    const email = newEmail();
    await dialog.locator('[name=subscriber_name]').fill('Ada');
    await dialog.locator('[name=user_email]').fill(email);
    await dialog.getByRole('button', { name: 'Subscribe Now' }).click();
    await expect.poll(() => countAlerts(email)).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await press.click();
    await expect.poll(() => calls.filter(({ fields }) => fields.action === 'sa_trigger_popup_ajax').length).toBe(2);
    expect(new Set(calls.map(({ fields }) => fields.security)).size).toBeGreaterThan(1);
  });

  it('[7.5/8] has the widget of a challenge inside, in its light theme', async () => {
    await set({ 'stock-alerts.form': 'popup', 'stock-alerts.botCheck': 'always', 'bot-check.use': 'widget' });
    const { page } = await openProduct('salt-jar');
    await page.getByRole('button', { name: 'Notify me' }).click();
    const dialog = page.getByRole('dialog', { name: 'Notify me' });
    const challenge = dialog.getByRole('button', { name: 'I am a person' });
    await expect.poll(() => challenge.count()).toBe(1);
    expect(await challenge.getAttribute('data-theme')).toBe('light');
    expect(await dialog.getByRole('button', { name: 'Subscribe Now' }).isDisabled()).toBe(true);
  });

  it('[4.7/3, 8.4/3] leaves the page as it was when the shop does not answer', async () => {
    await set({ 'stock-alerts.form': 'popup' });
    const { page, watch } = await openProduct('salt-jar');
    watch.allow(/ajax|500|POST/);
    await page.route('**/ajax', (route) => route.fulfill({ status: 500, body: 'no' }));
    const button = page.getByRole('button', { name: 'Notify me' });
    await button.click();
    await expect.poll(() => page.locator('[data-alert-popup][aria-busy]').count()).toBe(0);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await letThrough(page, '**/ajax');
  });
});
