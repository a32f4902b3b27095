import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoContactForms } from '#demo/contact-forms.ts';
import { readStatus } from '#e2e/support/status.ts';
import { contactFormSources, defineContactForms } from '#features/contact-forms/index.ts';
import { providePort } from '#platform/features/ports.ts';
import { checkAxe, letThrough, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {
  choices: {
    settings: {
      wishlists: { modal: true, hideAddButton: false, popupTimeout: 8000 },
      'wishlist-pages': { estimateForm: 6 },
      'contact-forms': { minSeconds: 0 },
    },
    provides: providePort(contactFormSources, [defineContactForms(demoContactForms)]),
  },
});
let cup = 0;

beforeAll(async () => {
  const product = { name: 'Cup', slug: 'cup', status: 'published', master: { regularPrice: 1250 } } as const;
  cup = (await saveTestProduct(open.app.shop, product)).id;
});

/** Waits until the script listens. */
async function visit(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  await waitForHydration(page, 'vt-behaviour[name^="wishlist-pages/"]');
}

const dialog = (page: Page) => page.locator('dialog.wishlist-dialog');
const block = (page: Page) => page.locator('form .wishlist-fragment[data-fragment-ref]');
const createList = (page: Page, name: string) =>
  page.request.post('/wishlist/create', { form: { wishlist_name: name }, maxRedirects: 0 });

/** Opens the popup of the cup by the keyboard. */
async function openAddPopup(page: Page): Promise<void> {
  await visit(page, '/product/cup');
  await block(page).getByRole('link', { name: 'Add to wishlist' }).press('Enter');
  await dialog(page).locator('.tabs[data-awake]').waitFor();
}

