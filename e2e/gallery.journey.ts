import type { Locator, Page } from '@playwright/test';
import { checkAxe, expect, test } from './support/test.ts';

const cup = '/product/low-tide-cup';
const photographs = (page: Page) => page.getByRole('list', { name: 'Images of Low tide cup' });
const inOrder = (page: Page) =>
  photographs(page)
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt));
const first = (page: Page) => inOrder(page).then(([alt]) => alt);

const widthOf = async (box: Locator) => (await box.locator('img').boundingBox())?.width ?? 0;

async function isHydrated(page: Page): Promise<void> {
  const islands = page.locator('vt-behaviour[name="product-form/gallery"], vt-island[name="product-form/buy-form"]');
  await expect
    .poll(() =>
      islands.evaluateAll((all) => all.map((one) => (one as HTMLElement & { isHydrated: boolean }).isHydrated)),
    )
    .toEqual([true, true]);
}

test('[2.3/2] [9.3/3] photographs follow the chosen variation, and come back 300 ms after a reset', async ({
  page,
}) => {
  await page.goto(cup);
  await isHydrated(page);
  const own = await inOrder(page);
  await page.getByRole('radio', { name: 'Samphire' }).check();
  await expect.poll(() => first(page)).toContain('samphire');
  await page.getByRole('radio', { name: 'Rust' }).check();
  await expect.poll(() => first(page)).toContain('rust');
  // What is not shown first is there all the same.
  expect((await inOrder(page)).toSorted()).toEqual(own.toSorted());
  const bought = await page.locator('input[name="variation_id"]').inputValue();

  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.clock.runFor(299);
  expect(await first(page)).toContain('rust');
  await page.clock.runFor(1);
  await expect.poll(() => inOrder(page)).toEqual(own);

  await page.clock.resume();
  await page.goto(`${cup}?variation=${bought}`);
  expect(await first(page)).toContain('rust');
});

test('a photograph opens by key, is looked at closer, and gives the focus back', async ({ page, watch }) => {
  // A larger picture that is there first ends the request for the smaller one.
  watch.allow(/^request net::ERR_ABORTED: GET .*\/media\//);
  await page.goto(cup);
  const second = photographs(page).getByRole('link').nth(1);
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

test.describe('on glass', () => {
  test.use({ hasTouch: true });

  test('two fingers enlarge the photograph and not the page, and fit it in again', async ({ page }) => {
    await page.goto(cup);
    await photographs(page).getByRole('link').first().tap();
    const box = page.locator('.lightbox__photograph').first();
    await expect(box.locator('img')).toBeInViewport();
    const fitted = await widthOf(box);
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove', apart: number) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [-1, 1].map((side, id) => ({ id, x: 195 + (side * apart) / 2, y: 400 })),
      });
    await touch('touchStart', 100);
    for (const apart of [120, 150, 200]) await touch('touchMove', apart);
    await expect.poll(() => widthOf(box)).toBeCloseTo(2 * fitted, 0);
    expect(await page.evaluate(() => visualViewport?.scale)).toBe(1);
    for (const apart of [150, 100]) await touch('touchMove', apart);
    await expect.poll(() => widthOf(box)).toBe(fitted);
    await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  });
});

test('the strip of a small screen says where one is, and is stepped through by button and key', async ({
  page,
  isMobile,
}) => {
  await page.goto(cup);
  const count = page.locator('.gallery__count');
  if (!isMobile) return expect(count).toBeHidden();
  const next = page.getByRole('button', { name: 'Next image' });
  await isHydrated(page);
  await expect(count).toHaveText('1 of 5');
  await expect(page.getByRole('button', { name: 'Previous image' })).toHaveAttribute('aria-disabled', 'true');
  for (const at of [2, 3, 4, 5]) {
    await next.click();
    await expect(count).toHaveText(`${at} of 5`);
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await expect(photographs(page).getByRole('img').last()).toBeInViewport({ ratio: 0.9 });
  const links = photographs(page).getByRole('link');
  await links.last().focus();
  await page.keyboard.press('ArrowLeft');
  await expect(links.nth(3)).toBeFocused();
  await expect(count).toHaveText('4 of 5');
  await photographs(page).evaluate((strip) => strip.scrollTo({ left: 0 }));
  await expect(count).toHaveText('1 of 5');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('[2.3/2] a link that names a variation shows its photograph first, and each opens as a picture', async ({
    page,
  }) => {
    await page.goto(cup);
    const numbers = await page
      .locator('.gallery__slide')
      .evaluateAll((slides) => slides.map((slide) => (slide as HTMLElement).dataset.variations ?? ''));
    const rust = (await inOrder(page)).findIndex((alt) => alt.includes('rust'));
    await page.goto(`${cup}?variation=${numbers[rust]}`);
    expect(await first(page)).toContain('rust');
    await expect(page.locator('.gallery__position')).toBeHidden();
    await photographs(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/media\/[0-9a-f]{16}-\d+\.jpg$/);
  });
});

test.describe('from a list to a product', () => {
  /** Notes of each page that is shown what moved into it. */
  async function watchTransitions(page: Page): Promise<() => Promise<string | null>> {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
      addEventListener('pagereveal', ({ viewTransition }) => {
        sessionStorage.setItem('moved', viewTransition ? 'something' : 'nothing');
        viewTransition?.ready.then(() => {
          const groups = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement ?? '');
          sessionStorage.setItem('moved', groups.filter((group) => group.includes('-group(')).join());
        });
      });
    });
    return () => page.evaluate(() => sessionStorage.getItem('moved'));
  }

  test('the pressed photograph moves, and no other page is held up by it', async ({ page }) => {
    const moved = await watchTransitions(page);
    await page.goto('/category/mugs');
    await page.getByRole('link', { name: 'Low tide cup' }).first().click();
    await expect(page).toHaveURL(/low-tide-cup$/);
    await expect.poll(moved).toBe('::view-transition-group(photograph)');
    await page.getByRole('link', { name: 'Mugs' }).first().click();
    await expect(page).toHaveURL(/mugs$/);
    await expect.poll(moved).toBe('nothing');
  });

  test('the pressed photograph moves into a page that is parsed slowly', async ({ page }) => {
    const moved = await watchTransitions(page);
    await page.goto('/category/mugs');
    const processor = await page.context().newCDPSession(page);
    await processor.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    await page.getByRole('link', { name: 'Low tide cup' }).first().click();
    await expect(page).toHaveURL(/low-tide-cup$/);
    await expect.poll(moved).toBe('::view-transition-group(photograph)');
  });

  test.describe('under reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('nothing moves', async ({ page }) => {
      const moved = await watchTransitions(page);
      await page.goto('/category/mugs');
      await page.getByRole('link', { name: 'Low tide cup' }).first().click();
      await expect(page).toHaveURL(/low-tide-cup$/);
      await expect.poll(moved).toBe('nothing');
    });
  });
});
