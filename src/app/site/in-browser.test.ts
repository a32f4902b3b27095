import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { ensureCategories } from '#features/catalog/index.ts';
import { inTransaction } from '#platform/database/database.ts';
import { checkAxe, useOpenShop, waitForHydration } from '#tests/support/browser/open-shop.ts';
import { addTextPage, publishMenu } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';

const { database } = useDatabase();
const open = useOpenShop(database, {});

const getFocus = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());
const isOpen = (page: Page, id: string) => page.locator(`#${id}`).evaluate((it) => getComputedStyle(it).visibility);

/** A dropdown with a heading and a text, and a wide one with two columns. */
async function addMenus(): Promise<void> {
  const { shop } = open.app;
  await inTransaction(shop.db, (tx) => ensureCategories(shop, tx, [['Bowls', 'Deep']]));
  if ((await open.app.http.inject('/pages/kiln')).statusCode === 404)
    await addTextPage(shop, { slug: 'kiln', title: 'Our kiln', html: '<p>Hot.</p>' });
  const link = (id: string, text: string, href: string) => ({ id, type: 'menu-link', values: { text, href } });
  const column = (id: string, title: string, children: object[]) => ({
    ...{ id, type: 'menu-column', values: { title } },
    children: children as never[],
  });
  await publishMenu(shop, 'main', [
    { id: 'c', type: 'menu-categories', values: { count: 6 } },
    {
      ...{ id: 'g', type: 'menu-group', values: { text: 'About' } },
      children: [
        { id: 'h', type: 'menu-heading', values: { title: 'Who we are' } },
        link('k', 'Our kiln', '/pages/kiln'),
        { id: 'w', type: 'text', values: { html: '<p>Come and <a href="/shop">see us</a>.</p>' } },
      ],
    },
    {
      ...{ id: 'p', type: 'menu-panel', values: { text: 'Studio', href: '/pages/kiln' } },
      children: [
        column('x', 'Making', [link('m', 'Clay', '/shop?a'), link('n', 'Fire', '/shop?b')]),
        column('y', 'Visiting', [link('o', 'Map', '/shop?c')]),
      ],
    },
  ]);
}

describe('a menu in a browser', () => {
  it('[2.1/2] opens by keys and by mouse, stays in the window, and is accessible', async () => {
    await addMenus();
    const { page, watch } = await open.shopper();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/pages/kiln');
    await waitForHydration(page, 'vt-behaviour[name="ui/dropdown-menu"]');
    const about = page.getByRole('button', { name: 'About', exact: true });
    await about.press('Space');
    await expect.poll(() => isOpen(page, 'menu-2')).toBe('visible');
    await checkAxe(page);
    await about.press('ArrowDown');
    expect(await getFocus(page)).toBe('Our kiln');
    await page.keyboard.press('ArrowDown');
    expect(await getFocus(page)).toBe('see us');
    await page.keyboard.press('Escape');
    expect(await getFocus(page)).toBe('About');
    await expect.poll(() => isOpen(page, 'menu-2')).toBe('hidden');
    // Past the link in the text of the closed dropdown.
    await page.keyboard.press('ArrowRight');
    expect(await getFocus(page)).toBe('Studio');

    await page.getByRole('link', { name: 'Studio' }).first().hover();
    await expect.poll(() => isOpen(page, 'menu-3')).toBe('visible');
    const box = await page.locator('#menu-3').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 1280).toBe(true);
    await page.getByRole('button', { name: 'Studio submenu' }).press('ArrowDown');
    for (const name of ['Clay', 'Fire', 'Map', 'Clay']) {
      expect(await getFocus(page)).toBe(name);
      await page.keyboard.press('ArrowDown');
    }
    await checkAxe(page);
    expect(watch.problems()).toEqual([]);
  });

  it('opens without script, by focus', async () => {
    await addMenus();
    const { page } = await open.shopper({ hasScript: false });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto('/pages/kiln');
    await page.getByRole('button', { name: 'About', exact: true }).focus();
    await expect.poll(() => isOpen(page, 'menu-2')).toBe('visible');
    await page.locator('#menu-2').getByRole('link', { name: 'Our kiln' }).focus();
    expect(await isOpen(page, 'menu-2')).toBe('visible');
  });

  it.each([true, false])('[2.1/3] is in the sidebar of a phone; with script: %s', async (hasScript) => {
    await addMenus();
    const { page } = await open.shopper({ hasScript });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/pages/kiln');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    const sidebar = page.locator('#site-sidebar');
    await sidebar.getByText('Who we are').waitFor();
    for (const name of ['Bowls', 'Deep', 'Our kiln', 'see us', 'Studio', 'Fire', 'Map'])
      expect(await sidebar.getByRole('link', { name, exact: true }).isVisible(), name).toBe(true);
    expect(await sidebar.evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
    if (hasScript) await checkAxe(page);
  });
});