describe('popups', () => {
  it('[2.10/1] [2.10/2] [2.10/4] [2.10/5] [4.8/11] adds to a chosen list, says so with a check, and closes by itself', async () => {
    const { page, watch } = await open.shopper();
    await page.clock.install();
    await createList(page, 'Kitchen');
    await openAddPopup(page);
    await checkAxe(page);
    // What is typed for a new list does not count in the other tab.
    await dialog(page).getByRole('tab', { name: 'Create a list' }).click();
    await dialog(page).getByLabel('Name of the list').fill('Attic');
    await dialog(page).getByRole('tab', { name: 'Choose a list' }).click();
    await dialog(page).getByLabel('List', { exact: true }).selectOption({ label: 'Kitchen' });
    await dialog(page).getByRole('button', { name: 'Add to wishlist' }).press('Enter');
    await dialog(page).locator('.wishlist-feedback[data-kind="success"] > .icon:visible').waitFor();
    expect(await dialog(page).locator('.wishlist-feedback').textContent()).toBe('Added to your wishlist.');
    await expect.poll(() => readStatus(page)).toContain('Added to your wishlist.');
    expect(await page.locator('[data-count="wishlist"]').first().textContent()).toBe('1');
    await checkAxe(page);
    await page.clock.runFor(8000);
    await dialog(page).waitFor({ state: 'detached' });
    await block(page).getByRole('link', { name: 'In your wishlist' }).waitFor();
    expect(await (await page.request.get('/wishlist/manage')).text()).not.toContain('Attic');
    expect(watch.problems()).toEqual([]);
  });

  it('[2.10/3] [4.8/6] [4.8/7] [5.5/1] opens the tab of a new list when ‘new’ is chosen, and wants a name for it', async () => {
    const { page, watch } = await open.sharedShopper();
    await createList(page, 'Kitchen');
    await openAddPopup(page);
    expect(await dialog(page).getByLabel('Name of the list').isVisible()).toBe(false);
    await dialog(page).getByLabel('List', { exact: true }).selectOption('new');
    const name = dialog(page).getByLabel('Name of the list');
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await page.keyboard.press('Enter');
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true');
    expect(posts).toEqual([]);
    await checkAxe(page);
    await name.fill('Wedding');
    await dialog(page).getByText('People with the link').click();
    await name.press('Enter');
    await dialog(page).getByRole('link', { name: 'Show list' }).click();
    await page.locator('h2[aria-level="1"]', { hasText: 'Wedding' }).waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('[2.10/4] [8.5/1] says with a warning why it failed, keeps what was entered, and stays open', async () => {
    const { page, watch } = await open.sharedShopper();
    watch.allow('Failed to load resource', /wishlists\/add/);
    await openAddPopup(page);
    const refusal = { code: 'TOO_MANY_LISTS', message: 'You have reached the maximum of 20 lists.' };
    await page.route('**/wishlists/add', (route) => route.fulfill({ status: 409, json: refusal }));
    await dialog(page).getByRole('tab', { name: 'Create a list' }).click();
    await dialog(page).getByLabel('Name of the list').fill('One more');
    await dialog(page).getByRole('button', { name: 'Add to wishlist' }).click();
    await dialog(page).locator('.wishlist-feedback[data-kind="error"] > .icon:visible').waitFor();
    expect(await dialog(page).locator('.wishlist-feedback').textContent()).toBe(refusal.message);
    expect(await dialog(page).getByLabel('Name of the list').inputValue()).toBe('One more');
    await checkAxe(page);
    await letThrough(page, '**/wishlists/add');
    await dialog(page).getByRole('button', { name: 'Add to wishlist' }).click();
    await dialog(page).locator('.wishlist-feedback[data-kind="success"] > .icon:visible').waitFor();
    expect(watch.problems()).toEqual([]);
  });

  it('[2.10/7] [9.10/6] [9.10/9] is 500 px wide on a dark backdrop, keeps the focus, and is closed by Escape and by the way back', async () => {
    const { page, watch } = await open.sharedShopper();
    await openAddPopup(page);
    const look = await dialog(page).evaluate((element) => ({
      width: element.getBoundingClientRect().width,
      padding: getComputedStyle(element).paddingLeft,
      backdrop: getComputedStyle(element, '::backdrop').backgroundColor,
    }));
    expect(look).toEqual({ width: 500, padding: '20px', backdrop: 'rgba(0, 0, 0, 0.8)' });
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() =>
        document.activeElement === document.body ? 'browser' : document.activeElement?.closest('dialog')?.tagName,
      );
      expect(['DIALOG', 'browser']).toContain(place);
    }
    const hasEntry = () => page.evaluate(() => history.state?.vtDialog === true);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(hasEntry).toBe(false);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Add to wishlist');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    await expect.poll(hasEntry).toBe(true);
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/product/cup');
    expect(watch.problems()).toEqual([]);
  });

  it('[2.9/7] [4.8/6] moves a row by select and by popup, and creates a list, without leaving the page', async () => {
    const { page, watch } = await open.sharedShopper();
    await createList(page, 'Kitchen');
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: cup, wishlist_id: '' }, maxRedirects: 0 });
    await visit(page, '/wishlist');
    await page.locator('[data-row-id]').getByText('More').click();
    await page.getByRole('link', { name: /^Move to a new list/ }).click();
    await dialog(page).locator('.tabs[data-awake]').waitFor();
    await dialog(page).getByRole('tab', { name: 'Create a list' }).click();
    await dialog(page).getByLabel('Name of the list').fill('Moved here');
    await dialog(page).getByRole('button', { name: 'Move' }).click();
    await dialog(page).locator('.wishlist-feedback[data-kind="success"] > .icon:visible').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('[data-row-id]').count()).toBe(0);
    // Closing goes back in the history, which would cancel a page that is asked for meanwhile.
    await expect.poll(() => page.evaluate(() => history.state?.vtDialog)).not.toBe(true);
    await visit(page, '/wishlist/manage');
    await page.getByRole('link', { name: 'Create a list' }).click();
    await dialog(page).getByLabel('Name of the list').fill('Garden');
    await dialog(page).getByRole('button', { name: 'Create a list' }).click();
    await dialog(page).locator('.wishlist-feedback[data-kind="success"] > .icon:visible').waitFor();
    await page.getByRole('link', { name: 'Garden', exact: true }).waitFor({ state: 'attached' });
    expect(watch.problems()).toEqual([]);
  });

  it('[2.9/14] [8.5/2] asks for an estimate: says below the description what was wrong, then shows the answer in place of the form', async () => {
    const { page, watch } = await open.sharedShopper();
    await page.request.post('/wishlist/add', { form: { add_to_wishlist: cup, wishlist_id: '' }, maxRedirects: 0 });
    await visit(page, '/wishlist');
    await page.locator('.wishlist-menu > summary').click();
    await page.getByRole('link', { name: 'Ask for an estimate' }).click();
    const description = dialog(page).getByText('We will email you a price');
    await description.waitFor();
    await dialog(page).locator('.js.contact-form').waitFor();
    const send = dialog(page).getByRole('button', { name: 'Ask for an estimate' });
    await dialog(page).getByLabel('Name').fill('Ada');
    await dialog(page).getByLabel('Email address').fill('ada');
    await send.click();
    const response = dialog(page).locator('.contact-form__response', { hasText: /\w/ });
    await response.waitFor();
    const [above, said, field] = await Promise.all(
      [description, response, dialog(page).getByLabel('Name')].map(async (each) => (await each.boundingBox())?.y ?? 0),
    );
    expect(said).toBeGreaterThan(above ?? 0);
    expect(field).toBeGreaterThan(said ?? 0);
    await checkAxe(page);
    await dialog(page).getByLabel('Email address').fill('ada@example.com');
    await send.click();
    await dialog(page).locator('.wishlist-feedback[data-kind="success"] > .icon:visible').waitFor();
    expect(await dialog(page).locator('form').count()).toBe(0);
    await checkAxe(page);
    expect(watch.problems()).toEqual([]);
  });

  it('loads less than 15 kB of script for a popup, compressed', async () => {
    const { page } = await open.sharedShopper();
    const listScripts = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          .filter((name) => name.endsWith('.js')),
      );
    await visit(page, '/product/cup');
    await waitForHydration(page, 'vt-island[name="product-form/buy-form"]');
    await page.waitForLoadState('networkidle');
    const before = await listScripts();
    await block(page).getByRole('link', { name: 'Add to wishlist' }).click();
    await dialog(page).waitFor();
    const added = (await listScripts()).filter((name) => !before.includes(name));
    const sizes = await Promise.all(
      added.map(async (name) => brotliCompressSync(await (await page.request.get(name)).body()).length),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(15_000);
  });
});
