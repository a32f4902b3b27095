import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrderLink, getOrder, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import { beginOrderPayment } from '#features/payments/index.ts';
import { createLog } from '#platform/http/log.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { useOpenWalletShop } from '#tests/support/browser/open-wallet-shop.ts';
import { typedAddress } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder } from '#tests/support/sales.ts';
import type { SheetId } from '../contract.ts';

const { database } = useDatabase();
const logged: string[] = [];
const log = createLog('trace', { write: (line) => void logged.push(line) });
const wallet = useOpenWalletShop(database, { wallet: { express: [], applePay: true, googlePay: true } }, log);
let jar = 0;

const [apple, google] = ['wallet-apple-pay', 'wallet-google-pay'] as const;
const brands = { [apple]: 'Apple Pay', [google]: 'Google Pay' };

beforeAll(async () => {
  jar = await addProduct(wallet.open.app.shop, { name: 'Moon jar', stock: 500 });
});
afterEach(async () => {
  Object.assign(wallet.sandbox.faults, { hasSheets: true, hasDeviceSheets: true, isDomainKnown: true });
  await change('checkout.form', 'classic');
  await change('checkout.termsPath', null);
});

const change = (key: string, value: unknown) =>
  changeSettings(wallet.open.app.shop, [{ key, value, version: null }], 'shop');

/** What the pages have sent to the shop. */
const sent: string[] = [];

/** How much has moved that the shopper did not move. */
const readShifts = (page: Page): Promise<number> => page.evaluate(() => Reflect.get(window, 'shifts') as number);

