import type { Page } from '@playwright/test';
import { expect, isHydrated, test } from './support/test.ts';

const openList = async (page: Page, url: string) => {
  await page.goto(url);
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
};
const loadMore = (page: Page) => page.getByRole('link', { name: 'Load more' }).click();
const filter = (page: Page, name: string) =>
  page.getByRole('form', { name: 'Filter' }).getByRole('checkbox', { name }).check();

/** Lets the requests of lists wait until `release` is called. */
async function holdLists(page: Page, url: RegExp): Promise<{ release: () => void; started: Promise<void> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if (route.request().isNavigationRequest()) return route.continue();
    start();
    await released;
    // The page may have aborted the request.
    await route.continue().catch(() => {});
  });
  return { started, release };
}

test('[2.2/1] a filter that is chosen while added pages come back gets only its own products', {
  tag: '@desktop',
}, async ({ page, watch }) => {
  watch.allow(/ERR_ABORTED: GET \S+\/shop\?/);
  await openList(page, '/shop');
  const cards = page.locator('.product-card');
  await loadMore(page);
  await expect(cards).toHaveCount(48);
  await cards.nth(30).locator('.product-card__link').click();
  await expect(page).toHaveURL(/\/product\//);
  const pages = await holdLists(page, /\/shop\?page=/);
  await page.goBack();
  await pages.started;
  await filter(page, 'On sale');
  await expect(page).toHaveURL(/\/shop\?sale=1$/);
  const shown = Number.parseInt(await page.locator('.listing-bar__count').innerText(), 10);
  await expect(cards).toHaveCount(shown);
  pages.release();
  await page.waitForLoadState('networkidle');
  await expect(cards).toHaveCount(shown);
});

test('[2.2/1] “Load more” that is pressed while a filter loads doesn’t discard the filter', {
  tag: '@desktop',
}, async ({ page, watch }) => {
  watch.allow(/ERR_ABORTED: GET \S+\/shop\?/);
  await openList(page, '/shop');
  const cards = page.locator('.product-card');
  const lists = await holdLists(page, /\/shop\?sale=/);
  await filter(page, 'On sale');
  await lists.started;
  await loadMore(page);
  lists.release();
  await expect(page).toHaveURL(/\/shop\?sale=1$/);
  await expect(cards).toHaveCount(Number.parseInt(await page.locator('.listing-bar__count').innerText(), 10));
  await expect(page.locator('.listing')).not.toHaveAttribute('aria-busy');
});

test('added products are there after going back over two lists, and after going back from a filter', {
  tag: '@desktop',
}, async ({ page, watch }) => {
  watch.allow(/ERR_ABORTED: GET \S+\/shop\?/);
  const cards = page.locator('.product-card');
  const expectPlace = async () => {
    await expect(cards).toHaveCount(48);
    await expect(cards.nth(40)).toBeInViewport();
  };
  await openList(page, '/shop');
  await loadMore(page);
  await expect(cards).toHaveCount(48);
  await cards.nth(40).scrollIntoViewIfNeeded();
  await openList(page, '/category/tableware');
  const before = await cards.count();
  await loadMore(page);
  await expect.poll(() => cards.count()).toBeGreaterThan(before);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expectPlace();
  // Playwright's own click would scroll to the filter first.
  await page.getByRole('checkbox', { name: 'On sale' }).evaluate((box: HTMLInputElement) => box.click());
  await expect(page).toHaveURL(/\/shop\?sale=1$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expectPlace();
  // Who comes by a link starts at the top.
  await openList(page, '/shop');
  await expect(cards).toHaveCount(24);
});

test('each of two visits to one list has its own added products', { tag: '@desktop' }, async ({ page }) => {
  const cards = page.locator('.product-card');
  await openList(page, '/shop');
  await loadMore(page);
  await expect(cards).toHaveCount(48);
  // Who opens a quick view is still in the same list, also after a reload.
  await cards.nth(40).getByRole('button', { name: 'Quick view' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await expect(cards).toHaveCount(48);
  await cards.nth(40).getByRole('button', { name: 'Quick view' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'View full details' }).click();
  await expect(page).toHaveURL(/\/product\//);
  await openList(page, '/shop');
  await openList(page, '/category/mugs');
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
  await page.waitForLoadState('networkidle');
  await expect(cards).toHaveCount(24);
  await page.goBack();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect(cards).toHaveCount(48);
  await expect(cards.nth(40)).toBeInViewport();
});

test('the list says which of its products are shown', { tag: '@desktop' }, async ({ page }) => {
  const shown = page.locator('.listing-pages__shown');
  await openList(page, '/shop?page=2');
  await expect(shown).toHaveText('25–48 of 58 products');
  await openList(page, '/shop');
  await expect(shown).toHaveText('24 of 58 products');
  await loadMore(page);
  await expect(shown).toHaveText('48 of 58 products');
  // As from a later page. The demo catalogue has too few products for a second one after it.
  await openList(page, '/shop');
  await shown.evaluate((element) => element.setAttribute('data-from', '13–'));
  await loadMore(page);
  await expect(shown).toHaveText('13–48 of 58 products');
  await openList(page, '/shop?page=3');
  await expect(shown).toHaveText('49–58 of 58 products');
  await openList(page, '/shop?page=2');
  await loadMore(page);
  await expect(shown).toHaveText('25–58 of 58 products');
  await expect(page.locator('#vt-status')).toHaveText('25–58 of 58 products');
});

test('a list starts, and adds products, where the browser forbids storage', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    });
  });
  await openList(page, '/shop');
  await loadMore(page);
  await expect(page.locator('.product-card')).toHaveCount(48);
  await page.goto('/category/mugs');
  await page.goBack();
  await expect(page).toHaveURL(/\/shop$/);
  await expect.poll(() => isHydrated(page.locator('vt-behaviour[name="listing/listing"]'))).toBe(true);
});
