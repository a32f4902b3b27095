import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { synonyms } from '#demo/synonyms.ts';
import { shopConfig } from '#shop.config';
import { checkAxe, letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import type { SearchFormData, SearchOverview } from './contract.ts';
import { indexChanges } from './indexing.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, {
  choices: { settings: { ...shopConfig.settings, search: { synonyms, categorySelect: true } } },
});

beforeAll(async () => {
  const { shop } = open.app;
  await pool.query(`insert into categories (locale, slug, name) values ('en-GB', 'tea', 'Tea things')`);
  for (const name of [
    'Espresso cup',
    'Cup warmer',
    'Cupboard',
    ...Array.from({ length: 9 }, (_, index) => `Jug ${index}`),
  ]) {
    const salePrice = name === 'Jug 3' ? 1500 : null;
    await saveTestProduct(shop, { name, status: 'published', master: { regularPrice: 1800, salePrice } });
  }
  await indexChanges(shop);
});

const findList = (page: Page) => page.getByRole('listbox', { name: 'Products' });
const isCall = (url: URL | string) => String(url).includes('ajax_search_products');

/** Stops timers until a test runs them. */
async function pauseClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
}

interface SearchOptions {
  readonly latency?: number;
  /** Whether the test stops the clock, which stays with its page. */
  readonly hasClock?: boolean;
}

/** Opens the shop with an active search field. `queries` are those sent to the server. */
async function openSearch({ latency, hasClock = false }: SearchOptions = {}) {
  const shopper = await (hasClock ? open.shopper() : open.sharedShopper());
  const { page, watch } = shopper;
  // The browser aborts a prefetch when it loads the page itself.
  watch.allow(/ERR_ABORTED: GET \S+\/product\/[\w-]+$/);
  const queries: string[] = [];
  page.on('request', (request) => {
    if (isCall(request.url())) queries.push(new URL(request.url()).searchParams.get('query') ?? '');
  });
  await page.goto('/shop');
  if (latency !== undefined) {
    await page.locator('form[data-search]').evaluate((form: HTMLFormElement, pause) => {
      const data = JSON.parse(form.dataset.search ?? '') as SearchFormData;
      form.dataset.search = JSON.stringify({ ...data, latency: pause });
    }, latency);
  }
  const field = page.getByLabel('Search products');
  await field.click();
  await page.getByRole('combobox', { name: 'Search products' }).waitFor();
  return { ...shopper, field, queries, names: () => findList(page).locator('.search__name').allTextContents() };
}

