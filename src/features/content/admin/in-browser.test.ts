import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { addBlocks } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');

const getState = (page: Page) => page.locator('[data-save-bar]').getAttribute('data-state');
const getFocus = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe('the editor of a page in a browser', () => {
  it('opens, adds and moves blocks by keys, saves and publishes: shoppers see it', async () => {
    const code = { id: 'code', type: 'code', values: { code: 'x'.repeat(300) } };
    const id = await addBlocks(open.app.shop, 'kiln', [code], { title: 'Our kiln' });
    const { page, watch } = await open.shopper();
    await page.goto('/pages/kiln');
    await checkScreens(page);
    await setSessionCookie(page, ada);
    await page.goto(`/admin/content/${id}`);
    await waitForHydration(page, 'vt-behaviour[name="platform/admin/forms/admin-form"]');

    await page.locator('#blocks-row-code').press('Enter');
    await expect.poll(() => getFocus(page)).toBe('blocks-opened');
    expect(await getState(page)).toBe('clean');
    await checkScreens(page);

    await page.locator('#blocks-add').press('Enter');
    const text = page.locator('.rich-text__surface');
    await text.waitFor();
    expect([await getFocus(page), await getState(page)]).toEqual(['blocks-opened', 'changed']);
    await text.focus();
    await page.keyboard.type('It is hot.');
    await page.getByRole('button', { name: 'Move up' }).press('Enter');
    await expect
      .poll(() => page.locator('.blocks__row').allTextContents())
      .toEqual(['Text: It is hot.', expect.stringMatching(/^Code: x+$/)]);
    // The button is off now: the first block does not move up.
    await expect.poll(() => getFocus(page)).toBe('blocks-opened');
    await page.keyboard.press('Control+s');
    await expect.poll(() => getState(page)).toBe('clean');

    await page.getByRole('button', { name: 'Publish draft' }).first().press('Enter');
    await page.locator('.toast').waitFor();
    await page.goto('/pages/kiln');
    expect(await page.locator('main').textContent()).toMatch(/It is hot\.x+$/);
    expect(watch.problems()).toEqual([]);
  });

  it('makes a page from nothing by keys alone; published, guests see it; an earlier revision comes back', async () => {
    const { page, watch } = await open.shopper();
    await page.goto('/');
    await setSessionCookie(page, ada);
    await page.goto('/admin/content/new');
    const ready = () => waitForHydration(page, 'vt-behaviour[name="platform/admin/forms/admin-form"]');
    await ready();
    await page.locator('[name=title]').focus();
    await page.keyboard.type('Made by keys');
    await page.keyboard.press('Control+s');
    await page.waitForURL(/content\/\d+$/);
    await ready();
    const publish = async () => {
      await page.getByRole('button', { name: 'Publish draft' }).first().press('Enter');
      await page.locator('.toast').waitFor();
    };

    await page.locator('#blocks-add').press('Enter');
    const text = page.locator('.rich-text__surface');
    await text.waitFor();
    await text.focus();
    await page.keyboard.type('It is hot.');
    await page.keyboard.press('Control+s');
    await expect.poll(() => getState(page)).toBe('clean');
    await publish();
    const { page: guest } = await open.shopper();
    await guest.goto('/pages/made-by-keys');
    expect(await guest.locator('main').textContent()).toMatch(/Made by keys.*It is hot\./s);

    await page.getByRole('link', { name: 'Restore a revision' }).press('Enter');
    await page.waitForURL(/restore/);
    // The only other revision is chosen; its differences stand on the page that asks.
    await page.getByRole('button', { name: 'Continue' }).press('Enter');
    await page.getByText('It is hot.').first().waitFor();
    await page.locator('main form button[name=confirmed], main form .button').first().press('Enter');
    await page.waitForURL(/content\/\d+(\?|$)/);
    await publish();
    await guest.reload();
    expect(await guest.locator('main').textContent()).toContain('Made by keys');
    expect(await guest.locator('main').textContent()).not.toContain('It is hot.');
    expect(watch.problems()).toEqual([]);
  });
});
