import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureCategories } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});
const description = '<p>Thrown slowly.</p>'.repeat(60);

beforeAll(async () => {
  const { shop } = open.app;
  const bowls = await inTransaction(shop.db, (tx) => ensureCategories(shop, tx, [['Bowls']]));
  const shared = { status: 'published', description, categories: [...bowls.values()].flat() } as const;
  const stock = { managed: true, onHand: 5, backorders: 'no' } as const;
  const vase = await saveTestProduct(shop, { ...shared, name: 'Vase', slug: 'vase', master: { regularPrice: 2000 } });
  await saveTestProduct(shop, {
    ...{ ...shared, name: 'Plate', slug: 'plate', master: { regularPrice: 1400, stock } },
    crossSells: [vase.id],
  });
  const last = { managed: true, onHand: 1, backorders: 'no' } as const;
  await saveTestProduct(shop, { ...shared, name: 'Jug', slug: 'jug', master: { regularPrice: 900, stock: last } });
});

const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } };

async function openPage(path: string, { width, height } = sizes.wide, { hasScript = true } = {}) {
  const shopper = await open.shopper({ hasScript });
  const { page } = shopper;
  await page.setViewportSize({ width, height });
  await visit(page, path, hasScript);
  return {
    ...shopper,
    miniCart: page.getByRole('dialog', { name: 'Cart' }),
    count: page.locator('[data-count="cart"]'),
    form: page.locator('.buy__form'),
  };
}

/** Waits until the cart's script listens. */
async function visit(page: Page, path: string, hasScript = true): Promise<void> {
  await page.goto(path);
  if (!hasScript) return;
  await page.waitForFunction(
    () => (document.querySelector('vt-behaviour[name="cart/cart"]') as { isHydrated?: boolean } | null)?.isHydrated,
  );
}

const add = 'Add to cart';
const addVisible = async (page: Page) => page.locator('.buy__form').getByRole('button', { name: add }).click();
const announcements = (page: Page) => page.locator('#vt-status');

