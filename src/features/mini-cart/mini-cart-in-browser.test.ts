import { randomUUID } from 'node:crypto';
import type { Locator, Page, Request, Route } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readStatus } from '#e2e/support/status.ts';
import { addToCartPath, requestKeyField } from '#features/cart/index.ts';
import { ensureCategories } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { changeSettings } from '#platform/settings/change-settings.ts';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { dropKeptPages } from '#tests/support/kept-pages.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});
const description = '<p>Thrown slowly.</p>'.repeat(60);
let plate = 0;

beforeAll(async () => {
  const { shop } = open.app;
  const bowls = await inTransaction(shop.db, (tx) => ensureCategories(shop, tx, [['Bowls']]));
  const shared = { status: 'published', description, categories: [...bowls.values()].flat() } as const;
  const stock = { managed: true, onHand: 5, backorders: 'no' } as const;
  const last = { managed: true, onHand: 1, backorders: 'no' } as const;
  const add = (name: string, master: object, more: object = {}) =>
    saveTestProduct(shop, { ...shared, name, slug: name.toLowerCase(), master, ...more });
  const vase = await add('Vase', { regularPrice: 2000 });
  const tray = await add('Tray', { regularPrice: 3000 }, { crossSells: [vase.id] });
  plate = (await add('Plate', { regularPrice: 1400, stock })).id;
  await add('Jug', { regularPrice: 900, stock: last });
  await add('Set', {}, { type: 'grouped', grouped: [vase.id, tray.id] });
});

/** For polls on a busy machine. */
const sizes = { wide: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } };
type Shopper = Awaited<ReturnType<typeof open.shopper>>;

/** Opens a page as a new shopper: of the shared page, unless another one is given. */
async function openPage(path: string, size = sizes.wide, shopper?: Shopper, hasScript = true) {
  const opened = shopper ?? (await open.sharedShopper());
  const { page } = opened;
  await page.setViewportSize(size);
  await visit(page, path, hasScript);
  return {
    ...opened,
    miniCart: page.getByRole('dialog', { name: 'Cart' }),
    count: page.locator('[data-count="cart"]'),
    form: page.locator('.buy__form'),
  };
}

/** Opens a page of a shopper who has a plate in the cart. */
async function openPageWithPlate(path: string, size = sizes.wide, shopper?: Shopper, hasScript = true) {
  const opened = shopper ?? (await open.sharedShopper());
  const form = { product_id: plate, [requestKeyField]: randomUUID() };
  const reply = await opened.page.request.post(addToCartPath, { form, maxRedirects: 0 });
  expect(reply.status()).toBe(303);
  return openPage(path, size, opened, hasScript);
}

/** Waits until the cart's script listens. */
async function visit(page: Page, path: string, hasScript = true): Promise<void> {
  await page.goto(path);
  if (!hasScript) return;
  await waitForHydration(page, 'vt-behaviour[name="mini-cart/mini-cart"]');
}

/** Opens the mini-cart by the link in the header. */
async function openMiniCart({ page, miniCart }: { readonly page: Page; readonly miniCart: Locator }): Promise<void> {
  await page.locator('[data-cart-link]').click();
  await miniCart.getByText('€14.00').first().waitFor();
}

/** Posts that the page sends from now on. */
function recordPosts(page: Page): Request[] {
  const posts: Request[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request));
  return posts;
}

const readKey = (request: Request | undefined) =>
  new RegExp(`"?${requestKeyField}"?(?:=|\\s+)([\\w-]+)`).exec(request?.postData() ?? '')?.[1];

const add = 'Add to cart';
const addSet = 'Add set to cart';
const addVisible = async (page: Page) => page.locator('.buy__form').getByRole('button', { name: add }).click();
const announcements = (page: Page) => page.locator('#vt-status');