async function openCheckout(width = 1280, height = 900, product = jar) {
  const { page, watch, context } = await wallet.open.shopper();
  context.on('request', (request) => {
    const isOwn = request.url().startsWith(wallet.open.app.shop.config.publicUrl);
    if (isOwn) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await page.addInitScript(() => {
    Reflect.set(window, 'shifts', 0);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) Reflect.set(window, 'shifts', Number(Reflect.get(window, 'shifts')) + entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.setViewportSize({ width, height });
  await page.request.post('/cart/add', { form: { product_id: product }, maxRedirects: 0 });
  await page.goto('/checkout');
  return { page, watch };
}

const input = (page: Page, method: string) => page.locator(`input[name=payment_method][value=${method}]`);
const row = (page: Page, method: string) => page.locator('.choice').filter({ has: input(page, method) });

async function fillIn(page: Page, kind = 'billing'): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com');
  for (const [name, value] of Object.entries(typedAddress)) await page.locator(`[name=${kind}_${name}]`).fill(value);
}

async function choose(page: Page, method: SheetId): Promise<void> {
  await row(page, method).waitFor();
  await input(page, method).check({ force: true });
  await page
    .locator('.sheet')
    .and(page.getByRole('group', { name: brands[method] }))
    .waitFor();
  await waitForButton(page);
}

async function waitForButton(page: Page): Promise<void> {
  await page.locator('.sheet').scrollIntoViewIfNeeded();
  await page.locator('.sheet[data-state=ready] button').waitFor();
}

const sheet = (page: Page, method: SheetId) => page.getByRole('dialog', { name: brands[method] });

async function openSheet(page: Page, method: SheetId) {
  await page.locator('.sheet button').click();
  await sheet(page, method).waitFor();
  return sheet(page, method);
}

async function pay(page: Page, method: SheetId, card = 'Pay with Visa'): Promise<void> {
  await (await openSheet(page, method)).getByRole('button', { name: card, exact: true }).click();
}

async function readOrder(page: Page) {
  await page.waitForURL(/\/order\/[\w-]+$/);
  return getOrder(wallet.open.app.shop.db, { token: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
}

const paid = (paymentMethod: SheetId) => ({ status: 'processing', paymentMethod, total: 1500, capturedTotal: 1500 });
const countOrders = async (): Promise<number> =>
  (await wallet.open.app.shop.db.execute(sql`select from orders`)).rows.length;
const listCaptures = () => wallet.sandbox.control.readBooks().flatMap(({ captures }) => captures);

describe('a sheet at the checkout', () => {
  it.each([
    [apple, 'classic', 1280, 'billing'],
    [google, 'classic', 390, 'billing'],
    [apple, 'block', 390, 'shipping'],
    [google, 'block', 1280, 'shipping'],
  ] as const)(
    'of %s pays the %s form at %i px with the total and the lines of the order',
    async (method, form, width, kind) => {
      await change('checkout.form', form);
      const { page, watch } = await openCheckout(width);
      await fillIn(page, kind);
      await choose(page, method);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await checkAxe(page);
      const before = await countOrders();
      const dialog = await openSheet(page, method);
      expect(await dialog.getByRole('paragraph').allInnerTexts()).toEqual([
        ...['Items: 10.00 EUR', 'Shipping: 5.00 EUR'],
        expect.stringMatching(/^Pay .+: 15\.00 EUR$/),
      ]);
      expect(await countOrders(), 'nothing is ordered before the shopper has agreed').toBe(before);
      await dialog.getByRole('button', { name: 'Pay with Visa', exact: true }).click();
      expect(await readOrder(page)).toMatchObject(paid(method));
      await page.getByText(`${brands[method]}, Visa ending in 1111`).first().waitFor();
      expect(watch.problems()).toEqual([]);
    },
  );

  it.each([apple, google])('of %s that was closed orders nothing, and can be opened again', async (method) => {
    const { page } = await openCheckout();
    await fillIn(page);
    await choose(page, method);
    const before = [await countOrders(), wallet.sandbox.control.readBooks().length];
    await (await openSheet(page, method)).getByRole('button', { name: 'Cancel' }).click();
    await sheet(page, method).waitFor({ state: 'detached' });
    expect(await page.locator('main [role=alert]').count()).toBe(0);
    expect([await countOrders(), wallet.sandbox.control.readBooks().length]).toEqual(before);
    await pay(page, method);
    expect(await readOrder(page)).toMatchObject(paid(method));
  });

  it.each([apple, google])(
    'of %s whose card is declined says so, and another card pays the same order',
    async (method) => {
      const { page } = await openCheckout();
      await fillIn(page);
      await choose(page, method);
      const before = await countOrders();
      await pay(page, method, 'Pay with a card that is declined');
      await page.getByText('The bank declined the card.').waitFor();
      await checkAxe(page);
      await pay(page, method, 'Pay with Mastercard');
      expect(await readOrder(page)).toMatchObject(paid(method));
      expect(await countOrders()).toBe(before + 1);
    },
  );

  it.each([apple, google])(
    'of %s charges nothing when the total has changed meanwhile, and says so',
    async (method) => {
      const cup = await addProduct(wallet.open.app.shop, { name: 'Cup', stock: 500 });
      const { page } = await openCheckout(1280, 900, cup);
      await fillIn(page);
      await choose(page, method);
      const before = [await countOrders(), listCaptures().length];
      const dialog = await openSheet(page, method);
      await page.request.post('/cart/add', { form: { product_id: cup }, maxRedirects: 0 });
      await dialog.getByRole('button', { name: 'Pay with Visa', exact: true }).click();
      await sheet(page, method).waitFor({ state: 'detached' });
      await page.locator('main [role=alert]').first().waitFor();
      expect([await countOrders(), listCaptures().length]).toEqual(before);
      await expect.poll(() => page.locator('[name=expected_total]').inputValue()).toBe('2500');
      const again = await openSheet(page, method);
      await again.getByText('Items: 20.00 EUR').waitFor();
      await again.getByRole('button', { name: 'Pay with Visa', exact: true }).click();
      expect(await readOrder(page)).toMatchObject({ ...paid(method), total: 2500, capturedTotal: 2500 });
    },
  );

  it.each(['classic', 'block'])('takes the place of the other one when it is chosen in the %s form', async (form) => {
    await change('checkout.form', form);
    const { page } = await openCheckout();
    await fillIn(page, form === 'classic' ? 'billing' : 'shipping');
    for (const method of [apple, google, apple, google] as const) await choose(page, method);
    await pay(page, google);
    expect(await readOrder(page)).toMatchObject(paid(google));
  });

  it('says what is missing in the form before the sheet opens', async () => {
    const { page } = await openCheckout();
    await fillIn(page);
    await choose(page, apple);
    await page.locator('[name=billing_city]').fill('');
    await page.locator('[name=billing_city]').blur();
    await page.locator('[name=billing_city][aria-invalid=true]').waitFor();
    await waitForButton(page);
    await page.locator('.sheet button').click();
    await page.locator('main [role=alert]').first().waitFor();
    expect(await sheet(page, apple).count()).toBe(0);
  });

  it('asks for the terms before the sheet opens', async () => {
    await change('checkout.termsPath', '/terms');
    const { page } = await openCheckout();
    await fillIn(page);
    await choose(page, google);
    await page.locator('.sheet button').click();
    await page.locator('main [role=alert]').first().waitFor();
    expect(await sheet(page, google).count()).toBe(0);
    // The page still scrolls to what it says, so that the box can't be clicked yet.
    await page.locator('[name=terms]').press(' ');
    await page.locator('[name=terms]:not([aria-invalid=true])').waitFor();
    await waitForButton(page);
    await pay(page, google);
    expect(await readOrder(page)).toMatchObject(paid(google));
  });

  it('of Apple closes and says so where Apple does not know the domain', async () => {
    wallet.sandbox.faults.isDomainKnown = false;
    const { page } = await openCheckout();
    await fillIn(page);
    await choose(page, apple);
    await page.locator('.sheet button').click();
    await page.getByText('The payment didn’t work.').waitFor();
    expect(await sheet(page, apple).count()).toBe(0);
  });
});

describe('a sheet of Apple that goes away while the payment is made', () => {
  it('leads to the order that was paid all the same', async () => {
    const { page } = await openCheckout();
    await page.addInitScript(() => {
      type Session = new (...given: unknown[]) => { oncancel: () => void };
      let own: Session | undefined;
      Object.defineProperty(window, 'ApplePaySession', {
        get: () => own,
        set(Base: Session) {
          own = class extends Base {
            constructor(...given: unknown[]) {
              super(...given);
              let pay = (_event: unknown) => {};
              Object.defineProperty(this, 'onpaymentauthorized', {
                get: () => (event: unknown) => {
                  pay(event);
                  this.oncancel();
                },
                set(handler) {
                  pay = handler;
                },
              });
            }
            completePayment() {
              throw new DOMException('The session is over.', 'InvalidAccessError');
            }
          };
        },
      });
    });
    await page.reload();
    await fillIn(page);
    await choose(page, apple);
    await pay(page, apple);
    expect(await readOrder(page)).toMatchObject(paid(apple));
  });
});

describe('3-D Secure after a sheet of Google', () => {
  const bank = (page: Page) => page.frameLocator('iframe[title="Confirm the payment with your bank"]');

  it.each([
    ['wrong code', 'Enter a wrong code', 'The bank did not confirm the payment.'],
    ['closed by the shopper', 'Cancel', 'You closed your bank’s confirmation window.'],
  ])(
    'takes nothing where the question of the bank is answered with: %s; confirmed, it pays',
    async (_, button, text) => {
      const { page } = await openCheckout();
      await fillIn(page);
      await choose(page, google);
      const before = listCaptures().length;
      await pay(page, google, 'Pay with a card whose bank asks');
      await bank(page).getByRole('button', { name: button }).click();
      await page.getByText(text).waitFor();
      expect(listCaptures()).toHaveLength(before);
      await pay(page, google, 'Pay with a card whose bank asks');
      await bank(page).getByRole('button', { name: 'Confirm the payment' }).click();
      expect(await readOrder(page)).toMatchObject(paid(google));
    },
  );
});

describe('a method that can’t work', () => {
  const listShown = (page: Page) =>
    page
      .locator('input[name=payment_method]')
      .evaluateAll((all) => all.flatMap((each) => (each.checkVisibility() ? (each as HTMLInputElement).value : [])));

  it.each([
    ['the browser has none', { hasDeviceSheets: false }],
    ['the account may have none', { hasSheets: false }],
  ])('is not shown when %s, and leaves no gap', async (_, faults) => {
    Object.assign(wallet.sandbox.faults, faults);
    const { page, watch } = await openCheckout();
    await page.waitForLoadState('networkidle');
    await fillIn(page);
    await page.waitForLoadState('networkidle');
    const shown = await listShown(page);
    expect(shown).not.toContain(apple);
    expect(shown).not.toContain(google);
    const list = await page.locator('#payment_method .choices__list').boundingBox();
    const last = await page.locator('#payment_method .choice:visible').last().boundingBox();
    const end = ({ y = 0, height = 0 } = {}) => y + height;
    expect(Math.abs(end(list ?? {}) - end(last ?? {}))).toBeLessThan(2);
    expect(watch.problems()).toEqual([]);
  });

  it('is not chosen where the form was typed on a device that has it', async () => {
    const { page } = await openCheckout();
    await fillIn(page);
    await choose(page, apple);
    await page.locator('[name=billing_city]').fill('Galway');
    await page.locator('[name=billing_city]').blur();
    wallet.sandbox.faults.hasDeviceSheets = false;
    await page.goto('/checkout');
    await expect.poll(() => page.locator('input[name=payment_method]:checked').inputValue()).toBe('wallet');
  });

  it('and nothing of it is loaded or allowed while it is switched off', async () => {
    await change('wallet.applePay', false);
    await change('wallet.googlePay', false);
    const { page } = await openCheckout();
    expect(await page.locator('[data-sheet-rows]').count()).toBe(0);
    expect(await page.content()).not.toMatch(/applepay|googlepay|wallet-apple-pay|wallet-google-pay/);
    await change('wallet.applePay', true);
    await change('wallet.googlePay', true);
  });

  it.each([
    ['while the list is out of sight', 700],
    ['with what the shopper types, while it is in sight', 3000],
  ])('appears %s, and moves nothing by itself', async (_, height) => {
    const { page } = await openCheckout(1280, height);
    await page.waitForLoadState('networkidle');
    if (height > 2000) expect(await listShown(page)).not.toContain(apple);
    const before = await readShifts(page);
    if (height > 2000) await page.getByLabel('Email').pressSequentially('a');
    await row(page, apple).waitFor();
    await row(page, google).waitFor();
    expect(await readShifts(page)).toBe(before);
  });
});

describe('an order that exists', () => {
  it.each([apple, google])('is paid with %s, also after a decline', async (method) => {
    const { shop } = wallet.open.app;
    const order = await placeTestOrder(shop, [[jar, 1]], { paymentMethod: method });
    const { page, watch } = await wallet.open.shopper();
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(createOrderLink(shop, order, orderPayPath(order.token)));
    await row(page, method).waitFor();
    await input(page, method).check({ force: true });
    await page.getByRole('button', { name: 'Pay €15.00' }).click();
    await page.waitForURL(`**${orderPayStepPath(order.token)}`);
    await waitForButton(page);
    await checkAxe(page);
    await pay(page, method, 'Pay with a card that is declined');
    await page.getByText('The bank declined the card.').waitFor();
    await waitForButton(page);
    const dialog = await openSheet(page, method);
    await dialog.getByText('Shipping: 5.00 EUR').waitFor();
    await dialog.getByRole('button', { name: 'Pay with Visa', exact: true }).click();
    expect(await readOrder(page)).toMatchObject(paid(method));
    expect(watch.problems()).toEqual([]);
  });

  it('says that another way is needed where the browser has no sheet', async () => {
    wallet.sandbox.faults.hasDeviceSheets = false;
    const { shop } = wallet.open.app;
    const order = await placeTestOrder(shop, [[jar, 1]], { paymentMethod: apple });
    await beginOrderPayment(shop, order.number);
    const { page } = await wallet.open.shopper();
    await page.goto(createOrderLink(shop, order, orderPayStepPath(order.token)));
    await page.getByText('Apple Pay can’t be used in this browser.').waitFor();
  });
});

/** What the test sheets hand over. It may go to the provider alone. */
const token = /test-sheet-token/;

it('no token of a sheet was sent to the shop, stored in its database or logged', async () => {
  const { db } = wallet.open.app.shop;
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(sql.raw(`select t::text as text from ${name} t`));
    found.push(...rows.filter(({ text }) => token.test(text)).map(() => name));
  }
  expect(found).toEqual([]);
  expect(sent.length).toBeGreaterThan(20);
  expect(sent.filter((each) => token.test(each))).toEqual([]);
  expect(logged.length).toBeGreaterThan(20);
  expect(logged.filter((line) => token.test(line))).toEqual([]);
});
