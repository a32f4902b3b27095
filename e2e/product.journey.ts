import type { Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

const getForm = (page: Page) => page.locator('.buy__form');

test.describe('a product page', () => {
  test('works by keyboard alone, shows the total with add-ons, and causes no layout shift', {
    tag: '@desktop',
  }, async ({ page }) => {
    // Fonts that arrive late move text by 0.0014 on a phone, which "hydration causes no layout shift" has the bound for.
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready);
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
          // Below: a digit that got wider, later than 500 ms after the input on a busy machine.
          if (!shift.hadRecentInput && shift.value >= 0.001) console.error(`the page moved by ${shift.value}`);
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/product/tideline-mug');
    await getForm(page).getByRole('button', { name: 'Increase quantity' }).waitFor();
    await getForm(page).getByRole('radio', { name: 'Celadon' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(getForm(page).getByRole('radio', { name: 'Oat' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(getForm(page).getByRole('button', { name: 'Clear' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('MOB');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    await expect(getForm(page).locator('.buy__sum')).toContainText('€47.50');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await expect(getForm(page).locator('.buy__sum')).toContainText('€95.00');
    await checkAxe(page, { within: '.buy' });
    await page.keyboard.press('Enter');
    await expect(page.locator('#mini-cart')).toContainText('€95.00');
  });

  test('loads six scripts before the first touch, and hydrates the form alone', async ({ page, isMobile }) => {
    const ready: string[] = [];
    await page.exposeFunction('addReady', (name: string) => ready.push(name));
    await page.addInitScript(() => {
      const { addReady } = window as unknown as { addReady(name: string): void };
      document.addEventListener('vt:island-ready', (event) =>
        addReady((event as CustomEvent<{ name: string }>).detail.name),
      );
    });
    // The wallet's buttons are not near in a low window.
    if (!isMobile) await page.setViewportSize({ width: 1280, height: 300 });
    await page.goto('/product/tideline-mug');
    const layout = ['accounts/account-link', 'attribution/tracker', 'mini-cart/mini-cart', 'ui/sticky-header'];
    const ofSize = isMobile ? ['ui/sidebar', 'ui/tabs'] : ['ui/dropdown-menu'];
    const ofProduct = ['product-form/buy-form', 'product-form/gallery', 'ui/tall-column'];
    const expected = [...layout, ...ofSize, ...ofProduct, 'wishlist-pages/wishlist'];
    await expect.poll(() => [...ready].sort()).toEqual(expected.sort());
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /assets\/(.+)-[\w-]{8}\.js$/.exec(name)?.[1] ?? []),
    );
    expect(scripts.sort()).toEqual([
      ...['browser', 'buy-form', 'gallery.behaviour', 'react', 'tall-column.behaviour', 'use-submitting'],
    ]);
    expect(ready).toHaveLength(expected.length);
  });

  test('has a sticky bar that leads to the form and buys', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/product/shore-tile');
    const bar = page.getByRole('region', { name: 'Buy Shore tile' });
    await page.locator('.sticky-bar:not([data-pending])').waitFor({ state: 'attached' });
    await getForm(page).getByRole('radio', { name: 'Tide' }).check();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await bar.getByRole('link', { name: 'Select options' }).click();
    await expect(getForm(page).getByRole('radio', { name: 'Six' })).toBeFocused();
    await getForm(page).getByRole('radio', { name: 'Six' }).check();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(bar).toContainText('Shore tile, Tide, Six');
    await bar.getByLabel('Quantity', { exact: true }).fill('2');
    await checkAxe(page, { within: '.sticky-bar' });
    const end = await page.locator('.site-footer__end').boundingBox();
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThanOrEqual((await bar.boundingBox())?.y ?? 0);
    await getForm(page).getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(page.getByRole('main')).toContainText('× 2');
  });
});

test('all of a form that is higher than the window can be scrolled into view', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto('/product/tideline-mug');
  const button = getForm(page).getByRole('button', { name: 'Add to cart' });
  const glaze = getForm(page).getByRole('radio', { name: 'Oat' });
  // Pinned by its end, so it has hydrated.
  const column = page.locator('.product__buy[style*="bottom"]');
  await column.waitFor();
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 1200);
  await expect(button).toBeInViewport();
  await page.mouse.wheel(0, -1000);
  await expect(glaze).toBeInViewport();
  await page.mouse.wheel(0, 1000);
  await expect(button).toBeInViewport();
  await button.focus();
  for (let count = 0; count < 6; count++) await page.keyboard.press('Shift+Tab');
  await expect(getForm(page).getByRole('radio', { name: 'Ink' })).toBeFocused();
  await expect(glaze).toBeInViewport();
});

test('a jump up from below the form is at its place at once', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/product/shore-tile');
  await page.locator('.product__buy[style*="bottom"]').waitFor();
  const [atOnce, later] = await getBuyButton(page).evaluate(async (button) => {
    const waitForFrames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const top of [6000, 1200, 6000]) {
      scrollTo({ top, behavior: 'instant' });
      await waitForFrames();
    }
    button.scrollIntoView({ block: 'end', behavior: 'instant' });
    const { top } = button.getBoundingClientRect();
    await waitForFrames();
    return [top, button.getBoundingClientRect().top];
  });
  expect(later).toBeCloseTo(atOnce ?? 0, 0);
  expect(later).toBeGreaterThan(300);
});

const getBuyButton = (page: Page) => page.locator('.buy__button');

test.describe('the first screen of a product page', () => {
  const slugs = ['tideline-mug', 'estuary-bowl', 'breakfast-set', 'creek-jug', 'clay-from-the-creek'];

  test('has a way to buy on a phone from the start, also before the form is hydrated', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const slug of slugs) {
      await page.goto(`/product/${slug}`, { waitUntil: 'commit' });
      const bar = page.locator('.sticky-bar');
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expect(bar.locator('.button')).toBeInViewport({ ratio: 1 });
      await page.locator('.sticky-bar:not([data-pending])').waitFor({ state: 'attached' });
      await getBuyButton(page).scrollIntoViewIfNeeded();
      await expect(getBuyButton(page)).toBeInViewport({ ratio: 1 });
      await expect(bar).toBeHidden();
    }
  });

  test('has a way to buy on a laptop', { tag: '@desktop' }, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const slug of slugs) {
      await page.goto(`/product/${slug}`);
      await page.locator('.sticky-bar:not([data-pending])').waitFor({ state: 'attached' });
      // The rows of a set are higher than the window.
      const isSet = slug === 'breakfast-set';
      await expect(isSet ? page.locator('.sticky-bar .button') : getBuyButton(page)).toBeInViewport({ ratio: 1 });
    }
  });
});