describe('adding', { timeout: 60_000 }, () => {
  it.each(Object.entries(sizes))(
    'keeps the page and reveals the mini-cart on a %s screen, a dropdown or a drawer [2.4/2] [2.4/3] [4.4/7] [9.7/5]',
    async (_name, size) => {
      const { page, miniCart, count, watch } = await openPage('/product/plate', size);
      await addVisible(page);
      await miniCart.getByText('€14.00').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/product/plate');
      expect(await count.textContent()).toBe('1');
      expect(await announcements(page).textContent()).toContain('“Plate” was added to your cart.');
      // Only the drawer takes the focus.
      expect(await miniCart.evaluate((element) => element.matches(':focus-within'))).toBe(size === sizes.phone);
      const isModal = await miniCart.evaluate((element) => element.matches(':modal'));
      expect(isModal).toBe(size === sizes.phone);
      await checkAxe(page);
      await page.keyboard.press('Escape');
      await miniCart.waitFor({ state: 'hidden' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(add);
      expect(watch.problems()).toEqual([]);
    },
  );

  it.each(Object.entries(sizes))(
    'works from a card, a quick view and a cross-sell on a %s screen',
    async (_name, size) => {
      const { page, miniCart, count } = await openPage('/category/bowls', size);
      const findCard = (name: string) => page.locator('.product-card').filter({ hasText: name });
      const vase = findCard('Vase');
      await vase.hover();
      await vase.getByRole('button', { name: add }).click();
      await miniCart.getByText('€20.00').first().waitFor();
      await miniCart.getByRole('button', { name: 'Close cart' }).click();
      await findCard('Plate').hover();
      await findCard('Plate').getByRole('button', { name: 'Quick view' }).click();
      const quickView = page.getByRole('dialog', { name: 'Plate' });
      await quickView.getByRole('button', { name: add }).click();
      await miniCart.getByText('€34.00').first().waitFor();
      expect(await count.textContent()).toBe('2');
      await visit(page, '/product/plate');
      await vase.scrollIntoViewIfNeeded();
      await vase.hover();
      await vase.getByRole('button', { name: add }).click();
      await miniCart.getByText('€54.00').first().waitFor();
      expect(await count.textContent()).toBe('3');
    },
  );

  it('works from the sticky bar, by keyboard, and twice in a row', async () => {
    const { page, miniCart, count } = await openPage('/product/plate', { width: 1280, height: 600 });
    await page.evaluate(() => scrollTo(0, 2_000));
    const button = page.locator('.sticky-bar').getByRole('button', { name: add });
    await button.focus();
    await page.keyboard.press('Enter');
    await miniCart.getByText('€14.00').first().waitFor();
    await button.focus();
    await page.keyboard.press('Enter');
    await miniCart.getByText('€28.00').first().waitFor();
    expect(await count.textContent()).toBe('2');
  });

  it('adds once for a double click, and shows at once that it works [4.4/5]', async () => {
    const { page, miniCart, form } = await openPage('/product/plate');
    await page.route('**/cart/item', async (route) => {
      await new Promise((resume) => setTimeout(resume, 300));
      await route.continue();
    });
    await form.getByRole('button', { name: add }).dblclick();
    expect(await form.locator('.buy__button').getAttribute('aria-busy')).toBe('true');
    await miniCart.getByText('€14.00').first().waitFor();
    expect(await form.locator('.buy__button').getAttribute('aria-busy')).toBe(null);
  });

  it('says why a product that sold out meanwhile was not added', async () => {
    const { page, form, watch } = await openPage('/product/jug');
    watch.allow('409', '/cart/item');
    await database.pool.query(
      "update stock_levels set on_hand = 0 where variation_id = (select id from products where slug = 'jug')",
    );
    dropKeptPages();
    await form.getByRole('button', { name: add }).click();
    const note = page.locator('.add-note');
    await note.getByText('“Jug” is sold out.').waitFor();
    expect(await announcements(page).textContent()).toContain('“Jug” is sold out.');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('buy__button'))).toBe(true);
    await checkAxe(page);
  });

  it('offers to try again by the form when the call fails', async () => {
    const { page, form, watch } = await openPage('/product/plate');
    watch.allow('/cart/item', 'cart/item');
    await page.route('**/cart/item', (route) => route.abort('connectionfailed'));
    await form.getByRole('button', { name: add }).click();
    await page.locator('.add-note').getByRole('button', { name: 'Try again' }).click();
    await page.waitForURL('**/cart');
    await page.getByText('“Plate” was added to your cart.').waitFor();
  });

  it('leads to the cart without script', async () => {
    const { page, form } = await openPage('/product/plate', sizes.phone, { hasScript: false });
    await form.getByRole('button', { name: add }).click();
    await page.waitForURL('**/cart');
    await page.locator('[data-cart-link]').click();
    await page.waitForURL('**/cart');
  });

  it('says beside the button that it worked when the mini-cart is not revealed [2.4/3]', async () => {
    const { shop } = open.app;
    await changeSettings(shop, [{ key: 'cart.revealMiniCart', value: false, version: null }], 'Ada');
    try {
      const { page, miniCart, form } = await openPage('/product/plate');
      await form.getByRole('button', { name: add }).click();
      await page.locator('.add-note').getByRole('link', { name: 'View cart' }).waitFor();
      expect(await miniCart.isVisible()).toBe(false);
    } finally {
      await changeSettings(shop, [{ key: 'cart.revealMiniCart', value: undefined, version: null }], 'Ada');
    }
  });
});

