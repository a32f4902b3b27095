import type { Page } from '@playwright/test';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { getOrder } from '#features/orders/index.ts';
import { changeSettings, type SettingChange } from '#platform/settings/change-settings.ts';
import { checkAxe } from '#tests/support/browser/open-shop.ts';
import { cancelInWindow, payInWindow, useOpenWalletShop } from '#tests/support/browser/open-wallet-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addBowl, addProduct, saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const wallet = useOpenWalletShop(database);
const addon = { help: '', required: false, maxLength: null, options: [] };
const option = (value: string, price: number) => ({ value, label: value, price });
let [jar, card, bowl, cup] = [0, 0, 0, 0];

beforeAll(async () => {
  const { shop } = wallet.open.app;
  jar = await addProduct(shop, { name: 'Moon jar', stock: 500 });
  card = await addProduct(shop, { name: 'Gift card sleeve', stock: 500, price: 0 });
  bowl = (await addBowl(shop, 50)).product;
  const saved = await saveTestProduct(shop, {
    ...{ name: 'Tide cup', slug: 'tide-cup', status: 'published', master: { regularPrice: 2000 } },
    addons: [
      { ...addon, key: 'initials', kind: 'text', label: 'Initials', price: 400, required: true },
      {
        ...{ ...addon, key: 'wrap', kind: 'checkboxes', label: 'Wrapping', price: 0 },
        options: [option('box', 300), option('ribbon', 50)],
      },
    ],
  });
  cup = saved.id;
});

afterEach(() => change([]));

/** Changes settings until the end of the test. */
async function change(changes: readonly Pick<SettingChange, 'key' | 'value'>[]): Promise<void> {
  const usual = { 'checkout.termsPath': null, 'checkout.form': 'classic', 'wallet.payLater': false };
  const all = [...Object.entries(usual).map(([key, value]) => ({ key, value })), ...changes];
  await changeSettings(
    wallet.open.app.shop,
    all.map((each) => ({ ...each, version: null })),
    'shop',
  );
}

async function findPath(id: number): Promise<string> {
  const { rows } = await wallet.open.app.shop.db.execute(`select slug from products where id = ${id}`);
  return `/product/${rows[0]?.slug}`;
}

async function openShopper(width = 1280) {
  const { page, context, watch } = await wallet.open.sharedShopper();
  await page.setViewportSize({ width, height: 900 });
  return { page, context, watch };
}

async function putInCart(page: Page, id = jar, quantity = 1): Promise<void> {
  const form = { product_id: id, quantity };
  expect((await page.request.post('/cart/add', { form, maxRedirects: 0 })).status()).toBe(303);
}

const readOrder = async (page: Page) => {
  await page.waitForURL(/\/order\/[\w-]+$/);
  return getOrder(wallet.open.app.shop.db, { token: new URL(page.url()).pathname.split('/').at(-1) ?? '' });
};
const waitUntilReady = async (page: Page, place: string) => {
  await page.locator(`${place} .wallet`).scrollIntoViewIfNeeded();
  await page.locator(`${place} .wallet[data-state=ready]`).waitFor();
};
const countBooks = () => wallet.sandbox.control.readBooks().length;
/** The provider's id of the order that a window is about. */
const readToken = (page: Page) => new URL(page.url()).searchParams.get('token') ?? '';
const paid = { status: 'processing', paymentMethod: 'wallet', email: 'ada@example.com' };

