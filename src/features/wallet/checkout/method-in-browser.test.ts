import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { cancelInWindow, payInWindow, useOpenWalletShop } from '#tests/support/browser/open-wallet-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const wallet = useOpenWalletShop(database, { wallet: { express: [] } });
let jar = 0;

beforeAll(async () => {
  jar = await addProduct(wallet.open.app.shop, { name: 'Moon jar', stock: 500 });
});
afterEach(() => useForm('classic'));

const useForm = (value: string) =>
  changeSettings(wallet.open.app.shop, [{ key: 'checkout.form', value, version: null }], 'shop');

async function openCheckout(width = 1280, hasScript = true) {
  const { page, watch } = await (hasScript ? wallet.open.sharedShopper() : wallet.open.shopper({ hasScript: false }));
  await page.setViewportSize({ width, height: 900 });
  await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
  await page.goto('/checkout');
  return { page, watch };
}

const typed = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', postcode: 'T12 X0Y1' };
const place = '#wallet-method';

async function fillIn(page: Page, kind = 'billing'): Promise<void> {
  await page.getByLabel('Email').fill('ada@example.com');
  for (const [name, value] of Object.entries(typed)) await page.locator(`[name=${kind}_${name}]`).fill(value);
}

async function choose(page: Page): Promise<void> {
  await page.locator('input[name=payment_method][value=wallet]').check({ force: true });
  await page.locator(place).scrollIntoViewIfNeeded();
  await page.locator(`${place}[data-state=ready]`).waitFor();
}

const openWindow = (page: Page) => wallet.openWindow(page, place);
const readOrder = async (page: Page) => {
  await page.waitForURL(/\/order\/[\w-]+$/);
  return getOrder(wallet.open.app.shop.db, { token: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
};
const countBooks = () => wallet.sandbox.control.readBooks().length;
const readToken = (page: Page) => new URL(page.url()).searchParams.get('token') ?? '';
const paid = {
  status: 'processing',
  paymentMethod: 'wallet',
  total: 1500,
  capturedTotal: 1500,
  email: 'ada@example.com',
};

async function countOrders(): Promise<number> {
  const { rows } = await wallet.open.app.shop.db.execute<{ orders: number }>(
    sql`select count(*)::integer as orders from orders`,
  );
  return rows[0]?.orders ?? 0;
}

describe('the wallet as a method of the checkout', () => {
  it.each([
    ['classic', 1280, 'billing'],
    ['classic', 390, 'billing'],
    ['block', 768, 'shipping'],
  ] as const)('orders the %s form at %i px, and pays it in its window [2.5/4] [7.3/4]', async (form, width, kind) => {
    await useForm(form);
    const { page, watch } = await openCheckout(width);
    await fillIn(page, kind);
    await choose(page);
    expect(await page.getByRole('button', { name: /^Place order/ }).isVisible()).toBe(false);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await checkAxe(page);
    const popup = await openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    expect(await countPending(page), 'the order comes before the money').toBe(1);
    await payInWindow(popup);
    const order = await readOrder(page);
    expect(order).toMatchObject(paid);
    expect(order?.delivery).toMatchObject({ address_1: '1 Quay Lane', city: 'Cork' });
    expect(watch.problems()).toEqual([]);
  });

  const countPending = async (page: Page) => {
    const visitor = (await page.context().cookies()).length;
    expect(visitor).toBeGreaterThan(0);
    const { rows } = await wallet.open.app.shop.db.execute(sql`select from orders where status = 'pending'`);
    return rows.length;
  };
});

/** Opens the filled-in checkout with the wallet chosen. */
async function openFilled(width = 1280) {
  const opened = await openCheckout(width);
  await fillIn(opened.page);
  await choose(opened.page);
  return opened;
}

describe('a form that is not ordered', () => {
  it('says what is missing at the top and beside the fields, and begins nothing [8.3/8] (pitfall 17)', async () => {
    const { page } = await openFilled();
    const before = [await countOrders(), countBooks()];
    await page.locator('[name=billing_city]').fill('');
    // What follows from the change may move the button between press and release.
    await page.locator('[name=billing_city]').blur();
    await page.locator('[name=billing_city][aria-invalid=true]').waitFor();
    await page.locator(`${place}[data-state=ready]`).waitFor();
    await page.frameLocator(`${place} [data-funding=paypal] iframe`).getByRole('button').click();
    await page.locator('main [role=alert]').first().waitFor();
    expect(await page.locator('[name=billing_city][aria-invalid=true]').count()).toBe(1);
    expect(await page.locator('main [role=alert]').count()).toBe(1);
    expect(
      page
        .context()
        .pages()
        .filter((each) => each.url().includes('checkoutnow')),
    ).toEqual([]);
    expect([await countOrders(), countBooks()]).toEqual(before);
    await page.locator('[name=billing_city]').fill('Cork');
    await page.locator(`${place}[data-state=ready]`).waitFor();
    await payInWindow(await openWindow(page));
    expect(await readOrder(page)).toMatchObject(paid);
  });
});

describe('a window that was left', () => {
  it('goes on with one order and one order of the provider when it was cancelled (pitfall 16)', async () => {
    const { page } = await openFilled();
    const before = [await countOrders(), countBooks()] as const;
    await cancelInWindow(await openWindow(page));
    expect(await page.locator('main [role=alert]').count()).toBe(0);
    await payInWindow(await openWindow(page));
    expect(await readOrder(page)).toMatchObject(paid);
    expect([await countOrders(), countBooks()]).toEqual([before[0] + 1, before[1] + 1]);
  });

  it('pays a form that was changed meanwhile once, by an order of its own', async () => {
    const { page } = await openFilled();
    const before = await countOrders();
    await cancelInWindow(await openWindow(page));
    await page.locator('[name=billing_first_name]').fill('Augusta');
    await page.locator(`${place}[data-state=ready]`).waitFor();
    await payInWindow(await openWindow(page));
    const order = await readOrder(page);
    expect(order).toMatchObject({ ...paid, billing: { first_name: 'Augusta' } });
    expect(await countOrders()).toBe(before + 2);
    expect(
      wallet.sandbox.control
        .readBooks()
        .slice(-2)
        .map(({ captures }) => captures.length)
        .sort(),
    ).toEqual([0, 1]);
  });

  it('is not left for the order before, when the answer about that one comes late', async () => {
    const { page } = await openFilled();
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/order/pay/status', async (route) => {
      await held;
      await route.continue();
    });
    await cancelInWindow(await openWindow(page));
    await page.locator('[name=billing_first_name]').fill('Augusta');
    await page.locator(`${place}[data-state=ready]`).waitFor();
    const popup = await openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    const answered = page.waitForResponse('**/order/pay/status');
    answer();
    await answered;
    await payInWindow(popup);
    expect(await readOrder(page)).toMatchObject({ ...paid, billing: { first_name: 'Augusta' } });
  });

  it('is paid when it was closed after the shopper had agreed (pitfall 16)', async () => {
    const { page } = await openFilled();
    const popup = await openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).click();
    await popup.getByText('€15.00').first().waitFor();
    await wallet.sandbox.control.approve(readToken(popup));
    await popup.close();
    expect(await readOrder(page)).toMatchObject(paid);
  });

  it('lets the shopper choose another instrument when one is declined (pitfall 7)', async () => {
    const { page } = await openFilled();
    const before = [await countOrders(), countBooks()] as const;
    const popup = await openWindow(page);
    await payInWindow(popup, { instrument: 'Card ending in 0002' });
    await popup.getByRole('radio', { name: /1111/ }).check();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    expect(await readOrder(page)).toMatchObject(paid);
    expect([await countOrders(), countBooks()]).toEqual([before[0] + 1, before[1] + 1]);
  });
});

