import type { Locator, Page } from '@playwright/test';
import { checkAxe, expect, isHydrated, test } from './support/test.ts';

const productPath = '/product/low-tide-cup';
const getGallery = (page: Page) => page.getByRole('list', { name: 'Images of Low tide cup' });
const listAltTexts = (page: Page) =>
  getGallery(page)
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt));
const getFirstAltText = (page: Page) => listAltTexts(page).then(([alt]) => alt);
const getWidth = async (box: Locator) => (await box.locator('img').boundingBox())?.width ?? 0;

async function waitUntilHydrated(page: Page): Promise<void> {
  for (const island of ['vt-behaviour[name="product-form/gallery"]', 'vt-island[name="product-form/buy-form"]']) {
    await expect.poll(() => isHydrated(page.locator(island))).toBe(true);
  }
}

test('[2.3/2] [9.3/3] images follow the selected variation, and return 300 ms after a reset', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto(productPath);
  await waitUntilHydrated(page);
  await expect(page.locator('.gallery__count')).toBeHidden();
  const original = await listAltTexts(page);
  await page.getByRole('radio', { name: 'Samphire' }).check();
  await expect.poll(() => getFirstAltText(page)).toContain('samphire');
  await page.getByRole('radio', { name: 'Rust' }).check();
  await expect.poll(() => getFirstAltText(page)).toContain('rust');
  // The other images stay in the gallery.
  expect((await listAltTexts(page)).toSorted()).toEqual(original.toSorted());
  const variationId = await page.locator('input[name="variation_id"]').inputValue();

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.clock.runFor(299);
  expect(await getFirstAltText(page)).toContain('rust');
  await page.clock.runFor(1);
  await expect.poll(() => listAltTexts(page)).toEqual(original);

  await page.clock.resume();
  await page.goto(`${productPath}?variation=${variationId}`);
  expect(await getFirstAltText(page)).toContain('rust');
});

test('[2.3/2] images show a variation that was chosen before their script ran', { tag: '@desktop' }, async ({
  page,
}) => {
  const chosen = Promise.withResolvers<void>();
  await page.route(/\/gallery\.behaviour-/, async (route) => {
    await chosen.promise;
    await route.continue();
  });
  await page.goto(productPath);
  await expect.poll(() => isHydrated(page.locator('vt-island[name="product-form/buy-form"]'))).toBe(true);
  await page.getByRole('radio', { name: 'Rust' }).check();
  await expect(page.locator('input[name="variation_id"]')).toHaveValue(/\d/);
  expect(await getFirstAltText(page)).not.toContain('rust');
  chosen.resolve();
  await expect.poll(() => getFirstAltText(page)).toContain('rust');
});

test('[2.3/2] [9.3/3] images follow an incomplete choice, and return after a reset', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/product/estuary-bowl');
  await waitUntilHydrated(page);
  const first = page.getByRole('list', { name: 'Images of Estuary bowl' }).getByRole('img').first();
  const original = (await first.getAttribute('alt')) ?? '';
  expect(original).not.toContain('ink');
  await page.getByRole('radio', { name: 'Ink' }).check();
  await expect(first).toHaveAttribute('alt', /ink/);
  await expect(page).toHaveURL(/\?term=glaze\+ink$/);
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(first).toHaveAttribute('alt', original);
});

test('an image opens by key, zooms in, and returns the focus', { tag: '@desktop' }, async ({ page, watch }) => {
  // Choosing the larger image aborts the request for the smaller one.
  watch.allow(/^request net::ERR_ABORTED: GET .*\/media\//);
  await page.goto(productPath);
  const second = getGallery(page).getByRole('link').nth(1);
  await second.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Images of Low tide cup' });
  await expect(dialog.locator('.lightbox__count')).toHaveText('2 of 5');
  await expect(dialog.getByText('The chalk cup from above, its rim breaking to buff')).toBeInViewport();
  await page.keyboard.press('+');
  await expect(dialog.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-pressed', 'true');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await checkAxe(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(second).toBeFocused();
});

test('back closes an opened image, and leads from there to the page before', { tag: '@phone' }, async ({
  page,
  watch,
}) => {
  watch.allow(/^request net::ERR_ABORTED: GET .*\/media\//);
  await page.goto('/shop');
  await page.goto(productPath);
  const dialog = page.getByRole('dialog', { name: 'Images of Low tide cup' });
  await getGallery(page).getByRole('link').first().click();
  await expect(dialog.locator('.lightbox__count')).toHaveText('1 of 5');
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${productPath}$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
});

test.describe('on a touch screen', { tag: '@phone' }, () => {
  test('a pinch zooms the image and not the page, in and out', async ({ page }) => {
    await page.goto(productPath);
    await getGallery(page).getByRole('link').first().tap();
    const box = page.locator('.lightbox__photograph').first();
    await expect(box.locator('img')).toBeInViewport();
    const fitted = await getWidth(box);
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', distance: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [-1, 1].map((side, id) => ({ id, x: 195 + (side * distance) / 2, y: 400 })),
      });
    await touch('touchStart', 100);
    for (const distance of [120, 150, 200]) await touch('touchMove', distance);
    await expect.poll(() => getWidth(box)).toBeCloseTo(2 * fitted, 0);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    for (const distance of [150, 100]) await touch('touchMove', distance);
    await expect.poll(() => getWidth(box)).toBe(fitted);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });
});

test('the strip on a small screen shows the position, and steps by button and key', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto(productPath);
  const count = page.locator('.gallery__count');
  const next = page.getByRole('button', { name: 'Next image' });
  await waitUntilHydrated(page);
  await expect(count).toHaveText('1 of 5');
  await expect(page.getByRole('button', { name: 'Previous image' })).toHaveAttribute('aria-disabled', 'true');
  for (const position of [2, 3, 4, 5]) {
    await next.click();
    await expect(count).toHaveText(`${position} of 5`);
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(getGallery(page).getByRole('img').last()).toBeInViewport({ ratio: 0.9 });
  const links = getGallery(page).getByRole('link');
  await links.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(links.nth(3)).toBeFocused();
  await expect(count).toHaveText('4 of 5');
  await getGallery(page).evaluate((strip) => strip.scrollTo({ left: 0 }));
  await expect(count).toHaveText('1 of 5');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[2.3/2] a link to a variation shows its image first, and each image opens as a file', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto(productPath);
    const variations = await page
      .locator('.gallery__slide')
      .evaluateAll((slides) => slides.map((slide) => (slide as HTMLElement).dataset.variations ?? ''));
    const rust = (await listAltTexts(page)).findIndex((alt) => alt.includes('rust'));
    await page.goto(`${productPath}?variation=${variations[rust]}`);
    expect(await getFirstAltText(page)).toContain('rust');
    await expect(page.locator('.gallery__position')).toBeHidden();
    await getGallery(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/media\/[0-9a-f]{16}-\d+\.jpg$/);
  });
});