describe('the mini-cart', { timeout: 60_000 }, () => {
  it('closes itself 5,000 ms after it was revealed, but not while it is in use [9.6/1]', async () => {
    const { page, miniCart } = await openPage('/product/plate');
    await page.clock.install();
    await page.mouse.move(10, 700);
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    await miniCart.hover();
    await page.clock.runFor(6_000);
    expect(await miniCart.isVisible()).toBe(true);
    await page.mouse.move(10, 700);
    await page.clock.runFor(4_900);
    expect(await miniCart.isVisible()).toBe(true);
    await page.clock.runFor(300);
    await miniCart.waitFor({ state: 'hidden' });
  });

  it('keeps its layout while it closes', async () => {
    const { page, miniCart } = await openPage('/product/plate');
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    const widths = await miniCart.evaluate((dialog: HTMLDialogElement) => {
      const readWidth = () => dialog.querySelector('form')?.getBoundingClientRect().width;
      const before = readWidth();
      dialog.hidePopover();
      return [before, readWidth()];
    });
    expect(widths[1]).toBe(widths[0]);
  });

  it('opens from the header, empty or not, and returns the focus', async () => {
    const { page, miniCart, watch } = await openPage('/category/bowls');
    const link = page.locator('[data-cart-link]');
    await link.focus();
    await page.keyboard.press('Enter');
    await miniCart.getByText('Your cart is empty').waitFor();
    expect(await link.getAttribute('aria-expanded')).toBe('true');
    await checkAxe(page);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cart-link'))).toBe(true);
    expect(watch.problems()).toEqual([]);
  });

  it('shows that it could not be loaded, with a retry [8.2/7]', async () => {
    const { page, miniCart, watch } = await openPage('/category/bowls');
    watch.allow('cart/refresh');
    await page.route('**/cart/refresh', (route) => route.abort('connectionfailed'));
    await page.locator('[data-cart-link]').click();
    await miniCart.getByText('Your cart could not be loaded.').waitFor();
    await page.unroute('**/cart/refresh');
    await miniCart.getByRole('button', { name: 'Try again' }).click();
    await miniCart.getByText('Your cart is empty').waitFor();
  });

  it("saves a quantity, and leaves an invalid one to the browser's message [2.4/4] [5.2/6] [7.3/5]", async () => {
    const { page, miniCart } = await openPage('/product/plate');
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') calls.push(request.postData() ?? '');
    });
    const field = miniCart.getByLabel('Quantity of Plate');
    await field.fill('9');
    await field.press('Tab');
    expect(await field.evaluate((element: HTMLInputElement) => element.validationMessage)).not.toBe('');
    await page.waitForTimeout(600);
    expect(calls).toEqual([]);
    await field.fill('3');
    await field.press('Tab');
    await miniCart.getByText('€42.00').first().waitFor();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain('action=theme_ajax_cart_item_alter_quantity');
    expect(calls[0]).toMatch(/cart_item_key=[\da-f-]{36}&quantity=3/);
  });

  it('makes one save of two quick changes, removes a line and restores it', async () => {
    const { page, miniCart, count } = await openPage('/product/plate');
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.postData() ?? ''));
    const more = miniCart.getByRole('button', { name: /^Increase quantity/ });
    await more.click();
    await more.click();
    await miniCart.getByText('€42.00').first().waitFor();
    expect(calls).toHaveLength(1);
    await miniCart.getByRole('button', { name: /^Remove/ }).click();
    await miniCart.getByText('Your cart is empty').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await page.keyboard.press('Enter');
    await miniCart.getByText('€42.00').first().waitFor();
    await expect.poll(() => count.textContent()).toBe('3');
  });

  it('saves a change that was not saved yet before the checkout', async () => {
    const { page, miniCart } = await openPage('/product/plate');
    await addVisible(page);
    await miniCart.getByRole('button', { name: /^Increase quantity/ }).click();
    await miniCart.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    await page.getByText('× 2').first().waitFor();
  });
});