test('the line about delivery says what the cart says, and leads to the shop’s pages', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/product/tideline-mug');
  const line = page.locator('.buy__delivery');
  await expect(line.getByRole('link', { name: 'Delivery €6.90, free from €120.00' })).toHaveAttribute(
    'href',
    '/pages/delivery',
  );
  await expect(line.getByRole('link', { name: 'Returns within 30 days' })).toHaveAttribute('href', '/pages/returns');
  await getForm(page).getByRole('radio', { name: 'Oat' }).check();
  await getForm(page).getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.locator('#mini-cart')).toContainText('€34.00');
  await page.goto('/cart');
  await expect(page.getByRole('main')).toContainText('€6.90');
  await expect(page.locator('.free-shipping')).toContainText('€86.00');
});

test('a product that is sold out has one state, and others in stock beside it', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/product/causeway-board');
  const buy = page.locator('.product__buy');
  await expect(buy.getByText('Sold out')).toHaveCount(1);
  await expect(buy.getByRole('button', { name: 'Sold out' })).toBeDisabled();
  await expect(buy.getByRole('button', { name: 'Sold out' })).toBeInViewport({ ratio: 1 });
  await expect(buy.getByRole('button', { name: 'Buy now' })).toHaveCount(0);
  await expect(buy.getByLabel('Quantity')).toHaveCount(0);
  await expect(page.locator('.sticky-bar')).toHaveCount(0);
  await expect(buy.locator('.alternatives .item')).toHaveCount(3);
  await buy.locator('.alternatives a').first().click();
  await expect(getForm(page).getByRole('button', { name: 'Add to cart' })).toBeEnabled();
});

test('dimensions have the names of their axes', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/product/tideline-mug');
  await expect(page.locator('.facts')).toContainText(/Width \d.* × Depth \d.* × Height \d.* cm/);
});

/** Contrast of two colours as WCAG 2.2 defines it. */
const measureSwatches = (page: Page) =>
  page.locator('.swatch').evaluateAll((swatches) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    const luminance = (color: string) => {
      if (!pen) return 0;
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = luminance(getComputedStyle(document.documentElement).backgroundColor);
    const contrast = (color: string) => {
      const [low = 0, high = 0] = [luminance(color), ground].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    return swatches.map((swatch) => {
      const { backgroundColor, borderTopColor, boxShadow } = getComputedStyle(swatch);
      const edges = [borderTopColor, /rgb\([^)]*\)/.exec(boxShadow)?.[0] ?? borderTopColor];
      return Math.max(...[backgroundColor, ...edges].map(contrast));
    });
  });

test('each swatch stands out from its ground, light and dark', { tag: '@desktop' }, async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const path of ['/product/tideline-mug', '/shop']) {
      await page.goto(path);
      const contrasts = await measureSwatches(page);
      expect(contrasts.length).toBeGreaterThan(3);
      expect(Math.min(...contrasts), `${path}, ${colorScheme}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test('only fonts are loaded ahead of the style sheets', { tag: '@desktop' }, async ({ request }) => {
  // React preloads each picture that is not lazy, except those of `picture` elements.
  for (const path of ['/', '/shop', '/product/tideline-mug', '/product/breakfast-set'])
    expect((await (await request.get(path)).text()).match(/rel="preload" as="image"/)).toBeNull();
});

test('delivery notes are shown with shipped products only', { tag: '@desktop' }, async ({ request }) => {
  const hasNotes = async (slug: string) =>
    /class="buy__notes"|class="accordion__title"/.test(
      (await (await request.get(`/product/${slug}`)).text()).split('id="tab-reviews"')[0] ?? '',
    );
  expect(await hasNotes('tideline-mug')).toBe(true);
  for (const slug of ['glaze-care', 'clay-from-the-creek']) expect(await hasNotes(slug), slug).toBe(false);
});

test.describe('a product page without script', () => {
  test.use({ javaScriptEnabled: false });

  test('selects a variation, takes add-ons and buys now', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/product/tideline-mug');
    await page.getByRole('radio', { name: 'Oat' }).check();
    await page.getByLabel(/initials/i).fill('MOB');
    await page.getByText('Wrap it as a present').click();
    await page.getByLabel('Quantity', { exact: true }).fill('2');
    await checkAxe(page, { within: '.buy' });
    await page.getByRole('button', { name: 'Buy now' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout');
    await expect(page.getByRole('main')).toContainText('€95.00');
  });
});