describe('the place of the order button', () => {
  it.each([
    ['classic', 2],
    ['block', 2],
  ] as const)('follows the chosen method in the %s form, %i times (pitfall 33)', async (form, rounds) => {
    await useForm(form);
    const { page } = await openCheckout(390);
    await fillIn(page, form === 'block' ? 'shipping' : 'billing');
    const button = page.getByRole('button', { name: /^Place order/ });
    for (let round = 0; round < rounds; round += 1) {
      await choose(page);
      await expect.poll(() => button.isVisible()).toBe(false);
      const reviewed = page.waitForResponse(
        (reply) => reply.request().method() === 'POST' && reply.url().includes('checkout'),
      );
      await page.locator('input[name=payment_method][value=bank_transfer]').check({ force: true });
      await reviewed;
      await button.waitFor();
      await expect.poll(() => page.locator(place).isVisible()).toBe(false);
    }
  });
});

describe('an order that exists', () => {
  it('goes from the form to the wallet’s page and back without script (pitfall 8)', async () => {
    const { page } = await openCheckout(1280, false);
    await fillIn(page);
    await page.locator('input[name=payment_method][value=wallet]').check({ force: true });
    await page.getByRole('button', { name: /^Place order/ }).click();
    await page.waitForURL(/\/pay\/step$/);
    expect(await page.getByText('needs JavaScript').count()).toBe(0);
    const back = await page.getByRole('link', { name: 'I have paid' }).getAttribute('href');
    await page.getByRole('link', { name: 'Continue to Test wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?/);
    const orderId = readToken(page);
    await wallet.sandbox.control.approve(orderId);
    expect(back).toMatch(/^\/checkout\/payment\//);
    await page.goto(`/checkout?token=${orderId}&PayerID=ADA4BYRNE2CRK`);
    expect(await readOrder(page)).toMatchObject(paid);
  });
});