describe('the search in the header', () => {
  it('[2.1/4] [2.1/6] lists products while typing, and follows the one chosen by keyboard', async () => {
    const { page, field, watch, names } = await openSearch();
    await field.pressSequentially('cup');
    await expect.poll(names).toEqual(['Cup warmer', 'Espresso cup', 'Cupboard']);
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await expect.poll(() => page.locator('#vt-status').textContent()).toContain('3 results');
    await checkAxe(page);
    const active = () => page.locator('[role=option][aria-selected=true]').allTextContents();
    await findList(page).getByRole('option', { name: 'View all 3 results' }).waitFor();
    await field.press('ArrowUp');
    expect(await active()).toEqual(['View all 3 results']);
    await field.press('ArrowUp');
    expect(await active()).toEqual(['Cupboard€18.00']);
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    expect(await active()).toEqual(['Cup warmer€18.00']);
    const id = await page.locator('[role=option][aria-selected=true]').getAttribute('id');
    expect(await field.getAttribute('aria-activedescendant')).toBe(id);
    await field.press('Home');
    expect([await active(), await field.getAttribute('aria-activedescendant')]).toEqual([[], null]);
    await field.press('Escape');
    expect([await findList(page).isVisible(), await field.inputValue()]).toEqual([false, 'cup']);
    await field.press('ArrowDown');
    await findList(page).waitFor();
    await field.press('ArrowDown');
    await field.press('ArrowDown');
    await field.press('Enter');
    await page.waitForURL('**/product/espresso-cup');
    expect(watch.problems()).toEqual([]);
  });

  it('[9.1/3] is at most 300 pixels high and usable by touch', async () => {
    const { page, field, watch } = await openSearch();
    await field.fill('jug');
    await findList(page).getByRole('option').nth(7).waitFor();
    const box = await findList(page).locator('.search__list').boundingBox();
    expect(box?.height).toBe(300);
    const rows = await findList(page).getByRole('option').first().boundingBox();
    expect(rows?.height).toBeGreaterThanOrEqual(44);
    await findList(page).getByRole('option', { name: 'Jug 3' }).click();
    await page.waitForURL('**/product/jug-3');
    expect(watch.problems()).toEqual([]);
  });

  it('[9.1/1] [9.1/4] requests nothing below three characters, nor for extensions of an empty query', async () => {
    const { page, field, queries } = await openSearch();
    await field.pressSequentially('qx');
    await field.pressSequentially('w');
    await expect.poll(() => page.locator('#vt-status').textContent()).toContain('No results');
    await field.pressSequentially('erty');
    await field.fill('cup');
    await findList(page).waitFor();
    expect(queries).toEqual(['qxw', 'cup']);
  });

  it('[3.3/6] [9.1/2] waits for the configured latency after the last letter', async () => {
    const { page, field, queries } = await openSearch({ latency: 300, hasClock: true });
    await pauseClock(page);
    await field.pressSequentially('cups');
    await page.clock.runFor(299);
    expect(queries).toEqual([]);
    await page.clock.runFor(1);
    await findList(page).waitFor();
    expect(queries).toEqual(['cups']);
  });

  it('[9.1/5] closes 200 ms after the field loses focus, as to the button beside it', async () => {
    const { page, field } = await openSearch({ hasClock: true });
    await field.fill('cup');
    await findList(page).waitFor();
    await pauseClock(page);
    await field.press('Tab');
    await page.clock.runFor(199);
    expect(await findList(page).isVisible()).toBe(true);
    await page.clock.runFor(1);
    expect(await findList(page).isVisible()).toBe(false);
  });

  it('never shows an older answer after a newer one', async () => {
    const { page, field, names } = await openSearch();
    let releaseFirst: (() => void) | undefined;
    await page.route(isCall, async (route) => {
      if (new URL(route.request().url()).searchParams.get('query') === 'cup')
        await new Promise<void>((resolve) => {
          releaseFirst = resolve;
        });
      await route.continue().catch(() => {});
    });
    await field.fill('cup');
    await expect.poll(() => releaseFirst !== undefined).toBe(true);
    await field.fill('jug 3');
    await expect.poll(names).toContain('Jug 3');
    releaseFirst?.();
    await page.evaluate(() => new Promise((resume) => requestAnimationFrame(() => setTimeout(resume))));
    expect(await names()).toContain('Jug 3');
    expect(await names()).not.toContain('Cupboard');
  });

  it('reports a failed request and retries it', async () => {
    const { page, field, names } = await openSearch();
    await page.route(isCall, (route) => route.abort());
    await field.fill('cup');
    const retry = page.getByRole('button', { name: 'Retry' });
    await retry.waitFor();
    await expect.poll(() => page.locator('#vt-status').textContent()).toContain('The search failed.');
    await checkAxe(page, { within: '.site-header' });
    await letThrough(page, isCall);
    await field.press('Tab');
    await page.keyboard.press('Tab');
    expect(await retry.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(names).toContain('Espresso cup');
    expect(await retry.count()).toBe(0);
  });

  it('[2.1/7] [3.2/5] makes a suggestion with the id -1 unselectable', async () => {
    const { page, field } = await openSearch();
    const none = [{ value: 'No results', url: '/shop?chosen', img: '', price: '', id: -1 }];
    await page.route(isCall, (route) => route.fulfill({ json: none }));
    // It would add an option for all results, which can be selected.
    const overview: SearchOverview = { total: 0, viewAll: '', formerPrices: [], links: [], pages: [], count: '' };
    await page.route(/search_overview/, (route) => route.fulfill({ json: overview }));
    await field.fill('cup');
    const option = findList(page).getByRole('option', { name: 'No results' });
    await option.waitFor();
    expect(await option.getAttribute('aria-disabled')).toBe('true');
    await field.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBeNull();
    await option.click({ force: true });
    expect(page.url()).not.toContain('chosen');
    await field.press('Enter');
    await page.waitForURL('**/search?*q=cup');
  });

  it('[2.1/6] counts all results, names categories, brands and former prices, and follows them by arrow keys and Enter', async () => {
    const { page, field, watch } = await openSearch();
    await field.fill('jug');
    const all = findList(page).getByRole('option', { name: 'View all 9 results' });
    await all.waitFor();
    expect(await page.locator('.search__former').allTextContents()).toEqual(['€18.00']);
    await field.press('ArrowUp');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await all.getAttribute('id'));
    await checkAxe(page, { within: '.site-header' });
    await field.press('Enter');
    await page.waitForURL('**/search?*q=jug');
    await field.fill('tea');
    await findList(page).getByRole('option', { name: 'Tea things' }).waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await field.press('ArrowDown');
    expect(await page.locator('[role=option][aria-selected=true]').allTextContents()).toEqual(['Tea things']);
    await field.press('Enter');
    await page.waitForURL('**/category/tea');
    expect(watch.problems()).toEqual([]);
  });

  it('says visibly that nothing was found, and offers categories', async () => {
    const { page, field, watch } = await openSearch();
    await field.fill('qxwerty');
    const panel = page.locator('.search__panel');
    await panel.getByText('No results for “qxwerty”.').waitFor();
    await panel.getByRole('group', { name: 'Browse instead:' }).getByRole('option', { name: 'Tea things' }).waitFor();
    await checkAxe(page, { within: '.site-header' });
    expect(watch.problems()).toEqual([]);
  });

  it('lists pages of the shop below products, by arrow keys and for screen readers (D5)', async () => {
    const { page, field, watch } = await openSearch();
    const replies = page.waitForResponse(/ajax_search_products/);
    await field.fill('privacy');
    expect(await (await replies).json()).toEqual([]);
    const group = page.locator('.search__panel').getByRole('group', { name: 'Pages' });
    const found = group.getByRole('option', { name: /^Privacy\s*We collect/ });
    await found.waitFor();
    // Nothing says that there are no results, on the screen or in the status.
    expect(await page.getByText('No results for').count()).toBe(0);
    await page.getByRole('status').getByText('No products, 1 page').waitFor();
    expect(await field.getAttribute('aria-expanded')).toBe('true');
    await checkAxe(page, { within: '.site-header' });
    await field.press('ArrowDown');
    expect(await field.getAttribute('aria-activedescendant')).toBe(await found.getAttribute('id'));
    await field.press('Enter');
    await page.waitForURL('**/pages/privacy');
    expect(watch.problems()).toEqual([]);
  });

  it('offers the last searches of this device in the empty field, until they are cleared', async () => {
    const { page, field } = await openSearch();
    await field.fill('cup');
    await field.press('Enter');
    await page.waitForURL('**/search?*q=cup');
    await page.goto('/shop');
    await field.click();
    const panel = page.locator('.search__panel');
    await panel.getByText('Recent searches').waitFor();
    expect(await panel.getByRole('link', { name: 'cup' }).getAttribute('href')).toContain('q=cup');
    await checkAxe(page, { within: '.site-header' });
    await panel.getByRole('button', { name: 'Clear' }).click();
    expect(await panel.isVisible()).toBe(false);
    expect(await page.evaluate(() => localStorage.getItem('vt-searches'))).toBe('[]');
  });

  it('[2.1/5] [7.2/5] searches in the chosen category', async () => {
    const { page, field } = await openSearch();
    await page.getByLabel('Category').selectOption('Tea things');
    const called = page.waitForRequest((request) => isCall(request.url()));
    await field.fill('cup');
    expect(new URL((await called).url()).searchParams.get('product_cat')).toBe('tea');
  });
});