describe('express buttons of a product page', () => {
  it('pay what the page shows alone, from a cached page, for who has no cart yet [2.3/15] (pitfall 22)', async () => {
    const { page, context, watch } = await openShopper();
    await page.goto(await findPath(jar));
    await waitUntilReady(page, 'main');
    await context.clearCookies();
    await payInWindow(await wallet.openWindow(page));
    const order = await readOrder(page);
    expect(order).toMatchObject({ ...paid, total: 1500, capturedTotal: 1500 });
    expect(order?.billing).toMatchObject({ first_name: 'Ada', address_1: '1 Quay Lane', state: 'CO', country: 'IE' });
    expect(watch.problems()).toEqual([]);
  });

  it('send add-ons whole, lists too, and keep the rest of the cart for later [3.4/7] (pitfall 31)', async () => {
    const { page } = await openShopper();
    await putInCart(page);
    await page.goto(await findPath(cup));
    await waitUntilReady(page, 'main');
    await page.getByRole('textbox', { name: 'Initials' }).fill('AB');
    await page.getByRole('checkbox', { name: /box/ }).press('Space');
    await page.getByRole('checkbox', { name: /ribbon/ }).press('Space');
    const asked = page.waitForRequest('**/cart/item');
    const popup = await wallet.openWindow(page);
    const posted = (await asked).postData() ?? '';
    expect(posted.match(/name="addon-wrap\[\]"/g)).toHaveLength(2);
    await payInWindow(popup);
    expect(await readOrder(page)).toMatchObject({ ...paid, total: 2000 + 400 + 300 + 50 + 500 });
    await page.goto('/cart');
    await page.getByText('Moon jar').first().waitFor();
  });

  it('put it into the cart once, however often the window is closed and opened (pitfall 16)', async () => {
    const { page } = await openShopper();
    await page.goto(await findPath(jar));
    await waitUntilReady(page, 'main');
    const before = countBooks();
    for (let press = 0; press < 2; press += 1) {
      await cancelInWindow(await wallet.openWindow(page));
    }
    expect(await page.getByRole('alert').count()).toBe(0);
    await payInWindow(await wallet.openWindow(page));
    expect(await readOrder(page)).toMatchObject({ total: 1500 });
    expect(countBooks() - before).toBe(1);
  });

  it('go on at the checkout when the wallet’s app opens the page again', async () => {
    const { page } = await openShopper();
    await page.goto(await findPath(jar));
    await waitUntilReady(page, 'main');
    const popup = await wallet.openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    const token = readToken(popup);
    await wallet.sandbox.control.approve(token);
    await popup.close();
    await page.goto(`${await findPath(jar)}#onApprove&token=${token}&PayerID=ADA4BYRNE2CRK`);
    await page.waitForURL(/\/checkout/);
    await page
      .getByText(/agreed/)
      .first()
      .waitFor();
  });

  it('follow its main button, and say what to choose (pitfall 30)', async () => {
    const { page } = await openShopper(390);
    await page.goto(await findPath(bowl));
    await waitUntilReady(page, 'main');
    const button = page.frameLocator('main [data-funding=paypal] iframe').getByRole('button');
    const popups: string[] = [];
    page.on('popup', (popup) => popups.push(popup.url()));
    await button.click();
    await expect.poll(() => page.locator('#vt-status').textContent()).toMatch(/select|choose/i);
    expect(popups).toEqual([]);
    await page.getByRole('radio', { name: 'celadon' }).check({ force: true });
    await page.getByRole('radio', { name: 'small' }).check({ force: true });
    const popup = await wallet.openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    await popup.close();
    await page.getByRole('button', { name: 'Clear' }).click();
    await button.click();
    await expect.poll(() => page.locator('.buy__form').innerText()).toMatch(/select/i);
    expect(popups).toHaveLength(1);
  });

  it('tell about paying later by variation, quantity and add-ons, where the owner allows it (pitfall 39)', async () => {
    const { page } = await openShopper(390);
    await page.goto(await findPath(bowl));
    await waitUntilReady(page, 'main');
    expect(await page.locator('.wallet__message').count()).toBe(0);
    await change([{ key: 'wallet.payLater', value: true }]);
    await page.goto(await findPath(bowl));
    await waitUntilReady(page, 'main');
    const read = () => page.locator('main .wallet__message').innerText();
    const readHeight = () => page.locator('main .wallet').evaluate((element) => element.getBoundingClientRect().height);
    const height = await readHeight();
    expect(await read(), 'nothing is chosen').toBe('');
    await page.getByRole('radio', { name: 'celadon' }).check({ force: true });
    await page.getByRole('radio', { name: 'large' }).check({ force: true });
    await expect.poll(read).toContain('3 parts of €10.00');
    await page.getByRole('spinbutton').fill('3');
    await expect.poll(read).toContain('3 parts of €30.00');
    await page.getByRole('radio', { name: 'small' }).check({ force: true });
    await expect.poll(read).toContain('3 parts of €10.00');
    expect(await readHeight()).toBe(height);
    await page.getByRole('spinbutton').fill('1');
    await expect.poll(read, { message: 'too little to pay in parts' }).toBe('');
    await page.goto(await findPath(cup));
    await waitUntilReady(page, 'main');
    await page.getByRole('spinbutton').fill('2');
    await expect.poll(read).toContain('3 parts of €13.33');
    await page.getByRole('textbox', { name: 'Initials' }).fill('AB');
    await page.getByRole('checkbox', { name: /box/ }).press('Space');
    await expect.poll(read).toContain('3 parts of €18.00');
    expect(await readHeight()).toBe(height);
  });

  it('are not there for what is free or sold out, and need nothing before the shopper is near', async () => {
    const { page } = await openShopper();
    await page.goto(await findPath(card));
    await page.waitForLoadState('networkidle');
    expect(await page.locator('main .wallet').count()).toBe(0);
    const gone = await addProduct(wallet.open.app.shop, { stock: 0 });
    await page.goto(await findPath(gone));
    expect(await page.locator('main .wallet').count()).toBe(0);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.setViewportSize({ width: 390, height: 300 });
    await page.goto(await findPath(bowl));
    await page.waitForLoadState('networkidle');
    expect(requests.filter((path) => /express|wallet|mount|sdk/.test(path) && !path.endsWith('.css'))).toEqual([]);
    await page.evaluate(() => {
      Object.assign(window, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shift: Reflect.get(window, 'shift') + entry.value });
      }).observe({ type: 'layout-shift', buffered: true });
    });
    const before = await page
      .locator('.buy__extra')
      .evaluate((element) => element.getBoundingClientRect().top + scrollY);
    await waitUntilReady(page, 'main');
    expect(await page.locator('.buy__extra').evaluate((element) => element.getBoundingClientRect().top + scrollY)).toBe(
      before,
    );
    expect(await page.evaluate(() => Reflect.get(window, 'shift'))).toBe(0);
    expect(requests).toContain('/sdk/js');
  });
});