describe('adding', () => {
  it.each(Object.entries(sizes))(
    'keeps the page and reveals the mini-cart on a %s screen, a dropdown or a drawer [2.4/2] [2.4/3] [4.4/7] [9.7/5]',
    async (_name, size) => {
      const { page, miniCart, count, watch } = await openPage('/product/plate', size);
      await addVisible(page);
      await miniCart.getByText('€14.00').first().waitFor();
      expect(new URL(page.url()).pathname).toBe('/product/plate');
      expect(await count.textContent()).toBe('1');
      await expect.poll(() => readStatus(page)).toContain('“Plate” was added to your cart.');
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

  it('[D9] takes the focus into the mini-cart when a product is added by keyboard, and back when it closes', async () => {
    const { page, miniCart, watch } = await openPage('/product/plate', sizes.wide);
    const button = page.locator('.buy__form').getByRole('button', { name: add });
    await button.press('Enter');
    await expect.poll(() => miniCart.evaluate((element) => element.matches(':focus-within'))).toBe(true);
    expect(await miniCart.evaluate((element) => element.matches(':modal'))).toBe(false);
    await checkAxe(page);
    await page.keyboard.press('Escape');
    await miniCart.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(watch.problems()).toEqual([]);
  });

  it('closes a quick view, above which the mini-cart could not be used', async () => {
    const { page, miniCart } = await openPage('/category/bowls');
    const card = page.locator('.product-card').filter({ hasText: 'Plate' });
    await card.hover();
    await card.getByRole('button', { name: 'Quick view' }).click();
    await page.getByRole('dialog', { name: 'Plate' }).getByRole('button', { name: add }).click();
    await miniCart.getByText('€14.00').first().waitFor();
    await miniCart.getByRole('button', { name: 'Close cart' }).click();
    expect(await page.getByRole('dialog', { name: 'Plate' }).isVisible()).toBe(false);
  });

  it('sends one request for a double click on a slow network, and shows at once that it works [4.4/5]', async () => {
    const { page, miniCart, form, count } = await openPage('/product/plate');
    const posts = recordPosts(page);
    const answer = Promise.withResolvers<void>();
    await page.route('**/cart/item', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await form.getByRole('button', { name: add }).dblclick();
    const button = form.locator('.buy__button');
    expect(await button.getAttribute('aria-busy')).toBe('true');
    await button.click({ force: true });
    answer.resolve();
    await miniCart.getByText('€14.00').first().waitFor();
    expect(await button.getAttribute('aria-busy')).toBe(null);
    expect((await announcements(page).textContent())?.match(/“Plate” was added to your cart\./g)).toHaveLength(1);
    expect([posts.length, await count.textContent()]).toEqual([1, '1']);
  });

  it('says why a product that sold out meanwhile was not added', async () => {
    const { page, form, watch } = await openPage('/product/jug');
    watch.allow('409', '/cart/item');
    await database.pool.query(
      "update stock_levels set on_hand = 0 where variation_id = (select id from products where slug = 'jug')",
    );
    dropKeptPages();
    await form.getByRole('button', { name: add }).click();
    const note = page.locator('.toast');
    await note.getByText('“Jug” is sold out.').waitFor();
    expect(await announcements(page).textContent()).toContain('“Jug” is sold out.');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('buy__button'))).toBe(true);
    await checkAxe(page);
  });

  describe('on a broken network', () => {
    /** Carries out the request, and loses the answer. */
    const loseReply = async (route: Route) => {
      await route.fetch();
      await route.abort('connectionreset');
    };
    const openWithClock = async () => {
      const shopper = await open.shopper();
      await shopper.page.clock.install();
      const opened = await openPage('/product/plate', sizes.phone, shopper);
      return { ...opened, posts: recordPosts(opened.page) };
    };

    it('sends a call whose answer was lost once more by itself, and adds once', async () => {
      const { page, count, posts } = await openWithClock();
      let sent = 0;
      await page.route('**/cart/item', (route) => {
        sent += 1;
        return sent === 1 ? loseReply(route) : route.continue();
      });
      await addVisible(page);
      await expect.poll(() => posts.length).toBe(1);
      await expect.poll(() => page.clock.runFor(500).then(() => posts.length)).toBe(2);
      await count.getByText('1', { exact: true }).waitFor();
      expect(readKey(posts[1])).toMatch(/^[\da-f]{32}$/);
      expect(readKey(posts[1])).toBe(readKey(posts[0]));
    });

    it('offers to try again by the form, which adds once and then is another request', async () => {
      const { page, count, form, posts } = await openWithClock();
      await page.route('**/cart/item', loseReply);
      await addVisible(page);
      const retry = page.locator('.toast').getByRole('button', { name: 'Try again' });
      await expect.poll(() => page.clock.runFor(500).then(() => retry.isVisible())).toBe(true);
      expect(await form.locator('.buy__button').getAttribute('aria-busy')).toBe(null);
      await retry.click();
      await page.waitForURL('**/cart');
      await page.getByText('“Plate” was added to your cart.').waitFor();
      expect(await count.textContent()).toBe('1');
      expect(new Set(posts.map(readKey)).size).toBe(1);
      await letThrough(page, '**/cart/item');
      await visit(page, '/product/plate');
      await addVisible(page);
      await count.getByText('2', { exact: true }).waitFor();
      expect(new Set(posts.map(readKey)).size).toBe(2);
    });
  });

  it('leads to the cart without script, from the form, a card and a group', async () => {
    const shopper = await open.sharedShopper({ hasScript: false });
    const { page, count, form } = await openPage('/product/plate', sizes.phone, shopper, false);
    const readQuantities = async () => {
      await page.waitForURL('**/cart');
      return page
        .locator('.cart-line input[type=number]')
        .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
    };
    await form.getByRole('button', { name: add }).click();
    expect(await readQuantities()).toEqual(['1']);
    await visit(page, '/category/bowls', false);
    const card = page.locator('.product-card').filter({ hasText: 'Vase' });
    await card.getByRole('button', { name: add }).click();
    expect(await readQuantities()).toEqual(['1', '1']);
    await visit(page, '/product/set', false);
    await form.getByRole('button', { name: addSet }).click();
    expect(await readQuantities()).toEqual(['1', '1', '1', '1']);
    expect(await count.isVisible()).toBe(false);
    await page.locator('[data-cart-link]').click();
    await page.waitForURL('**/cart');
  });
});

describe('adding from every place, without the mini-cart', () => {
  const reveal = (value: boolean | undefined) =>
    changeSettings(open.app.shop, [{ key: 'cart.revealMiniCart', value, version: null }], 'shop');
  beforeAll(() => reveal(false));
  afterAll(() => reveal(undefined));

  type Press = (button: Locator) => Promise<void>;
  const inputs: Readonly<Record<string, Press>> = {
    mouse: (button) => button.click(),
    keyboard: async (button) => {
      await button.focus();
      await button.press('Enter');
    },
    touch: (button) => button.tap(),
  };

  it.each<[keyof typeof sizes, string[]]>([
    ['wide', ['mouse', 'keyboard']],
    ['phone', ['touch']],
  ])('works on a %s screen by %s [2.4/3]', async (size, names) => {
    const presses = names.flatMap((name) => inputs[name] ?? []);
    const shopper = await open.sharedShopper({ hasTouch: names.includes('touch') });
    const { page, count, miniCart, form, watch } = await openPage('/product/tray', sizes[size], shopper);
    const posts = recordPosts(page);
    let expected = 0;
    /** Presses once with each input. */
    const addFrom = async (button: Locator, items = 1) => {
      for (const press of presses) {
        expected += items;
        await press(button);
        await count.getByText(String(expected), { exact: true }).waitFor();
      }
    };
    const findCard = (name: string) => page.locator('.product-card').filter({ hasText: name }).first();
    const note = page.locator('.toast').getByRole('link', { name: 'View cart' });
    await addFrom(form.getByRole('button', { name: add }));
    await note.waitFor();
    await expect.poll(() => announcements(page).textContent()).toContain('“Tray” was added to your cart.');
    await page.evaluate(() => scrollTo(0, 2_000));
    await addFrom(page.locator('.sticky-bar').getByRole('button', { name: add }));
    await addFrom(findCard('Vase').getByRole('button', { name: add }));
    await visit(page, '/category/bowls');
    await addFrom(findCard('Vase').getByRole('button', { name: add }));
    for (const press of presses) {
      await press(findCard('Tray').getByRole('button', { name: 'Quick view' }));
      const quickView = page.getByRole('dialog', { name: 'Tray' });
      expected += 1;
      await press(quickView.getByRole('button', { name: add }));
      await count.getByText(String(expected), { exact: true }).waitFor();
      await quickView.locator('.toast').waitFor();
      await page.keyboard.press('Escape');
      await quickView.waitFor({ state: 'hidden' });
      // Closing goes back in the history, which would cancel a page that is asked for meanwhile.
      await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    }
    await visit(page, '/product/set');
    await addFrom(form.getByRole('button', { name: addSet }), 2);
    await expect.poll(() => announcements(page).textContent()).toContain('2 items were added to your cart.');
    expect(await miniCart.isVisible()).toBe(false);
    const keys = posts.filter((request) => request.url().endsWith('/cart/item')).map(readKey);
    expect([keys.length, new Set(keys).size]).toEqual([6 * presses.length, 6 * presses.length]);
    expect(watch.problems()).toEqual([]);
  });
});

describe('the mini-cart', () => {
  it('closes itself 5,000 ms after it was revealed, but not while it is in use, and keeps its layout when it closes [9.6/1]', async () => {
    const { page, miniCart } = await openPage('/product/plate', sizes.wide, await open.shopper());
    await page.clock.install();
    await page.mouse.move(10, 700);
    await addVisible(page);
    await miniCart.getByText('€14.00').first().waitFor();
    await miniCart.hover();
    await page.clock.runFor(6_000);
    expect(await miniCart.isVisible()).toBe(true);
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.mouse.move(10, 700);
    await page.clock.runFor(4_900);
    expect(await miniCart.isVisible()).toBe(true);
    await page.clock.runFor(300);
    await miniCart.waitFor({ state: 'hidden' });
    await openMiniCart({ page, miniCart });
    const widths = await miniCart.evaluate((dialog: HTMLDialogElement) => {
      const readWidth = () => dialog.querySelector('form')?.getBoundingClientRect().width;
      const before = readWidth();
      dialog.hidePopover();
      return [before, readWidth()];
    });
    expect(widths[1]).toBe(widths[0]);
  });

  it('opens from the header, with a retry when it could not be loaded, and returns the focus [8.2/7]', async () => {
    const { page, miniCart, watch } = await openPage('/category/bowls');
    watch.allow('cart/refresh');
    await page.route('**/cart/refresh', (route) => route.abort('connectionfailed'));
    const link = page.locator('[data-cart-link]');
    await link.focus();
    await page.keyboard.press('Enter');
    await miniCart.getByText('Your cart could not be loaded.').waitFor();
    await letThrough(page, '**/cart/refresh');
    await miniCart.getByRole('button', { name: 'Try again' }).click();
    await miniCart.getByText('Your cart is empty').waitFor();
    expect(await link.getAttribute('aria-expanded')).toBe('true');
    await checkAxe(page);
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cart-link'))).toBe(true);
    expect(watch.problems()).toEqual([]);
  });

  it("saves a quantity, and leaves an invalid one to the browser's message [2.4/4] [5.2/6] [7.3/5]", async () => {
    const opened = await openPageWithPlate('/category/bowls');
    const { page, miniCart } = opened;
    await openMiniCart(opened);
    const posts = recordPosts(page);
    const field = miniCart.getByLabel('Quantity of Plate');
    await field.fill('9');
    await field.press('Tab');
    expect(await field.evaluate((element: HTMLInputElement) => element.validationMessage)).not.toBe('');
    await page.waitForTimeout(500);
    expect(posts).toEqual([]);
    await field.fill('3');
    await field.press('Tab');
    await miniCart.getByText('€42.00').first().waitFor();
    expect(posts).toHaveLength(1);
    expect(posts[0]?.postData()).toContain('action=theme_ajax_cart_item_alter_quantity');
    expect(posts[0]?.postData()).toMatch(/cart_item_key=[\da-f-]{36}&quantity=3/);
  });

  it('is closed by "back" as a drawer, and a quick view too; once more leaves the page, also after a link in it', async () => {
    const opened = await openPageWithPlate('/category/bowls', sizes.phone);
    const { page, miniCart } = opened;
    await visit(page, '/product/tray');
    await openMiniCart(opened);
    await page.goBack();
    await miniCart.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/product\/tray$/);
    // Closed otherwise, it leaves no entry behind.
    await openMiniCart(opened);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    await openMiniCart(opened);
    await miniCart.getByRole('link', { name: 'View cart' }).click();
    await page.waitForURL('/cart');
    await page.goBack();
    await page.waitForURL('/product/tray');
    await page.goBack();
    await page.waitForURL('/category/bowls');
    await page.setViewportSize(sizes.wide);
    const card = page.locator('.product-card').filter({ hasText: 'Plate' });
    await card.hover();
    await card.getByRole('button', { name: 'Quick view' }).click();
    const quickView = page.getByRole('dialog', { name: 'Plate' });
    await quickView.waitFor();
    await page.goBack();
    await quickView.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/category\/bowls$/);
  });

  it('is closed by "back" as a dropdown that was pressed, and not after an addition; once more leaves the page', async () => {
    const opened = await openPageWithPlate('/category/bowls');
    const { page, miniCart, watch } = opened;
    await visit(page, '/product/tray');
    await openMiniCart(opened);
    await page.goBack();
    await miniCart.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/\/product\/tray$/);
    expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-cart-link'))).toBe(true);
    // A forward entry of what is closed leads nowhere.
    await page.goForward();
    await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    await openMiniCart(opened);
    await miniCart.getByRole('link', { name: 'View cart' }).click();
    await page.waitForURL('/cart');
    await page.goBack();
    await page.waitForURL('/product/tray');
    await waitForHydration(page, 'vt-behaviour[name="mini-cart/mini-cart"]');
    await openMiniCart(opened);
    await miniCart.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    await page.goBack();
    await page.waitForURL('/product/tray');
    // The form left the entry behind.
    await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    await waitForHydration(page, 'vt-behaviour[name="mini-cart/mini-cart"]');
    await addVisible(page);
    await miniCart.getByText('Tray').first().waitFor();
    expect(await page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    await page.goBack();
    await page.waitForURL('/category/bowls');
    expect(watch.problems()).toEqual([]);
  });

  it('makes one save of two quick changes, removes and restores a line, and saves before the checkout', async () => {
    const opened = await openPageWithPlate('/category/bowls');
    const { page, miniCart, count } = opened;
    await openMiniCart(opened);
    const posts = recordPosts(page);
    const more = miniCart.getByRole('button', { name: /^Increase quantity/ });
    await more.dblclick();
    await miniCart.getByText('€42.00').first().waitFor();
    expect(posts).toHaveLength(1);
    await miniCart.getByRole('button', { name: /^Remove/ }).click();
    await miniCart.getByText('Your cart is empty').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo');
    await page.keyboard.press('Enter');
    await miniCart.getByText('€42.00').first().waitFor();
    await count.getByText('3', { exact: true }).waitFor();
    await more.click();
    await miniCart.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    await page.getByText('× 4').first().waitFor();
  });
});

