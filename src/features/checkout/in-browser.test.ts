import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { awaitRoomInHour } from '#tests/support/limit-windows.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { salesSettings } from '#tests/support/sales.ts';
import { withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const limit = { name: 'orders-by-email', max: 5, seconds: 3600 };
const settings = {
  ...salesSettings,
  checkout: {
    ...salesSettings.checkout,
    ordersPerHour: { ...salesSettings.checkout.ordersPerHour, email: limit.max },
  },
  'bot-check': { iterations: 100 },
};
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });

beforeAll(async () => {
  const stock = { managed: true, onHand: 50, backorders: 'no' } as const;
  await saveTestProduct(open.app.shop, {
    ...{ status: 'published', name: 'Plate', slug: 'plate' },
    master: { regularPrice: 1400, stock },
  });
  await saveTestProduct(open.app.shop, {
    ...{ status: 'published', name: 'Booklet', slug: 'booklet' },
    master: { regularPrice: 300, virtual: true, stock },
  });
});

interface Shopper {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** Opens the checkout on a phone, with one product. */
async function openCheckout(shopper: Shopper, slug = 'plate'): Promise<void> {
  await shopper.page.setViewportSize({ width: 390, height: 844 });
  await addToCart(shopper, slug);
  await shopper.page.goto('/checkout');
}

/** Adds one product as another tab does. */
async function addToCart({ context }: Shopper, slug = 'plate'): Promise<void> {
  const product = await (await context.request.get(`/product/${slug}`)).text();
  const form = { product_id: /name="product_id"[^>]*value="(\d+)"/.exec(product)?.[1] ?? '', quantity: '1' };
  await context.request.post('/cart/add', { form });
}

const reviewed = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/checkout/review'));
const billing = (page: Page) => page.getByRole('region', { name: 'Billing address' });
const placeOrder = (page: Page) => page.getByRole('button', { name: /^Place order/ });
const isScriptReady = (page: Page) => page.locator('form#checkout[novalidate]').waitFor();

async function fillIn(page: Page): Promise<void> {
  const values = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork' };
  for (const [name, value] of Object.entries(values)) await page.locator(`#billing_${name}`).fill(value);
  await page.locator('#terms').check({ force: true });
}

describe('the checkout in a browser', () => {
  it('takes an address and a phone number as they were copied, before any script checks them (A2)', async () => {
    const { page } = await open.sharedShopper();
    await page.goto('/account/sign-in');
    const check = (type: string, typed: string) =>
      page.evaluate(
        ([kind = '', text = '']) => {
          const input = document.createElement('input');
          input.type = kind;
          document.querySelector('form[method="post"]')?.append(input);
          input.value = text;
          input.dispatchEvent(new Event('change', { bubbles: true }));
          return [input.value, input.checkValidity()];
        },
        [type, typed],
      );
    expect(await check('email', '\u202aada＠example.com\u202c')).toEqual(['ada@example.com', true]);
    expect(await check('tel', '\u2066＋353 21 555‑0142\u2069')).toEqual(['+353 21 555-0142', true]);
    expect(await check('text', 'Zoë \u2013 ½')).toEqual(['Zoë \u2013 ½', true]);
  });

  it('follows the country, keeps what is typed meanwhile, and is accessible', async () => {
    const shopper = await open.sharedShopper();
    const { page, watch } = shopper;
    await openCheckout(shopper);
    await page.getByLabel('Email').fill('ada@example.com');
    const answered = reviewed(page);
    await billing(page).getByLabel('Country').selectOption('US');
    await billing(page).getByLabel('First name').pressSequentially('Ada');
    await answered;
    await billing(page).getByLabel('ZIP code').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    expect(await billing(page).getByLabel('First name').inputValue()).toBe('Ada');
    const states = billing(page).getByLabel('State');
    expect(await states.locator('option').count(), 'a list of the states (B2)').toBeGreaterThan(50);
    const again = reviewed(page);
    await states.selectOption({ label: 'California' });
    await again;
    expect(await states.inputValue()).toBe('CA');
    await page.locator('#ship_to_different_address').check({ force: true });
    await page.locator('#shipping_city').waitFor();
    await checkAxe(page);
    // A newer review aborts the one before.
    expect(
      watch.problems().filter((problem) => !/^request net::ERR_ABORTED: POST .*checkout\/review/.test(problem)),
    ).toEqual([]);
  });

  it('offers the states of the country that is chosen, and forgets one of another (B2)', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    const choose = async (country: string, label: string) => {
      await billing(page).getByLabel('Country').selectOption(country);
      await billing(page).getByLabel(label, { exact: false }).and(page.locator('select, input')).first().waitFor();
    };
    await choose('US', 'State');
    const state = page.locator('#billing_state');
    await state.selectOption('CA');
    await choose('IT', 'Province');
    expect(await state.inputValue()).toBe('');
    expect(await state.locator('option', { hasText: 'Cagliari' }).count()).toBe(1);
    await choose('GB', 'County');
    expect(await state.evaluate((element) => element.tagName)).toBe('INPUT');
    await choose('US', 'State');
    expect(await state.evaluate((element) => element.tagName)).toBe('SELECT');
  });

  it('is accessible for a cart without shipping, on a phone and a screen', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper, 'booklet');
    await isScriptReady(page);
    expect(await page.locator('#billing_city').count()).toBe(0);
    await checkAxe(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await checkAxe(page);
  });

