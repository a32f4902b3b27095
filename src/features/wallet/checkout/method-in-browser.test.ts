import type { Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createOrderLink, getOrder, orderPayPath } from '#features/orders/index.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { payInWindow, useOpenWalletShop } from '#tests/support/browser/open-wallet-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { placeTestOrder } from '#tests/support/sales.ts';

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
  const { page, watch } = await (hasScript
    ? wallet.open.sharedShopper()
    : wallet.open.shopper({ hasScript: false }));
  await page.setViewportSize({ width, height: 900 });
  await page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });
  await page.goto('/checkout');
  return { page, watch };
}

const typed = { first_name: 'Ada', last_name: 'Byrne', address_1: '1 Quay Lane', city: 'Cork', postcode: 'T12 X0Y1' };
const place = '#wallet-method';

async function fillIn(page: Page, kind = 'billing'): Promise<void> {
  await page.getByLabel('E-mail').fill('ada@example.com');
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
const paid = { status: 'processing', paymentMethod: 'wallet', total: 1500, capturedTotal: 1500, email: 'ada@example.com' };

async function countOrders(): Promise<number> {
  const { rows } = await wallet.open.app.shop.db.execute<{ orders: number }>(
    sql`select count(*)::integer as orders from orders`,
  );
  return rows[0]?.orders ?? 0;
}

describe('the wallet as a method of the checkout', { timeout: 60_000 }, () => {
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
