import type { Locator, Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

const cards = (page: Page) => page.locator('.product-grid > li');
const card = (page: Page, name: string) => cards(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const boxes = (all: Locator) => all.evaluateAll((found) => found.map((one) => one.getBoundingClientRect().toJSON()));

async function openQuickView(page: Page, name: string): Promise<Locator> {
  await card(page, name).getByRole('button', { name: 'Quick view' }).click();
  return page.getByRole('dialog', { name });
}

test.describe('in any window', () => {
  test.beforeEach(({ isMobile }, info) => info.skip(isMobile, 'runs in the large one'));

  test('[9.7/1] [9.7/2] [9.7/3] [9.7/4] cards stand in three columns, on a small screen in two', async ({ page }) => {
    await page.goto('/shop');
    for (const [width, columns] of [
      [320, 2],
      [549, 2],
      [550, 3],
      [849, 3],
      [850, 3],
      [1600, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const lefts = new Set((await boxes(cards(page))).map(({ left }) => Math.round(left)));
      expect(lefts.size, `${width} px`).toBe(columns);
    }
  });

  test('[9.6/3] what came into a quick view is set up 300 ms later', async ({ page }) => {
    await page.goto('/shop');
    await card(page, 'Creek jug').getByRole('link', { name: 'Creek jug', exact: true }).focus();
    await page.locator('vt-behaviour[name="listing/cards"]').evaluate(async (element) => {
      const { isHydrated } = element as HTMLElement & { isHydrated: boolean };
      if (!isHydrated) await new Promise((resolve) => element.addEventListener('vt:island-ready', resolve));
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const dialog = await openQuickView(page, 'Creek jug');
    const island = dialog.locator('vt-island[name="product-form/buy-form"]');
    await expect(island).toHaveCount(1);
    const isHydrated = () =>
      island.evaluate((element) => (element as HTMLElement & { isHydrated: boolean }).isHydrated);
    // The paint, after which the time counts.
    await page.clock.runFor(20);
    await page.clock.runFor(270);
    expect(await isHydrated()).toBe(false);
    await page.clock.runFor(100);
    await page.clock.resume();
    await expect.poll(isHydrated).toBe(true);
  });

  test('a quick view that does not come says so, tries again, and leads to the page', async ({ page, watch }) => {
    watch.allow(/\/ajax/);
    await page.goto('/shop');
    await page.route('**/ajax', (route) => route.abort('connectionfailed'));
    const dialog = await openQuickView(page, 'Creek jug');
    await expect(dialog.getByRole('alert')).toHaveText('Could not load product');
    await expect(dialog.getByRole('link', { name: 'View full details' })).toHaveAttribute(
      'href',
      /\/product\/creek-jug$/,
    );
    await checkAxe(page);
    await page.unroute('**/ajax');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByRole('button', { name: 'Add to cart' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Creek jug' })).toBeFocused();
  });
});

test('[2.2/3] cards of a row are equally high, and what is in them begins at the same height', async ({ page }) => {
  await page.goto('/shop');
  // A name of three lines among short ones, and prices beside none.
  await page
    .locator('.product-card__link')
    .first()
    .evaluate((link) => {
      link.textContent = 'A bowl with a name that goes on for so long that it needs some lines for itself';
    });
  const rows = Map.groupBy(await boxes(cards(page)), ({ top }) => Math.round(top));
  expect(rows.size).toBeGreaterThan(6);
  for (const [top, row] of rows) {
    expect(new Set(row.map(({ height }) => Math.round(height))).size, `the row at ${top}`).toBe(1);
  }
  const prices = (await boxes(page.locator('.product-card__price'))).slice(0, 2).map(({ top }) => Math.round(top));
  expect(prices[0]).toBe(prices[1]);
});

test('a button that is pressed twice opens one quick view', async ({ page }) => {
  await page.goto('/shop');
  await card(page, 'Creek jug').getByRole('button', { name: 'Quick view' }).dblclick();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Creek jug' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('[2.2/4] a quick view shows the product from the server, sells it, and gives the focus back', async ({ page }) => {
  await page.goto('/shop');
  const dialog = await openQuickView(page, 'Tideline mug');
  await expect(dialog.getByRole('heading', { name: 'Tideline mug' })).toBeFocused();
  const form = dialog.locator('form');
  await form.locator('label', { hasText: 'Ink' }).click();
  await expect(form.locator('.stock')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next image' }).click();
  await expect
    .poll(() => dialog.getByRole('list', { name: /Images/ }).evaluate((strip) => strip.scrollLeft))
    .toBeGreaterThan(100);
  await checkAxe(page);
  await dialog.getByRole('link', { name: 'View full details' }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(card(page, 'Tideline mug').getByRole('button', { name: 'Quick view' })).toBeFocused();
  const again = await openQuickView(page, 'Creek jug');
  await again.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('main')).toContainText('Creek jug');
});

test('the second photograph comes when it is pointed at, and is never fetched where nothing points', async ({
  page,
  isMobile,
}) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/shop', { waitUntil: 'networkidle' });
  const second = cards(page).first().locator('.product-card__second');
  const name = await second.locator('img').evaluate((image: HTMLImageElement) => image.src.split('-')[0] ?? '');
  const isFetched = () => fetched.some((url) => url.startsWith(name));
  if (isMobile) {
    expect(isFetched()).toBe(false);
    return;
  }
  await expect(second).toHaveCSS('opacity', '0');
  await expect(second).toHaveCSS('transition-duration', '0.24s');
  await cards(page).first().hover();
  await expect(second).toHaveCSS('opacity', '1');
  expect(isFetched()).toBe(true);
});

test('[2.2/5] [5.2/1] a quantity below its minimum is raised to it, and that many go into the cart', async ({
  page,
  isMobile,
}) => {
  await page.goto('/category/tiles');
  const tile = card(page, 'Comb tile');
  if (!isMobile) await tile.hover();
  const field = tile.getByLabel('Quantity of Comb tile');
  for (const typed of ['0', '-3', '']) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue('1');
  }
  await field.fill('4');
  await tile.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByLabel('Quantity of Comb tile')).toHaveValue('4');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a card' : 'a card without script', () => {
    test.use({ javaScriptEnabled });

    test('leads to the product, and by a swatch to the glaze of that colour', async ({ page }) => {
      await page.goto('/shop');
      const mug = card(page, 'Tideline mug');
      expect(await mug.getByRole('button', { name: 'Quick view' }).count()).toBe(javaScriptEnabled ? 1 : 0);
      const swatch = mug.getByRole('link', { name: 'Oat' });
      const { width, height } = (await swatch.boundingBox()) ?? { width: 0, height: 0 };
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      await swatch.click();
      await expect(page).toHaveURL(/\/product\/tideline-mug\?variation=\d+$/);
      await expect(page.getByRole('main').getByRole('radio', { name: 'Oat' }).first()).toBeChecked();
    });
  });
}
