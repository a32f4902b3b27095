import type { Page } from '@playwright/test';
import { checkAxe, expect, isHydrated, test } from './support/test.ts';

/** Sums layout shifts without input, and records the greatest height of the notice. */
async function watchLayout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const record = { shift: 0, notice: 0 };
    Object.assign(window, { record });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) record.shift += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const measure = () => {
      record.notice = Math.max(record.notice, document.querySelector('.site-notice')?.clientHeight ?? 0);
      requestAnimationFrame(measure);
    };
    measure();
  });
}

const getRecord = (page: Page) =>
  page.evaluate(() => (window as unknown as { record: { shift: number; notice: number } }).record);

const getHeaderTop = (page: Page) =>
  page.locator('.site-header').evaluate((header) => header.getBoundingClientRect().top);
const scrollPage = (page: Page, top: number) => page.evaluate((to) => window.scrollTo(0, to), top);

test('[9.2/1] the header sticks 70 px high, without layout shift, and never covers the focus', async ({
  page,
  isMobile,
}) => {
  await watchLayout(page);
  await page.goto('/shop', { waitUntil: 'networkidle' });
  const header = page.locator('.site-header');
  await expect(header).toHaveAttribute('style', /--header-height/);
  await scrollPage(page, 150);
  await scrollPage(page, 900);
  await expect(header).toHaveAttribute('data-stuck', '');
  if (!isMobile) await expect(page.locator('.site-header__find')).toBeHidden();
  await expect.poll(() => getHeaderTop(page)).toBe(0);
  const isHeaderAt = (y: number) =>
    page.evaluate((top) => document.elementFromPoint(innerWidth / 2, top)?.closest('.site-header') !== null, y);
  expect([await isHeaderAt(69.5), await isHeaderAt(70.5)]).toEqual([true, false]);
  const cards = page.locator('.product-card__link');
  await cards.last().focus();
  for (let step = 0; step < 8; step++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0);
    expect(top).toBeGreaterThanOrEqual(70);
  }
  await scrollPage(page, 0);
  await expect(header).not.toHaveAttribute('data-stuck');
  expect((await getRecord(page)).shift).toBeLessThan(0.01);
});

test('[2.1/3] the menu opens by mouse and key, is accessible when open, and returns the focus', async ({
  page,
  isMobile,
}) => {
  await page.goto('/shop');
  if (isMobile) {
    const toggle = page.getByRole('button', { name: 'Menu', exact: true });
    await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="ui/sidebar"]'))).toBe(true);
    await toggle.click();
    const sidebar = page.getByRole('dialog', { name: 'Menu' });
    await expect(sidebar).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Mugs' })).toBeVisible();
    await checkAxe(page);
    await sidebar.getByRole('tab', { name: 'Contact' }).click();
    await expect(sidebar.getByRole('link', { name: 'studio@example.com' })).toBeVisible();
    await expect(sidebar.getByRole('link', { name: 'Mugs' })).toBeHidden();
    await page.mouse.wheel(0, 500);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(sidebar).toBeHidden();
    await expect(toggle).toBeFocused();
    return;
  }
  const menu = page.getByRole('navigation', { name: 'Shop', exact: true });
  await expect(page.locator('.site-menu')).toHaveAttribute('data-awake', '');
  await menu.getByRole('link', { name: 'Tableware' }).focus();
  await page.keyboard.press(' ');
  await expect(menu.getByRole('link', { name: 'Mugs' })).toBeVisible();
  await checkAxe(page);
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('link', { name: 'Mugs' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu.getByRole('link', { name: 'Mugs' })).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(menu.getByRole('link', { name: 'Mugs' }), 'also from a closed menu').toBeFocused();
  await page.keyboard.press('Escape');
  await menu.getByRole('link', { name: 'Vessels' }).hover();
  await menu.getByRole('link', { name: 'Jugs' }).click();
  await expect(page).toHaveURL(/category\/jugs$/);
});

test('nothing of the header covers anything else on narrow phones', { tag: '@phone' }, async ({ page }) => {
  for (const width of [320, 340, 360]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/shop');
    const parts = page.locator('.site-header__bar :is(button, a):visible');
    const boxes = await parts.evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect()));
    const row = boxes.filter(({ width: own }) => own > 0).toSorted((a, b) => a.left - b.left);
    expect(row.length).toBeGreaterThan(3);
    for (const [index, box] of row.entries()) {
      const next = row[index + 1];
      if (next && next.top < box.bottom && next.bottom > box.top)
        expect.soft(next.left, `${width} px, part ${index}`).toBeGreaterThanOrEqual(box.right);
    }
  }
});