describe('the cart page', { timeout: 60_000 }, () => {
  async function openCart(size = sizes.wide) {
    const opened = await openPage('/product/plate', size);
    await addVisible(opened.page);
    await opened.miniCart.getByText('€14.00').first().waitFor();
    await visit(opened.page, '/cart');
    await opened.page.waitForFunction(
      () => (document.querySelector('vt-island[name="ui/quantity"]') as { isHydrated?: boolean } | null)?.isHydrated,
    );
    return { ...opened, summary: opened.page.getByRole('complementary', { name: 'Order summary' }) };
  }

  it('saves two quick changes of a quantity by one call, and keeps the focus', async () => {
    const { page, summary, watch } = await openCart();
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    const more = page.getByRole('button', { name: 'Increase quantity' });
    await more.click();
    await more.click();
    await summary.getByText('€42.00').first().waitFor();
    expect(calls).toHaveLength(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Increase quantity');
    expect(watch.problems()).toEqual([]);
  });

  it('keeps changes that are not saved yet when the checkout follows at once', async () => {
    const { page } = await openCart();
    const more = page.getByRole('button', { name: 'Increase quantity' });
    await more.click();
    await more.click();
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    await page.getByText('× 3').first().waitFor();
  });

  it('keeps them without script, too', async () => {
    const { page, form } = await openPage('/product/plate', sizes.phone, { hasScript: false });
    await form.getByRole('button', { name: add }).click();
    await page.getByLabel('Quantity of Plate').fill('3');
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    await page.getByText('× 3').first().waitFor();
  });

  it('says why an amount was lowered', async () => {
    const { page } = await openCart();
    const field = page.getByLabel('Quantity of Plate');
    await field.fill('50');
    await field.press('Tab');
    await page.locator('.cart-line__limit').getByText('Only 5 of “Plate” in stock').waitFor();
    expect(await field.inputValue()).toBe('5');
  });

  it('removes a line in place, with undo', async () => {
    const { page, summary } = await openCart();
    await page
      .locator('.cart-line')
      .getByRole('button', { name: /^Remove/ })
      .click();
    await page.getByRole('main').getByText('Your cart is empty').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Undo' }).click();
    await summary.getByText('€14.00').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/cart');
  });

  it('shows a change in another tab once it is visible', async () => {
    const { page, context, summary } = await openCart();
    const other = await context.newPage();
    await visit(other, '/product/plate');
    await addVisible(other);
    await other.getByRole('dialog', { name: 'Cart' }).getByText('€28.00').first().waitFor();
    await page.bringToFront();
    await summary.getByText('€28.00').first().waitFor();
  });
});

describe('the state in the browser', { timeout: 60_000 }, () => {
  it('is merged from the data of the page instead of a call, and from fragments after 250 ms [4.4/2] [4.4/3] [4.4/4] [9.6/2]', async () => {
    const { page, miniCart } = await openPage('/product/plate');
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    await page.addInitScript(() => {
      const log: unknown[] = [];
      Object.assign(window, { log });
      document.addEventListener('vt:cart-updated', (event) => log.push((event as CustomEvent).detail.cart.count));
      document.addEventListener('vt:checkout-updated', () => log.push('checkout'));
    });
    const readLog = () => page.evaluate(() => (window as unknown as { log: unknown[] }).log);
    await visit(page, '/cart');
    await expect.poll(readLog).toEqual([1]);
    expect(calls).toEqual([]);
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.evaluate(() => {
      const data = document.createElement('script');
      data.type = 'application/json';
      data.dataset.cartState = '';
      data.textContent = '{"cart":{"version":999999,"count":7},"queryParams":{"currency":"EUR"}}';
      document.querySelector('#mini-cart [data-fragment]')?.append(data);
      document.dispatchEvent(new CustomEvent('vt:fragments-changed', { detail: { keys: ['mini-cart'] } }));
    });
    await page.clock.runFor(240);
    expect(await readLog()).toEqual([1]);
    await page.clock.runFor(20);
    expect(await readLog()).toEqual([1, 7]);
  });

  it('is refreshed by one call at a time [3.4/5] [4.4/1]', async () => {
    const { page, miniCart } = await openPage('/product/plate');
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    let [running, most, calls] = [0, 0, 0];
    await page.route('**/cart/refresh', async (route) => {
      running += 1;
      calls += 1;
      most = Math.max(most, running);
      await new Promise((resume) => setTimeout(resume, 200));
      running -= 1;
      await route.continue();
    });
    await page.evaluate(() => {
      for (let count = 0; count < 5; count += 1) document.dispatchEvent(new CustomEvent('vt:checkout-updated'));
    });
    await expect.poll(() => calls).toBe(2);
    await expect.poll(() => running).toBe(0);
    expect(most).toBe(1);
  });
});
