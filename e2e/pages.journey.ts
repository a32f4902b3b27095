import type { Page } from '@playwright/test';
import { checkAxe, expect, getOverflow, isHydrated, test } from './support/test.ts';

const testedPages = [
  ['the home page', '/'],
  ['the shop', '/shop'],
  ['a category', '/category/tableware'],
  ['a variable product', '/product/estuary-bowl'],
  ['a simple product', '/product/slipway-tray'],
  ['a sold-out product', '/product/moon-jar'],
  ['a grouped product', '/product/breakfast-set'],
  ['an external product', '/product/clay-from-the-creek'],
  ['a downloadable product', '/product/glaze-care'],
  ['an empty cart', '/cart'],
  ['the outbox', '/outbox'],
  ['a contact form', '/contact/commissions'],
] as const;

for (const [name, path] of testedPages) {
  test(`${name} is accessible, and not wider than the screen, also with letters of twice the size`, async ({
    page,
    isMobile,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await checkAxe(page);
    expect(await getOverflow(page)).toBe(0);
    expect(await getLongestLine(page)).toBeLessThanOrEqual(75);
    if (isMobile) await checkDoubleLetters(page, name);
  });
}

const doubleLetters = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

async function checkDoubleLetters(page: Page, name: string): Promise<void> {
  await doubleLetters(page);
  expect.soft(await getOverflow(page), name).toBe(0);
  expect.soft(await listBrokenWords(page), name).toEqual([]);
}

test('what was added, listed and found is whole on a phone with letters of twice the size', {
  tag: '@phone',
}, async ({ page }) => {
  const check = (name: string) => checkDoubleLetters(page, name);
  await page.goto('/product/slipway-tray');
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="wishlist-pages/wishlist"]'))).toBe(true);
  await page.getByRole('link', { name: 'Add to wishlist' }).first().click();
  await expect(page.getByRole('link', { name: 'In your wishlist' }).first()).toBeVisible();
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="mini-cart/mini-cart"]'))).toBe(true);
  await page.locator('.buy__form').getByRole('button', { name: 'Add to cart' }).click();
  const drawer = page.getByRole('dialog', { name: 'Cart' });
  await expect(drawer.getByRole('link', { name: 'Slipway tray' })).toBeVisible();
  await check('the mini-cart');
  expect.soft(await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect.soft(drawer.getByText('Subtotal')).toBeInViewport({ ratio: 1 });
  await expect.soft(drawer.getByRole('button', { name: 'Checkout' })).toBeInViewport({ ratio: 1 });
  await page.goto('/cart');
  await check('a cart');
  await page.goto('/wishlist');
  await expect(page.locator('.wishlist-rows').getByText('Slipway tray').first()).toBeVisible();
  await check('a wishlist');
  await page.goto('/');
  await doubleLetters(page);
  await page.getByLabel('Search products').fill('tray');
  await expect(page.getByRole('option', { name: /^View all/ })).toBeVisible();
  await check('the live search');
});

test('the bar of a product takes at most a quarter of a phone with letters of twice the size', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['/product/tideline-mug', '/product/slipway-tray']) {
    await page.goto(path);
    await doubleLetters(page);
    const bar = await page.locator('.sticky-bar[data-shown]').boundingBox();
    expect.soft(bar?.height, path).toBeLessThanOrEqual(844 / 4);
  }
});

test('what is bought together is not wider than a phone with letters of twice the size', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/product/tideline-mug');
  await doubleLetters(page);
  await page.locator('.together').scrollIntoViewIfNeeded();
  await expect(page.locator('.together__steps')).toBeVisible();
  expect(await getOverflow(page)).toBe(0);
});

/** Visible words that begin in one line and end in another. */
function listBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      // What only screen readers read has one pixel.
      if (!text.parentElement?.checkVisibility() || text.parentElement.offsetWidth <= 1) continue;
      for (const { 0: word, index } of text.data.matchAll(/\p{L}+/gu)) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });
}

test('a dialog has an edge in forced colours', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/shop');
  await page.getByRole('button', { name: 'Quick view Creek jug' }).click();
  const dialog = page.getByRole('dialog', { name: 'Creek jug' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toHaveCSS('border-top-style', 'solid');
});

/** Characters in the longest line of all paragraphs. */
function getLongestLine(page: Page): Promise<number> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
    const range = document.createRange();
    const lines = [...document.querySelectorAll('main p')].flatMap((paragraph) => {
      const characters = new Map<number, number>();
      const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
        for (let index = 0; index < node.length; index++) {
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          const { bottom, width } = range.getBoundingClientRect();
          if (width > 0) characters.set(Math.round(bottom), (characters.get(Math.round(bottom)) ?? 0) + 1);
        }
      }
      return [...characters.values()];
    });
    return Math.max(0, ...lines);
  });
}

test.describe('a missing address', () => {
  test.use({ allow: ['404'] });

  test('has an error page with links', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/product/nothing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.getByRole('link', { name: 'Browse all products' }).click();
    await expect(page).toHaveURL(/\/shop$/);
    await checkAxe(page);
  });
});

test('[2/1] every link and form loads a page from the server', { tag: '@desktop' }, async ({ page }) => {
  const documents: string[] = [];
  page.on('request', (request) => {
    // Frames of the wallet navigate, too.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame())
      documents.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/shop');
  const markWindow = () => page.evaluate(() => Object.assign(window, { mark: true }));
  const isMarked = () => page.evaluate(() => 'mark' in window);
  await markWindow();
  await page.getByRole('link', { name: 'Slipway tray' }).first().click();
  await expect(page).toHaveURL(/slipway-tray$/);
  expect(await isMarked()).toBe(false);
  await markWindow();
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="mini-cart/mini-cart"]'))).toBe(true);
  await page.locator('.buy__form').getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'View cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  expect(await isMarked()).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL(/slipway-tray$/);
  expect(documents.slice(0, 3)).toEqual(['GET /shop', 'GET /product/slipway-tray', 'GET /cart']);
});

test('[2.2/1] [2.2/2] [9.6/6] selecting a sort submits it, and the count is announced after 1 s', {
  tag: '@phone',
}, async ({ page }) => {
  const sort = page.locator('vt-behaviour[name="listing/listing"]');
  await page.goto('/shop');
  await expect.poll(() => isHydrated(sort)).toBe(true);
  // From here on only `runFor` advances the time.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Sort by').focus();
  await page.getByLabel('Sort by').selectOption('price-desc');
  await expect(page).toHaveURL(/orderby=price-desc/);
  await expect(page.getByLabel('Sort by')).toBeFocused();
  const status = page.locator('#vt-status');
  await page.clock.runFor(900);
  expect(await status.textContent()).toBe('');
  await page.clock.runFor(200);
  await expect(status).toHaveText(/^\d+ products$/);
  await page.clock.resume();
  await page.goBack();
  await expect(page).toHaveURL(/shop$/);
  await expect(page.getByLabel('Sort by')).toHaveValue('default');
});

test('hydration causes no layout shift', async ({ page }) => {
  for (const path of ['/', '/shop', '/product/tideline-mug']) {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const total = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0),
    );
    expect(total, path).toBeLessThan(0.01);
  }
});