test('[D8] more entries than fit into one line move into a dropdown, without shift', { tag: '@desktop' }, async ({
  page,
}) => {
  await watchLayout(page);
  for (const width of [850, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/shop', { waitUntil: 'networkidle' });
    await expect(page.locator('.site-menu')).toHaveAttribute('data-awake', '');
    expect((await page.locator('.site-header').boundingBox())?.height, `${width}`).toBe(70);
    expect((await getRecord(page)).shift, `${width}`).toBeLessThan(0.01);
    const menu = page.getByRole('navigation', { name: 'Shop', exact: true });
    const more = menu.getByRole('button', { name: 'More' });
    if (await more.isVisible()) await more.click();
    await expect(menu.getByRole('link', { name: 'Journal' })).toBeVisible();
    await checkAxe(page);
  }
});

test('[D8] the photograph of what is chosen is in view on a phone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/product/tideline-mug');
  await expect(page.locator('.sticky-bar__photo').first()).toBeVisible();
  const photo = page.locator('.buy__photo img');
  for (const name of ['Oat', 'Ink']) {
    const before = await photo.getAttribute('src');
    await page.getByRole('radio', { name }).check();
    await expect(photo).toBeInViewport({ ratio: 1 });
    await expect(photo).not.toHaveAttribute('src', before ?? '');
  }
  await checkAxe(page);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu opens', async ({ page, isMobile }) => {
    await page.goto('/shop');
    if (isMobile) {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('link', { name: 'studio@example.com' }).first()).toBeVisible();
    } else {
      const menu = page.getByRole('navigation', { name: 'Shop', exact: true });
      await menu.getByRole('link', { name: 'Tableware' }).hover();
    }
    await page.getByRole('link', { name: 'Mugs' }).locator('visible=true').first().click();
    await expect(page).toHaveURL(/category\/mugs$/);
  });
});

test('[4.2/1] a hidden notice does not appear on later pages, not even briefly', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await page.goto('/');
  await expect(page.locator('.site-notice')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss notice' }).click();
  await expect(page.locator('.site-notice')).toBeHidden();
  const [cookie] = (await context.cookies()).filter(({ name }) => name.startsWith('store_notice'));
  expect(cookie).toMatchObject({ value: 'hidden', path: '/' });
  await watchLayout(page);
  for (const path of ['/shop', '/product/estuary-bowl']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const { shift, notice } = await getRecord(page);
    expect(notice, path).toBe(0);
    expect(shift, path).toBeLessThan(0.01);
  }
  await context.clearCookies();
  await page.goto('/shop');
  await expect(page.locator('.site-notice')).toBeVisible();
});

test('a public page has speculation rules, and prerendering it sets no cookie', { tag: '@desktop' }, async ({
  page,
}) => {
  const prerender = { headers: { 'sec-purpose': 'prefetch;prerender' } };
  const shop = await page.request.get('/shop', prerender);
  expect(shop.headers()['speculation-rules']).toBe('"/speculation-rules.json"');
  expect(shop.headers()['set-cookie']).toBeUndefined();
  const rules = await (await page.request.get('/speculation-rules.json')).json();
  const paths: string[] = rules.prerender[0].where.and[0].href_matches;
  expect(paths).toEqual(expect.arrayContaining(['/', '/shop', '/product/:slug']));
  expect(paths.filter((path) => /^\/(cart|checkout|order|account)/.test(path))).toEqual([]);
  for (const path of ['/cart', '/checkout']) {
    const reply = await page.request.get(path, { ...prerender, maxRedirects: 0 });
    expect(reply.headers()['speculation-rules'], path).toBeUndefined();
    expect(reply.headers()['set-cookie'], path).toBeUndefined();
  }
});

test('back closes the menu, and leads from the next page to the one below the menu', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/');
  await page.goto('/shop');
  const sidebar = page.getByRole('dialog', { name: 'Menu' });
  const open = page.getByRole('button', { name: 'Menu', exact: true });
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="ui/sidebar"]'))).toBe(true);
  await open.click();
  await page.goBack();
  await expect(sidebar).toBeHidden();
  await expect(page).toHaveURL(/\/shop$/);
  await open.click();
  await page.keyboard.press('Escape');
  await expect(sidebar).toBeHidden();
  await open.click();
  await sidebar.getByRole('link', { name: 'Mugs' }).click();
  await expect(page).toHaveURL(/\/category\/mugs$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await page.goBack();
  await expect(page).toHaveURL(/:\d+\/$/);
});

test('[D8] the header of a phone leaves the screen to the page, with a button for the search', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/shop');
  const top = await page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
  expect(top).toBeLessThanOrEqual(110);
  const button = page.locator('.site-header__find');
  await expect(page.locator('.site-header')).toHaveAttribute('style', /--header-height/);
  await scrollPage(page, 900);
  await button.click();
  await expect(page.getByLabel('Search products')).toBeFocused();
  await expect(page.getByLabel('Search products')).toBeInViewport();
});
