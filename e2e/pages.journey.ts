import type { Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

const pages = [
  ['the home page', '/'],
  ['the shop', '/shop'],
  ['a category', '/category/tableware'],
  ['a sorted listing', '/shop?orderby=price-desc'],
  ['a variable product', '/product/estuary-bowl'],
  ['a simple product', '/product/slipway-tray'],
  ['a product that is sold out', '/product/moon-jar'],
  ['a group', '/product/breakfast-set'],
  ['a product sold elsewhere', '/product/clay-from-the-creek'],
  ['a download', '/product/glaze-care'],
  ['an empty cart', '/cart'],
  ['the outbox', '/outbox'],
] as const;

for (const [name, path] of pages) {
  test(`${name} is whole and accessible, and nothing is wider than the screen`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await checkAxe(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    expect(await longestLine(page)).toBeLessThanOrEqual(75);
  });
}

/** Letters in the longest line of a paragraph. */
function longestLine(page: Page): Promise<number> {
  return page.evaluate(() => {
    for (const one of document.querySelectorAll('details')) one.open = true;
    const range = document.createRange();
    const lines = [...document.querySelectorAll('main p')].flatMap((paragraph) => {
      const letters = new Map<number, number>();
      const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
        for (let at = 0; at < node.length; at++) {
          range.setStart(node, at);
          range.setEnd(node, at + 1);
          const { bottom, width } = range.getBoundingClientRect();
          if (width > 0) letters.set(Math.round(bottom), (letters.get(Math.round(bottom)) ?? 0) + 1);
        }
      }
      return [...letters.values()];
    });
    return Math.max(0, ...lines);
  });
}

test.describe('an address that leads nowhere', () => {
  test.use({ allow: ['404'] });

  test('gets a page that helps', async ({ page }) => {
    await page.goto('/product/nothing');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.getByRole('link', { name: 'Browse all products' }).click();
    await expect(page).toHaveURL(/\/shop$/);
    await checkAxe(page);
  });
});

test('[2/1] every link and form brings a page that the server rendered', async ({ page }) => {
  const documents: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto('/shop');
  const mark = () => page.evaluate(() => Object.assign(window, { mark: true }));
  const isMarked = () => page.evaluate(() => 'mark' in window);
  await mark();
  await page.getByRole('link', { name: 'Slipway tray' }).first().click();
  await expect(page).toHaveURL(/slipway-tray$/);
  expect(await isMarked()).toBe(false);
  await mark();
  await page.locator('.buy__form').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  expect(await isMarked()).toBe(false);
  await page.goBack();
  await expect(page).toHaveURL(/slipway-tray$/);
  expect(documents.slice(0, 4)).toEqual(['GET /shop', 'GET /product/slipway-tray', 'POST /cart/add', 'GET /cart']);
});

test('[2.2/1] [2.2/2] [9.6/6] choosing an order sends it, and the number of pieces is said again 1 s after', async ({
  page,
}) => {
  const isHydrated = () =>
    page
      .locator('vt-behaviour[name="listing/sort"]')
      .evaluate((element) => (element as HTMLElement & { isHydrated: boolean }).isHydrated);
  await page.goto('/shop');
  await expect.poll(isHydrated).toBe(true);
  // From here on time stands still but for what the test lets pass.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByLabel('Sort by').focus();
  await page.getByLabel('Sort by').selectOption('price-desc');
  await expect(page).toHaveURL(/orderby=price-desc/);
  const wakeALittle = async () => {
    await page.clock.runFor(20);
    return isHydrated();
  };
  await expect.poll(wakeALittle).toBe(true);
  await expect(page.getByLabel('Sort by')).toBeFocused();
  const said = page.locator('#vt-status');
  await page.clock.runFor(900);
  expect(await said.textContent()).toBe('');
  await page.clock.runFor(200);
  await expect(said).toHaveText(/^\d+ products$/);
  await page.clock.resume();
  await page.goBack();
  await expect(page).toHaveURL(/shop$/);
  await expect(page.getByLabel('Sort by')).toHaveValue('default');
});

test('sorting puts the dearest first', async ({ page }) => {
  await page.goto('/shop?orderby=price-desc');
  const prices = await page.locator('.product-card__price').allInnerTexts();
  // The last amount is the highest of a range, and the price now of a sale.
  const highest = prices.filter((text) => text !== '').map((text) => Number([...text.matchAll(/[\d.]+/g)].at(-1)?.[0]));
  expect(highest).toEqual(highest.toSorted((first, second) => second - first));
});

test('a choice shows its own price and stock, says what can not be had, and can be cleared', async ({ page }) => {
  await page.goto('/product/estuary-bowl');
  const form = page.locator('.buy__form');
  await form.getByRole('radio', { name: 'Chalk' }).check();
  await form.getByRole('radio', { name: 'Large' }).check();
  await expect(form).toContainText('€76.00');
  await form.getByRole('radio', { name: 'Ink' }).check();
  await expect(form).toContainText('€52.00');
  await form.getByRole('button', { name: 'Clear' }).click();
  await expect(form.getByRole('radio', { checked: true })).toHaveCount(0);
});

test('a choice is asked for where none was made', async ({ page }) => {
  await page.goto('/product/tideline-mug');
  await page.locator('.buy__form').getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/tideline-mug$/);
  const missing = await page.locator('.buy__form input:invalid').count();
  expect(missing).toBeGreaterThan(0);
});

test('nothing moves while a page comes alive', async ({ page }) => {
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