describe('the results page', () => {
  it('[6/1] works without script for who has not signed in, keeps the query and is not indexed', async () => {
    const { page, watch } = await open.sharedShopper({ hasScript: false });
    await page.goto('/shop');
    await page.getByLabel('Search products').fill('"cup" <&>');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.waitForURL('**/search?*');
    expect(await page.getByLabel('Search products').inputValue()).toBe('"cup" <&>');
    expect(await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()).toContain('Espresso cup');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    expect(watch.problems()).toEqual([]);
  });

  it('lists pages with the words, without a zero-result search (D5)', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.goto('/search?q=postage');
    const section = page.getByRole('region', { name: 'Pages' });
    expect(await section.locator('mark').first().textContent()).toMatch(/delivery|postage/i);
    await checkAxe(page);
    await section.getByRole('link', { name: 'Delivery', exact: true }).click();
    await page.waitForURL('**/pages/delivery');
    expect((await pool.query('select query from zero_result_searches')).rows).toEqual([]);
    expect(watch.problems()).toEqual([]);
  });

  it('shows the correction and suggestions, and records a zero-result search once', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.goto('/search?q=espreso');
    expect(await page.getByRole('main').getByRole('link', { name: 'espresso', exact: true }).getAttribute('href')).toBe(
      '/search?q=espresso',
    );
    const findSearches = async () =>
      (await pool.query('select query, times from zero_result_searches order by query')).rows;
    const waitForReport = () => page.waitForResponse((response) => response.request().method() === 'POST');
    const [answer] = await Promise.all([waitForReport(), page.goto('/search?q=Bicycle+Bell')]);
    expect(await answer.json()).toEqual({ noted: true });
    await page.getByRole('heading', { name: 'No results for “Bicycle Bell”' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Tea things' }).waitFor();
    await page.getByRole('main').getByRole('heading', { name: 'Popular products' }).waitFor();
    await checkAxe(page);
    await page.reload();
    const [personal] = await Promise.all([waitForReport(), page.goto('/search?q=maeve%40bicycle.example')]);
    expect(await personal.json()).toEqual({ noted: false });
    await page.goto('/search');
    await page.getByRole('heading', { name: 'What are you looking for?' }).waitFor();
    await checkAxe(page);
    expect(await findSearches()).toEqual([{ query: 'bicycle bell', times: 1 }]);
    expect(watch.problems()).toEqual([]);
  });
});
