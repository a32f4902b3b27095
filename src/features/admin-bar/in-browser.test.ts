import type { Page } from '@playwright/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { addBlocks, publishMenu } from '#tests/support/content.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const ada = createStaffCookie('Ada', 'admin.open', 'content.read', 'content.write');

const text = (id: string, html: string) => ({ id, type: 'text', values: { html } });

beforeAll(async () => {
  const note = await addBlocks(open.app.shop, 'note', [text('a', '<p id="noted">Noted.</p>')], {
    kind: 'block',
    title: 'A note',
  });
  const reusable = (id: string) => ({ id, type: 'reusable', values: { entry: note } });
  const group = { id: 'g', type: 'group', values: { title: '' }, children: [text('h', '<p>In.</p>'), reusable('m')] };
  await addBlocks(
    open.app.shop,
    'kiln',
    [
      text('a', '<p>It is hot.</p>'),
      reusable('n'),
      { id: 'c', type: 'columns', values: { count: '2' }, children: [group] },
    ],
    { title: 'Our kiln' },
  );
});

/** Paths that a page asks for, in their order. */
function listRequests(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

async function openOffice(page: Page): Promise<void> {
  await setSessionCookie(page, ada);
  await page.goto('/admin/content');
  await page.waitForFunction(() => localStorage.getItem('vt-staff') !== null);
}

describe('the admin bar in a browser', () => {
  it('[2.1/20] [6/6] shows two links for the page, and above each reusable block of it', async () => {
    const { page, watch } = await open.shopper();
    await openOffice(page);
    await page.goto('/pages/kiln');
    const bar = page.getByRole('complementary', { name: 'Staff tools' });
    await bar.waitFor();
    expect(await page.locator('body.admin-bar').count()).toBe(1);
    expect(await bar.locator(':scope > .staff-bar__link, :scope > .staff-bar__group a').allTextContents()).toEqual([
      'Back office',
      'Page builder',
      'Platform editor',
    ]);
    const groups = page.getByRole('group', { name: 'Edit: A note' });
    await expect.poll(() => groups.count()).toBe(2);
    expect(await groups.first().getByRole('link').allTextContents()).toEqual(['Page builder', 'Platform editor']);
    const distances = await page.evaluate(() => {
      const notes = [...document.querySelectorAll('main p')].filter(({ textContent }) => textContent === 'Noted.');
      const links = [...document.querySelectorAll('.edit-links--above')];
      return notes.map((each, index) => {
        const [own, shown] = [each.getBoundingClientRect(), links[index]?.getBoundingClientRect()];
        return Math.abs(own.top - (shown?.top ?? 0));
      });
    });
    expect(distances).toHaveLength(2);
    expect(Math.max(...distances)).toBeLessThanOrEqual(1);
    await checkScreens(page);
    expect(watch.problems()).toEqual([]);
    await groups.first().getByRole('link', { name: 'Platform editor' }).click();
    await page.waitForURL(/\/admin\/content\/\d+$/);
  });

  it('[2.1/20] shows two links in each column of the footer, and in each dropdown of the menu', async () => {
    await publishMenu(open.app.shop, 'footer', [
      { id: 'a', type: 'menu-link', values: { text: 'Loose', href: '/shop' } },
      {
        ...{ id: 'g', type: 'menu-group', values: { text: 'Studio' } },
        children: [{ id: 'h', type: 'menu-link', values: { text: 'Shop', href: '/shop' } }],
      },
    ]);
    const { page, watch } = await open.shopper();
    await openOffice(page);
    await page.goto('/pages/kiln');
    const groups = page.locator('.site-footer').getByRole('group', { name: /^Edit: / });
    await expect.poll(() => groups.count()).toBe(2);
    for (const group of await groups.all())
      expect(await group.getByRole('link').allTextContents()).toEqual(['Page builder', 'Platform editor']);
    await checkScreens(page);
    expect(watch.problems()).toEqual([]);
  });

  it('[6/7] tells staff who may edit pages of reduced motion in the console, and only where it is asked for', async () => {
    const { page } = await open.shopper();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await openOffice(page);
    for (const [reducedMotion, count] of [
      ['no-preference', 0],
      ['reduce', 1],
    ] as const) {
      said.length = 0;
      await page.emulateMedia({ reducedMotion });
      await page.goto('/pages/kiln');
      await page.locator('.staff-bar').waitFor();
      await page.locator('.edit-links--above').first().waitFor();
      expect(said.filter((each) => each.includes('reduced motion'))).toHaveLength(count);
    }
  });

  it('asks for nothing in browsers of guests, and forgets the mark when nobody is signed in', async () => {
    const { page, context, watch } = await open.shopper();
    watch.allow('401');
    const paths = listRequests(page);
    await page.goto('/pages/kiln', { waitUntil: 'networkidle' });
    expect(paths.filter((path) => /admin/.test(path))).toEqual([]);
    const ofGuest = paths.length;
    await openOffice(page);
    await context.clearCookies();
    await page.goto('/pages/kiln');
    await page.waitForFunction(() => localStorage.getItem('vt-staff') === null);
    expect(await page.locator('.staff-bar').count()).toBe(0);
    paths.length = 0;
    await page.goto('/pages/kiln', { waitUntil: 'networkidle' });
    expect(paths.filter((path) => /admin/.test(path))).toEqual([]);
    expect(paths.length).toBeLessThanOrEqual(ofGuest);
    expect(watch.problems()).toEqual([]);
  });
});