test.describe('from a list to a product', () => {
  /** Records which view transition groups each page animates. @returns reads the record */
  async function watchTransitions(page: Page, cores = 8): Promise<() => Promise<string | null>> {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value });
      addEventListener('pagereveal', ({ viewTransition }) => {
        sessionStorage.setItem('animated', viewTransition ? 'pending' : 'nothing');
        viewTransition?.ready.then(() => {
          const groups = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
          sessionStorage.setItem('animated', groups.filter((group) => group.includes('-group(')).join());
        });
      });
      addEventListener('pageswap', ({ viewTransition }) => {
        sessionStorage.setItem('swapped', viewTransition ? 'in a transition' : 'at once');
      });
    }, cores);
    return () => page.evaluate(() => sessionStorage.getItem('animated'));
  }

  test('the clicked image is animated, and no other page change', { tag: '@desktop' }, async ({ page }) => {
    const getAnimated = await watchTransitions(page);
    await page.goto('/category/mugs');
    await page.getByRole('link', { name: 'Low tide cup' }).first().click();
    await expect(page).toHaveURL(/low-tide-cup$/);
    await expect.poll(getAnimated).toBe('::view-transition-group(photograph)');
    await page.getByRole('link', { name: 'Mugs' }).first().click();
    await expect(page).toHaveURL(/mugs$/);
    await expect.poll(getAnimated).toBe('nothing');
  });

  test('the clicked image is animated into a page that is parsed slowly', { tag: '@phone' }, async ({ page }) => {
    const getAnimated = await watchTransitions(page);
    await page.goto('/category/mugs');
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await page.getByRole('link', { name: 'Low tide cup' }).first().click();
    await expect(page).toHaveURL(/low-tide-cup$/);
    await expect.poll(getAnimated).toBe('::view-transition-group(photograph)');
  });

  test('a machine with few cores changes pages at once', { tag: '@phone' }, async ({ page }) => {
    const getAnimated = await watchTransitions(page, 2);
    await page.goto('/category/mugs');
    await page.getByRole('link', { name: 'Low tide cup' }).first().click();
    await expect(page).toHaveURL(/low-tide-cup$/);
    await expect.poll(getAnimated).toBe('nothing');
    expect(await page.evaluate(() => sessionStorage.getItem('swapped'))).toBe('at once');
  });

  for (const cores of [2, 8]) {
    test(`going back before the script of either page has run throws nothing, with ${cores} cores`, {
      tag: '@phone',
    }, async ({ page }) => {
      await page.addInitScript((value) => Object.defineProperty(navigator, 'hardwareConcurrency', { value }), cores);
      await page.goto('/category/mugs');
      let release: () => void = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/*.js', async (route) => {
        await released;
        // Leaving a page aborts its requests.
        await route.continue().catch(() => {});
      });
      await page.getByRole('link', { name: 'Low tide cup' }).first().click();
      await expect(page).toHaveURL(/low-tide-cup$/);
      await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
      await page.goBack({ waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1, name: 'Mugs' })).toBeInViewport();
      release();
      await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
    });
  }

  test.describe('under reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('nothing is animated', { tag: '@desktop' }, async ({ page }) => {
      const getAnimated = await watchTransitions(page);
      await page.goto('/category/mugs');
      await page.getByRole('link', { name: 'Low tide cup' }).first().click();
      await expect(page).toHaveURL(/low-tide-cup$/);
      await expect.poll(getAnimated).toBe('nothing');
    });
  });
});