describe('express buttons of the cart', () => {
  it.each([
    ['the cart page', '/cart', 'main', 390, []],
    ['the classic checkout', '/checkout', '.express', 1280, []],
    ['the block checkout', '/checkout', '.express', 768, [{ key: 'checkout.form', value: 'block' }]],
    ['the mini-cart', '/', '.mini-cart', 1280, []],
  ] as const)('pay on %s [2.4/1] [2.5/4]', async (_name, path, place, width, changes) => {
    await change(changes);
    const { page, watch } = await openShopper(width);
    await putInCart(page);
    await putInCart(page, card);
    await page.goto(path);
    if (place === '.mini-cart') await page.locator('[data-cart-link]').click();
    await waitUntilReady(page, place);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await page.locator(`${place} [role=group]:has(iframe)`).count()).toBe(1);
    await checkAxe(page);
    await payInWindow(await wallet.openWindow(page, place));
    expect(await readOrder(page)).toMatchObject({ ...paid, total: 1500, capturedTotal: 1500 });
    expect(watch.problems()).toEqual([]);
  });

  it('go when the cart can’t be ordered, and when all of it is free (pitfall 29)', async () => {
    const { page } = await openShopper();
    await putInCart(page, card);
    await page.goto('/cart');
    expect(await page.locator('main .wallet').count()).toBe(0);
    await putInCart(page);
    await page.goto('/cart');
    await waitUntilReady(page, 'main');
    await page.getByRole('button', { name: 'Remove Moon jar' }).click();
    await expect.poll(() => page.locator('main .wallet').count()).toBe(0);
  });

  it('ask for another address where nothing ships, and for the total after each change (pitfall 23)', async () => {
    const { page } = await openShopper();
    await putInCart(page);
    await page.goto('/cart');
    await waitUntilReady(page, 'main');
    const popup = await wallet.openWindow(page);
    await popup.getByLabel('Email').fill('plato@example.com');
    await popup.getByRole('button', { name: 'Log in' }).click();
    const address = popup.getByRole('combobox', { name: /Ship to/ });
    await address.selectOption('1');
    await popup.getByText('The shop doesn’t ship to this country.').waitFor();
    await expect.poll(() => popup.getByRole('button', { name: 'Pay now' }).isEnabled()).toBe(false);
    // The call and its two repetitions: after five failures nobody would be asked for a while.
    wallet.sandbox.faults.script('patchOrder', 'errorBefore', 3);
    await address.selectOption('0');
    await popup.getByText('The shop doesn’t ship to this address.').waitFor();
    const isPayable = () => popup.getByRole('button', { name: 'Pay now' }).isEnabled();
    await expect.poll(isPayable, { message: 'a failed PATCH (pitfall 24)' }).toBe(false);
    wallet.sandbox.faults.clear();
    await popup.close();
  });

  it('let the shopper choose another instrument when one is declined, for the same order (pitfall 7)', async () => {
    const { page } = await openShopper();
    await putInCart(page);
    await page.goto('/cart');
    await waitUntilReady(page, 'main');
    const popup = await wallet.openWindow(page);
    const declined = page.waitForResponse('**/checkout/express/confirm');
    await payInWindow(popup, { instrument: 'Card ending in 0002' });
    expect((await (await declined).json()).client).toMatchObject({ orderId: readToken(popup) });
    await popup.getByRole('radio', { name: /1111/ }).check();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    expect(await readOrder(page)).toMatchObject({ status: 'processing', capturedTotal: 1500 });
  });

  it('begin one payment from two tabs, and say what another tab has changed before the order (pitfall 2, 6)', async () => {
    const { page, context } = await openShopper();
    await putInCart(page);
    const before = countBooks();
    await page.goto('/cart');
    await waitUntilReady(page, 'main');
    const popup = await wallet.openWindow(page);
    const tab = await context.newPage();
    await tab.goto('/cart');
    await waitUntilReady(tab, 'main');
    await (await wallet.openWindow(tab)).getByRole('button', { name: 'Log in' }).waitFor();
    expect(countBooks() - before).toBe(1);
    // The other tab adds to the cart while the first one pays for what it has shown.
    await popup.getByRole('button', { name: 'Log in' }).click();
    await popup.getByText('€15.00').first().waitFor();
    await tab.goto(await findPath(jar));
    await tab.getByRole('button', { name: 'Add to cart' }).click();
    await tab.locator('.mini-cart__subtotal', { hasText: '€20.00' }).waitFor();
    await popup.getByRole('button', { name: 'Pay now' }).click();
    await page.getByText('You have agreed to pay €15.00 with Test wallet, but this order costs €25.00.').waitFor();
    expect(wallet.sandbox.control.readBooks().filter(({ captures }) => captures.length === 0)).not.toEqual([]);
    await tab.close();
  });

  it('lead to the filled-in checkout where terms are accepted first (pitfall 27)', async () => {
    await change([{ key: 'checkout.termsPath', value: '/pages/terms' }]);
    const { page } = await openShopper(390);
    await putInCart(page);
    await page.goto('/cart');
    await waitUntilReady(page, 'main');
    await payInWindow(await wallet.openWindow(page), { button: 'Continue' });
    await page.getByText('You have agreed to pay with Test wallet.').waitFor();
    expect(await page.locator('input[name=billing_email]').inputValue()).toBe('ada@example.com');
    await checkAxe(page);
    await page.locator('input[name=terms]').press('Space');
    await page.getByRole('button', { name: /^Place order/ }).click();
    expect(await readOrder(page)).toMatchObject({ ...paid, capturedTotal: 1500 });
  });

  it('are found again when the window was closed after the shopper had agreed (pitfall 16)', async () => {
    const { page } = await openShopper();
    await putInCart(page);
    await page.goto('/cart');
    await waitUntilReady(page, 'main');
    const popup = await wallet.openWindow(page);
    await popup.getByRole('button', { name: 'Log in' }).click();
    await popup.getByText('€15.00').first().waitFor();
    await wallet.sandbox.control.approve(readToken(popup));
    await popup.close();
    await page.goto('/checkout');
    await page.getByRole('link', { name: 'Continue with Test wallet' }).click();
    await page.getByText('You have agreed to pay with Test wallet.').waitFor();
    await page.getByRole('button', { name: /^Place order/ }).click();
    expect(await readOrder(page)).toMatchObject({ ...paid, capturedTotal: 1500 });
  });
});

describe('the express form', () => {
  it('leads to the wallet’s page and back without script [7.3/3]', async () => {
    const { page } = await wallet.open.shopper({ hasScript: false });
    await putInCart(page);
    for (const path of ['/cart', '/checkout']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Pay with Test wallet' }).waitFor();
    }
    await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
    await page.waitForURL(/\/checkoutnow\?/);
    const orderId = readToken(page);
    await wallet.sandbox.control.approve(orderId);
    await page.goto(`/checkout?token=${orderId}&PayerID=ADA4BYRNE2CRK`);
    await page.getByText(/You have agreed to pay .* with Test wallet/).waitFor();
    expect(await page.locator('input[name=billing_email]').inputValue()).toBe('ada@example.com');
  });
});