  it('keeps what was typed when the page is reloaded, or left and come back to', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    const answered = reviewed(page);
    await page.getByLabel('Email').fill('eve@example.com');
    await page.getByLabel('Email').blur();
    await answered;
    await page.reload();
    expect(await page.getByLabel('Email').inputValue()).toBe('eve@example.com');
    await page.getByRole('link', { name: 'Back to cart' }).click();
    await page.waitForURL('**/cart');
    await page.goBack();
    expect(await page.getByLabel('Email').inputValue()).toBe('eve@example.com');
  });

  it('says when the summary could not be updated, and tries again', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await page.route('**/checkout/review', (route) => route.abort());
    await billing(page).getByLabel('Country').selectOption('US');
    await page.getByText('The order summary could not be updated.').first().waitFor();
    await letThrough(page, '**/checkout/review');
    await page.getByRole('button', { name: 'Try again' }).click();
    await billing(page).getByLabel('ZIP code').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  });

  it('checks a field when it is left, and offers a correction', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await isScriptReady(page);
    const [email, postcode] = [page.getByLabel('Email'), page.locator('#billing_postcode')];
    await email.fill('ada@gmial.com');
    await postcode.fill('!!');
    await page.locator('#billing_city').focus();
    await page.locator('#billing_postcode-error').waitFor();
    const described = (await postcode.getAttribute('aria-describedby')) ?? '';
    expect([await postcode.getAttribute('aria-invalid'), described.split(' ')]).toEqual([
      'true',
      expect.arrayContaining(['billing_postcode-error']),
    ]);
    expect(await page.locator('#vt-status').textContent()).toContain('Enter a valid Eircode');
    await page.locator('#billing_first_name').focus();
    await page.locator('#billing_city-error').waitFor();
    expect(await page.locator('.field__error').count()).toBe(2);
    expect(await page.locator('#problems').count()).toBe(0);
    await checkAxe(page);
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(() => email.inputValue()).toBe('ada@gmail.com');
    await postcode.fill('D02 X285');
    await postcode.blur();
    await page.locator('#billing_postcode-error').waitFor({ state: 'detached' });
  });

  it('[2.5/1] opens the terms in a lightbox, and as a page where they do not load', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await page.route('**/terms', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<main><h1>Terms</h1><p>Be kind.</p></main>' }),
    );
    await isScriptReady(page);
    const answered = reviewed(page);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByRole('link', { name: 'terms and conditions', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'terms and conditions' });
    await dialog.getByText('Be kind.').waitFor();
    await checkAxe(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await letThrough(page, '**/terms');
    await answered;
    await page.getByRole('link', { name: 'terms and conditions', exact: true }).click();
    await page.waitForURL('**/terms');
    await page.goBack();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
  });

  it('[2.5/5] [9.2/2] [9.2/3] [9.11/2] [9.11/3] shows a refused order 100 px below the top, with the focus on its problems', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await isScriptReady(page);
    await page.getByLabel('Email').fill('ada@example.com');
    await placeOrder(page).click();
    await page.waitForURL('**/checkout?refused=*');
    expect(await page.title()).toMatch(/^Error: Checkout/);
    const container = page.locator('[data-notices=checkout]');
    await expect.poll(async () => Math.round((await container.boundingBox())?.y ?? 0)).toBe(100);
    expect(await container.evaluate(({ firstElementChild }) => firstElementChild?.id)).toBe('problems');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('problems');
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    // The same notices, arriving in an open page: what the page says of its focus no longer counts.
    const focusDelay = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          (document.activeElement as HTMLElement).blur();
          scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
          const notices = document.querySelector('vt-behaviour[name="ui/notices"]') as HTMLElement;
          notices.setAttribute('when', 'load');
          const start = performance.now();
          const look = () =>
            document.activeElement?.id === 'problems'
              ? resolve(performance.now() - start)
              : requestAnimationFrame(look);
          notices.replaceWith(notices.cloneNode(true));
          look();
        }),
    );
    expect(focusDelay).toBeGreaterThanOrEqual(500);
    expect(Math.round((await container.boundingBox())?.y ?? 0)).toBe(100);
    const count = () => page.locator('#problems li').count();
    const before = await count();
    await page.locator('#billing_city').fill('Cork');
    await page.locator('#billing_city').blur();
    await expect.poll(count).toBe(before - 1);
    await checkAxe(page);
    expect(await page.title()).toMatch(/^Error: Checkout/);
    await fillIn(page);
    await expect.poll(() => page.title()).toMatch(/^Checkout/);
    expect(await page.locator('#problems').count()).toBe(0);
  });

  it('keeps what it says about a refused order in sight while the form is changed, until the order is placed', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await isScriptReady(page);
    // A review that is answered after the cart has changed would show the new total.
    await page.route('**/checkout/review', () => {});
    await page.getByLabel('Email').fill(`${randomUUID().slice(0, 8)}@example.com`);
    await fillIn(page);
    await addToCart(shopper);
    await placeOrder(page).click();
    await page.waitForURL('**/checkout?refused=*');
    await letThrough(page, '**/checkout/review');
    const notice = page.getByRole('alert').filter({ hasText: 'The total has changed' });
    await notice.waitFor();
    const answered = reviewed(page);
    await page.locator('#billing_city').fill('Galway');
    await page.locator('#billing_city').blur();
    await answered;
    await expect
      .poll(() => page.locator('vt-behaviour[name="checkout/checkout"]').getAttribute('aria-busy'))
      .toBeNull();
    expect(await notice.isVisible()).toBe(true);
    expect(await page.title()).toMatch(/^Error: Checkout/);
    await checkAxe(page);
    await placeOrder(page).click();
    await page.waitForURL('**/order/**');
  });

  it('asks for the check for robots when an order is refused for it, and orders once it is done', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await isScriptReady(page);
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    await page.getByLabel('Email').fill(email);
    await fillIn(page);
    await awaitRoomInHour();
    for (let count = 0; count < 3; count += 1) await open.app.shop.limits.consume([{ limit, key: email }]);
    await placeOrder(page).click();
    await page.waitForURL('**/checkout?refused=*');
    await page.locator('#bot_check').waitFor({ state: 'attached' });
    await waitForHydration(page, 'vt-behaviour[name="bot-check/proof-of-work"]');
    await checkAxe(page);
    // A review of the form leaves it there.
    const answered = reviewed(page);
    await page.locator('#billing_city').fill('Galway');
    await page.locator('#billing_city').blur();
    await answered;
    expect(await page.locator('#bot_check').count()).toBe(1);
    await placeOrder(page).click();
    await page.waitForURL('**/order/**');
  });

  it('has on a phone the order summary first, as a line with the total, and beside the form all of it', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    const [line, item] = [page.locator('.summary__line'), page.locator('.summary .item')];
    expect(await line.textContent()).toMatch(/1 item.*€1\d/);
    const getTop = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0;
    expect(await getTop('.summary__line')).toBeLessThan(await getTop('#contact-title'));
    expect(await item.isVisible()).toBe(false);
    await line.click();
    expect(await item.isVisible()).toBe(true);
    await line.click();
    for (const width of [768, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect([width, await item.isVisible(), await line.isVisible()]).toEqual([width, width > 849, width < 850]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await checkAxe(page);
  });

  it('is filled in and sent with the keyboard alone', async () => {
    const shopper = await open.sharedShopper();
    const { page } = shopper;
    await openCheckout(shopper);
    await isScriptReady(page);
    await page.getByLabel('Email').focus();
    const typed: Record<string, string> = {
      ...{ billing_email: 'ada@example.com', billing_first_name: 'Ada', billing_last_name: 'Byrne' },
      ...{ billing_address_1: '1 Quay Lane', billing_city: 'Cork', order_comments: 'Ring twice' },
    };
    const visited: string[] = [];
    for (let presses = 0; presses < 40 && !visited.includes('terms'); presses += 1) {
      const { id, fold } = await page.evaluate(() => ({
        id: document.activeElement?.id ?? '',
        fold: document.activeElement?.matches('.fold > summary') ? document.activeElement.textContent : null,
      }));
      visited.push(id);
      if (fold?.startsWith('Note')) await page.keyboard.press('Enter');
      if (typed[id] !== undefined) await page.keyboard.type(typed[id]);
      if (id === 'terms') await page.keyboard.press('Space');
      else await page.keyboard.press('Tab');
    }
    expect(visited).toEqual(expect.arrayContaining(Object.keys(typed)));
    expect(visited).not.toContain('billing_company');
    await page.locator('#billing_city').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/order/**');
  });
});

describe('an order', () => {
  const shoppers = ['a guest', 'a new account', 'a customer'] as const;
  const journeys = shoppers.flatMap((who) => [true, false].map((hasScript) => [who, hasScript] as const));

  it.each(journeys)('[2.5/1] is placed by %s, on a phone and a screen; with script: %s', async (who, hasScript) => {
    const shopper = await open.sharedShopper({ hasScript });
    const { page, context } = shopper;
    const email = `${randomUUID().slice(0, 8)}@example.com`;
    if (who === 'a customer') await context.request.post('/test/sign-in', { data: { email } });
    for (const width of [390, 1280]) {
      await openCheckout(shopper);
      await page.setViewportSize({ width, height: 844 });
      if (hasScript) await isScriptReady(page);
      if (who === 'a customer') expect(await page.getByLabel('Email').inputValue()).toBe(email);
      await page.getByLabel('Email').fill(email);
      const account = page.getByLabel('Create an account');
      if (who === 'a new account') await account.check({ force: true });
      else expect(await account.count()).toBe(who === 'a customer' ? 0 : 1);
      await fillIn(page);
      await placeOrder(page).click();
      await page.waitForURL('**/order/**');
    }
    const { rowCount } = await pool.query('select from account_links where email = $1', [email]);
    expect(rowCount).toBe(who === 'a new account' ? 2 : 0);
  });
});
