import type { Locator, Page } from '@playwright/test';
import { readCoveredByCloseButton } from './support/close-button.ts';
import { checkAxe, expect, isHydrated, letThrough, test } from './support/test.ts';

const findCards = (page: Page) => page.locator('.product-grid > li');
const findCard = (page: Page, name: string) =>
  findCards(page).filter({ has: page.getByRole('link', { name, exact: true }) });
const getBoxes = (locator: Locator) =>
  locator.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().toJSON()));

async function openQuickView(page: Page, name: string): Promise<Locator> {
  await findCard(page, name).getByRole('button', { name: 'Quick view' }).click();
  return page.getByRole('dialog', { name });
}

test.describe('on a large screen', { tag: '@desktop' }, () => {
  test('[9.7/1] [9.7/2] [9.7/3] [9.7/4] cards have three columns, two below 550 px and four from 1,440 px; the menu stands in a row from 850 px', async ({
    page,
  }) => {
    await page.goto('/shop');
    for (const [width, columns, hasMenu] of [
      [320, 2, false],
      [549, 2, false],
      [550, 3, false],
      [849, 3, false],
      [850, 3, true],
      [1439, 3, true],
      [1440, 4, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      const lefts = new Set((await getBoxes(findCards(page))).map(({ left }) => Math.round(left)));
      expect(lefts.size, `${width} px`).toBe(columns);
      expect(await page.locator('.site-menu').isVisible(), `${width} px`).toBe(hasMenu);
    }
  });

  test('[9.6/3] islands in a quick view hydrate 300 ms after it opens', async ({ page }) => {
    await page.goto('/shop');
    await findCard(page, 'Creek jug').getByRole('link', { name: 'Creek jug', exact: true }).focus();
    await page.locator('vt-behaviour[name="listing/cards"]').evaluate(async (element) => {
      const { isHydrated } = element as HTMLElement & { isHydrated: boolean };
      if (!isHydrated) await new Promise((resolve) => element.addEventListener('vt:island-ready', resolve));
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const dialog = await openQuickView(page, 'Creek jug');
    const island = dialog.locator('vt-island[name="product-form/buy-form"]');
    await expect(island).toHaveCount(1);
    // The 300 ms start after the paint.
    await page.clock.runFor(20);
    await page.clock.runFor(270);
    expect(await isHydrated(island)).toBe(false);
    await page.clock.runFor(100);
    await page.clock.resume();
    await expect.poll(() => isHydrated(island)).toBe(true);
  });

  test('a quick view that fails to load shows an error, a retry button and a link to the page', async ({
    page,
    watch,
  }) => {
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
    await letThrough(page, '**/ajax');
    await dialog.getByRole('button', { name: 'Retry' }).click();
    await expect(dialog.getByRole('button', { name: 'Add to cart' })).toBeVisible();
    await expect(dialog.getByRole('heading', { name: 'Creek jug' })).toBeFocused();
  });
});

test('[2.2/3] cards of a row have the same height, their parts start at the same height, and swatches follow their own price', async ({
  page,
}) => {
  await page.goto('/shop');
  const gaps = await findCards(page).evaluateAll((cards) =>
    cards.flatMap((card) => {
      const [price, prior, swatches] = ['price', 'prior']
        .map((part) => card.querySelector(`.product-card__${part}`))
        .concat(card.querySelector('.swatch-list'));
      return price && swatches
        ? [swatches.getBoundingClientRect().top - (prior ?? price).getBoundingClientRect().bottom]
        : [];
    }),
  );
  expect(gaps.length).toBeGreaterThan(4);
  expect(Math.max(...gaps)).toBeLessThan(8);
  // A name of three lines among short ones.
  await page
    .locator('.product-card__link')
    .first()
    .evaluate((link) => {
      link.textContent = 'A bowl with a name that goes on for so long that it needs some lines for itself';
    });
  const rows = Map.groupBy(await getBoxes(findCards(page)), ({ top }) => Math.round(top));
  expect(rows.size).toBeGreaterThan(6);
  for (const [top, row] of rows) {
    expect(new Set(row.map(({ height }) => Math.round(height))).size, `the row at ${top}`).toBe(1);
  }
  const prices = (await getBoxes(page.locator('.product-card__price'))).slice(0, 2).map(({ top }) => Math.round(top));
  expect(prices[0]).toBe(prices[1]);
});

test('a double click opens one quick view', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/shop');
  await findCard(page, 'Creek jug').getByRole('button', { name: 'Quick view' }).dblclick();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Creek jug' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('[2.2/4] a quick view shows the variation that was chosen before the script of its photographs had loaded', {
  tag: '@desktop',
}, async ({ page }) => {
  const { promise: chosen, resolve: load } = Promise.withResolvers<void>();
  await page.route('**/photograph-strip*.js', async (route) => {
    await chosen;
    await route.continue();
  });
  await page.goto('/shop');
  const dialog = await openQuickView(page, 'Tideline mug');
  const form = dialog.locator('form');
  await form.locator('label', { hasText: 'Ink' }).click();
  await expect(form.locator('.stock')).toBeVisible();
  const strip = dialog.getByRole('list', { name: /Images/ });
  expect(await strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
  load();
  await expect.poll(() => strip.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(100);
});

test('[2.2/4] a quick view loads the product, adds it to the cart, and returns the focus', async ({ page }) => {
  await page.goto('/shop');
  const dialog = await openQuickView(page, 'Tideline mug');
  await expect(dialog.getByRole('heading', { name: 'Tideline mug' })).toBeFocused();
  const form = dialog.locator('form');
  await form.locator('label', { hasText: 'Ink' }).click();
  await expect(form.locator('.stock')).toBeVisible();
  await expect.poll(() => isHydrated(dialog.locator('vt-behaviour[name="listing/photograph-strip"]'))).toBe(true);
  await dialog.getByRole('button', { name: 'Next image' }).click();
  await expect
    .poll(() => dialog.getByRole('list', { name: /Images/ }).evaluate((strip) => strip.scrollLeft))
    .toBeGreaterThan(100);
  await checkAxe(page);
  await dialog.getByRole('link', { name: 'View full details' }).scrollIntoViewIfNeeded();
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(findCard(page, 'Tideline mug').getByRole('button', { name: 'Quick view' })).toBeFocused();
  const nextDialog = await openQuickView(page, 'Creek jug');
  await nextDialog.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('#mini-cart')).toContainText('Creek jug');
  await expect(page).toHaveURL(/\/shop$/);
});

test('[2.2/4] a quick view shows whole photographs, and its close button stays in view and covers no text', async ({
  page,
  isMobile,
}) => {
  await page.goto('/shop');
  const sizes = isMobile
    ? [
        [320, 640],
        [390, 844],
        [844, 390],
      ]
    : [
        [768, 1024],
        [820, 1180],
        [850, 700],
        [1024, 768],
        [1280, 800],
      ];
  for (const [width = 0, height = 0] of sizes) {
    await page.setViewportSize({ width, height });
    const dialog = await openQuickView(page, 'Tideline mug');
    const photograph = dialog.locator('.quick-view__slide img').first();
    const ratio =
      (await photograph.getAttribute('width').then(Number)) / (await photograph.getAttribute('height').then(Number));
    const box = await photograph.boundingBox();
    expect((box?.width ?? 0) / (box?.height ?? 1), `${width} × ${height}`).toBeCloseTo(ratio, 1);
    await expect(photograph).toBeInViewport({ ratio: 0.99 });
    await expect(dialog.getByRole('button', { name: 'Add to cart' })).toBeVisible();
    expect(await readCoveredByCloseButton(dialog), `${width} × ${height}`).toEqual([]);
    if (height > width || !isMobile)
      await expect(dialog.getByRole('link', { name: 'View full details' })).toBeInViewport();
    await dialog.getByRole('button', { name: 'Close' }).click({ trial: true });
    // Hidden inputs lengthened the dialog, which scrolled to the one with the focus.
    const countScrollers = (list: Element[]) => list.filter((each) => each.scrollHeight > each.clientHeight).length;
    const scrollers = dialog.locator(':scope, .quick-view__text');
    expect(await scrollers.evaluateAll(countScrollers), `${width} × ${height}`).toBeLessThanOrEqual(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});

test('[2.2/4] a quick view in a list of a colour has that colour', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/shop?is=glaze.ink');
  const card = findCard(page, 'Tideline mug');
  const readName = (image: Locator) =>
    image.evaluate(({ currentSrc, src }: HTMLImageElement) => (currentSrc || src).split('/').at(-1)?.split('-')[0]);
  const photograph = await readName(card.locator('img').first());
  const dialog = await openQuickView(page, 'Tideline mug');
  await expect(dialog.getByRole('radio', { name: 'Ink' })).toBeChecked();
  const strip = dialog.getByRole('list', { name: /Images/ });
  expect(await readName(strip.locator('img').first())).toBe(photograph);
  await expect.poll(() => isHydrated(dialog.locator('vt-island[name="product-form/buy-form"]'))).toBe(true);
  await expect(dialog.getByRole('radio', { name: 'Ink' })).toBeChecked();
  expect(await strip.evaluate((element) => element.scrollLeft)).toBe(0);
  const details = dialog.getByRole('link', { name: 'View full details' });
  const ink = (await details.getAttribute('href')) ?? '';
  expect(ink).toMatch(/\/product\/tideline-mug\?variation=\d+$/);
  await dialog.locator('label', { hasText: 'Oat' }).click();
  await expect(details).toHaveAttribute('href', /\/product\/tideline-mug\?variation=\d+$/);
  await expect(details).not.toHaveAttribute('href', ink);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await expect(details).toHaveAttribute('href', /\/product\/tideline-mug$/);
  await dialog.locator('label', { hasText: 'Oat' }).click();
  await details.click();
  await expect(page.locator('.product').getByRole('radio', { name: 'Oat' })).toBeChecked();
});

test('[2.2/4] a quick view links to an incomplete choice too', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/shop');
  const dialog = await openQuickView(page, 'Estuary bowl');
  const details = dialog.getByRole('link', { name: 'View full details' });
  await expect(details).toHaveAttribute('href', /\/product\/estuary-bowl$/);
  await expect.poll(() => isHydrated(dialog.locator('vt-island[name="product-form/buy-form"]'))).toBe(true);
  await dialog.locator('label', { hasText: 'Ink' }).click();
  await expect(details).toHaveAttribute('href', /\/product\/estuary-bowl\?term=glaze\+ink$/);
  await dialog.getByRole('button', { name: 'Clear' }).click();
  await details.hover();
  await expect(details).toHaveAttribute('href', /\/product\/estuary-bowl$/);
});

test('the second image shows on hover, and is not loaded on touch screens', async ({ page, isMobile }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/shop', { waitUntil: 'networkidle' });
  const second = findCards(page).first().locator('.product-card__second');
  const name = await second.locator('img').evaluate((image: HTMLImageElement) => image.src.split('-')[0] ?? '');
  const isFetched = () => fetched.some((url) => url.startsWith(name));
  if (isMobile) {
    expect(isFetched()).toBe(false);
    return;
  }
  await expect(second).toHaveCSS('opacity', '0');
  await expect(second).toHaveCSS('transition-duration', '0.24s');
  await findCards(page).first().hover();
  await expect(second).toHaveCSS('opacity', '1');
  expect(isFetched()).toBe(true);
});

test('[2.2/5] [5.2/1] a quantity below its minimum is raised to it, and added to the cart', async ({
  page,
  isMobile,
}) => {
  await page.goto('/category/tiles');
  const tile = findCard(page, 'Comb tile');
  if (!isMobile) await tile.hover();
  const field = tile.getByLabel('Quantity of Comb tile');
  // The script loads for a field with the focus. One that was left before it listened is raised later.
  await field.focus();
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/cards"]'))).toBe(true);
  for (const typed of ['0', '-3', '']) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue('1');
  }
  await field.fill('4');
  await tile.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('#mini-cart').getByLabel('Quantity of Comb tile')).toHaveValue('4');
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'a card' : 'a card without script', () => {
    test.use({ javaScriptEnabled });

    test('links to the product, and by a swatch to its variation', { tag: '@phone' }, async ({ page }) => {
      await page.goto('/shop');
      const mug = findCard(page, 'Tideline mug');
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
