import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { payInWindow, useOpenWalletShop } from '#tests/support/browser/open-wallet-shop.ts';
import { typedAddress, walletPlace } from '#tests/support/browser/wallet-checkout.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct } from '#tests/support/products.ts';
import { type ServedRequest, type ServedRequests, watchServedRequests } from '#tests/support/served-requests.ts';

const { database } = useDatabase();
const wallet = useOpenWalletShop(database);
let jar = 0;
let productPath = '';
let served: ServedRequests;

beforeAll(async () => {
  const { shop, http } = wallet.open.app;
  jar = await addProduct(shop, { name: 'Moon jar', stock: 500 });
  const { rows } = await shop.db.execute(`select slug from products where id = ${jar}`);
  productPath = `/product/${rows[0]?.slug}`;
  served = watchServedRequests(http.server);
});

/** Calls and pages that reached the shop, and the statements of all. */
interface Counts {
  readonly calls: number;
  readonly statements: number;
}

const isFile = ({ name }: ServedRequest) => name.startsWith('GET /assets/');

function expectAtMost(requests: readonly ServedRequest[], most: Counts): void {
  const calls = requests.filter((each) => !isFile(each)).length;
  const statements = requests.reduce((sum, { texts }) => sum + texts.length, 0);
  const message = requests.map(({ name, texts }) => `${texts.length} ${name}`).join('\n');
  expect(calls, `calls of\n${message}`).toBeLessThanOrEqual(most.calls);
  expect(statements, `statements of\n${message}`).toBeLessThanOrEqual(most.statements);
  // Nothing was counted where the watch does not see the shop.
  expect(statements).toBeGreaterThan(0);
}

async function waitUntilReady(page: Page, place: string): Promise<void> {
  await page.locator(`${place}`).scrollIntoViewIfNeeded();
  await page.locator(`${place}[data-state=ready]`).waitFor();
}

/** A form is reviewed a moment after its last change, and parts of pages load when there is time: neither is paying. */
async function waitUntilQuiet(page: Page): Promise<void> {
  // A timer of the page comes after those that it has started before, however busy the machine is.
  do await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  while ((await served.take()).length > 0);
}

const putInCart = (page: Page) => page.request.post('/cart/add', { form: { product_id: jar }, maxRedirects: 0 });

const openings: Readonly<Record<string, (page: Page) => Promise<string>>> = {
  async product(page) {
    await page.goto(productPath);
    await waitUntilReady(page, 'main .wallet');
    return 'main';
  },
  async cart(page) {
    await putInCart(page);
    await page.goto('/cart');
    await waitUntilReady(page, 'main .wallet');
    return 'main';
  },
  async method(page) {
    await putInCart(page);
    await page.goto('/checkout');
    await page.getByLabel('Email').fill('ada@example.com');
    for (const [name, value] of Object.entries(typedAddress)) await page.locator(`[name=billing_${name}]`).fill(value);
    await page.locator('input[name=payment_method][value=wallet]').check({ force: true });
    await page.locator('[name=billing_postcode]').blur();
    await waitUntilReady(page, walletPlace);
    return walletPlace;
  },
};

/**
 * Measured, for a browser without a cache. `window`: from the click on the button until the window is open; `order`:
 * from then until the order's page has loaded, with everything that the shopper does in the window.
 *
 * - Before the window: the product is put into the cart by one call, with the scripts and styles that say so; one call
 *   begins the payment. The method places the order as well.
 * - In the window: one call asks for the shipping of the wallet's address, where the wallet knows it alone.
 * - Then one call orders what is express, captures and settles: two transactions before and after the capture, each
 *   of which locks order and payment. The order's page has a style of its own.
 */
const most = {
  product: { window: { calls: 2, statements: 30 }, order: { calls: 3, statements: 99 }, files: 4 },
  cart: { window: { calls: 1, statements: 19 }, order: { calls: 3, statements: 99 }, files: 1 },
  method: { window: { calls: 1, statements: 34 }, order: { calls: 2, statements: 60 }, files: 1 },
} as const;

describe('paying with the wallet takes few requests and statements', () => {
  it.each([
    ['express from a product page', 'product'],
    ['express from the cart', 'cart'],
    ['as the method of the classic checkout', 'method'],
  ] as const)('%s', async (_name, way) => {
    const { page } = await wallet.open.shopper();
    const place = await openings[way]?.(page);
    await waitUntilQuiet(page);
    const popup = await wallet.openWindow(page, place);
    await popup.getByRole('button', { name: 'Log in' }).waitFor();
    const window = await served.take();
    expectAtMost(window, most[way].window);
    await payInWindow(popup);
    await page.waitForURL(/\/order\/[\w-]+$/);
    await page.waitForLoadState('networkidle');
    const order = await served.take();
    expectAtMost(order, most[way].order);
    // Files come when the browser has time for them, in the first part or in the second one.
    expect([...window, ...order].filter(isFile).length).toBeLessThanOrEqual(most[way].files);
  });
});

describe('before the buttons of a product page are near', () => {
  const offer = (pages: readonly string[] | undefined) =>
    changeSettings(wallet.open.app.shop, [{ key: 'wallet.express', value: pages, version: null }], 'shop');
  afterAll(() => offer(undefined));

  /** Addresses that a browser without a cache asks for, with the buttons far below what it shows. */
  async function listLoaded(): Promise<string[]> {
    const { page, context } = await wallet.open.shopper();
    const loaded: string[] = [];
    context.on('request', (request) => loaded.push(request.url()));
    await page.setViewportSize({ width: 390, height: 150 });
    await page.goto(productPath);
    await page.waitForLoadState('networkidle');
    return loaded.toSorted();
  }

  const readPage = async () => (await wallet.open.app.http.inject({ url: productPath })).body;

  it('nothing is loaded that is not loaded without them', async () => {
    const withButtons = await listLoaded();
    await offer([]);
    expect(withButtons).toEqual(await listLoaded());
    expect(withButtons.filter((url) => !url.startsWith(wallet.open.app.shop.config.publicUrl))).toEqual([]);
  });

  it('their place costs few bytes of the page and of its style', async () => {
    await offer([]);
    const without = await readPage();
    await offer(['product-details']);
    const page = await readPage();
    expect(page).toContain('data-wallet-buttons');
    expect(without).not.toContain('data-wallet-buttons');
    // Parameters of the SDK, and five sentences for what may go wrong before its script is there to ask for them.
    expect(Buffer.byteLength(page) - Buffer.byteLength(without)).toBeLessThanOrEqual(1569);
    // Some bytes more than measured: the compression depends on the product's random address.
    expect(gzipSync(page).length - gzipSync(without).length).toBeLessThanOrEqual(480);
    // The rules reserve the space, so that nothing moves when the buttons come. They are part of the page's style.
    const paths = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, path = '']) => path);
    const styles = await Promise.all(paths.map(async (url) => (await wallet.open.app.http.inject({ url })).body));
    const rules = styles.join('').match(/[^{}]*\.wallet\b[^{}]*\{[^}]*\}/g) ?? [];
    expect(rules.join('').length).toBeGreaterThan(0);
    expect(rules.join('').length).toBeLessThanOrEqual(900);
  });
});