describe('the cart page', () => {
  async function openCart() {
    const opened = await openPageWithPlate('/cart');
    await waitForHydration(opened.page, 'vt-island[name="ui/quantity"]');
    return { ...opened, summary: opened.page.getByRole('complementary', { name: 'Order summary' }) };
  }

  it('saves two quick changes of a quantity by one call, and keeps the focus', async () => {
    const { page, summary, watch } = await openCart();
    const calls: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()));
    const more = page.getByRole('button', { name: 'Increase quantity' });
    await more.dblclick();
    await summary.getByText('€42.00').first().waitFor();
    expect(calls).toHaveLength(1);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Increase quantity');
    expect(watch.problems()).toEqual([]);
  });

  it('keeps changes that are not saved yet when the checkout follows at once', async () => {
    const { page } = await openCart();
    const more = page.getByRole('button', { name: 'Increase quantity' });
    await more.dblclick();
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    // On a phone the summary is folded.
    await page.getByText('× 3').first().waitFor({ state: 'attached' });
  });

  it('keeps them without script, too', async () => {
    const { page } = await openPageWithPlate(
      '/cart',
      sizes.phone,
      await open.sharedShopper({ hasScript: false }),
      false,
    );
    await page.getByLabel('Quantity of Plate').fill('3');
    await page.getByRole('button', { name: 'Checkout' }).click();
    await page.waitForURL('**/checkout');
    // On a phone the summary is folded.
    await page.getByText('× 3').first().waitFor({ state: 'attached' });
  });

  it('says why an amount was lowered, until it is changed again', async () => {
    const { page, summary } = await openCart();
    const field = page.getByRole('main').getByLabel('Quantity of Plate');
    await field.fill('50');
    await field.press('Tab');
    const limit = page.locator('.cart-line__limit');
    await limit.getByText('Only 5 of “Plate” in stock').waitFor();
    expect(await field.inputValue()).toBe('5');
    await summary.getByText('€70.00').first().waitFor();
    await expect.poll(() => field.evaluate((input: HTMLInputElement) => input.defaultValue)).toBe('5');
    expect(await limit.textContent(), 'after the reply').toContain('Only 5 of “Plate” in stock');
    await field.fill('4');
    expect(await limit.textContent()).toBe('');
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

  it('asks again for a change in another tab that it could not load', async () => {
    const { page, context, summary } = await openCart();
    await page.route('**/cart/refresh', (route) => route.abort());
    // Later than the failed request: the page does not ask again before it knows of it.
    const failed = page.evaluate(
      () =>
        new Promise((done) => document.addEventListener('vt:cart-refreshed', () => setTimeout(done), { once: true })),
    );
    const other = await context.newPage();
    await visit(other, '/product/plate');
    await addVisible(other);
    await failed;
    await other.close();
    await letThrough(page, '**/cart/refresh');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await summary.getByText('€28.00').first().waitFor();
  });

  it('shows a change in another tab once it is visible', async () => {
    const { page, context, summary } = await openCart();
    const other = await context.newPage();
    await visit(other, '/product/plate');
    await addVisible(other);
    await other.getByRole('dialog', { name: 'Cart' }).getByText('€28.00').first().waitFor();
    await page.bringToFront();
    await summary.getByText('€28.00').first().waitFor();
    await other.close();
  });
});

describe('the state in the browser', () => {
  it('is merged from the data of the page instead of a call, and from fragments after 250 ms [4.4/2] [4.4/3] [4.4/4] [9.6/2]', async () => {
    const shopper = await open.shopper();
    const { page } = shopper;
    const posts = recordPosts(page);
    await page.addInitScript(() => {
      const log: unknown[] = [];
      Object.assign(window, { log });
      document.addEventListener('vt:cart-updated', (event) => log.push((event as CustomEvent).detail.cart.count));
      document.addEventListener('vt:checkout-updated', () => log.push('checkout'));
    });
    const readLog = () => page.evaluate(() => (window as unknown as { log: unknown[] }).log);
    await openPageWithPlate('/cart', sizes.wide, shopper);
    await expect.poll(readLog).toEqual([1]);
    expect(posts).toEqual([]);
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
    const opened = await openPageWithPlate('/category/bowls');
    const { page } = opened;
    await openMiniCart(opened);
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
