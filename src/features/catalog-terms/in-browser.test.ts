import { beforeAll, describe, expect, it } from 'vitest';
import { createCategory } from '#features/catalog/index.ts';
import { openBackOffice } from '#platform/admin/admin.ts';
import { inTransaction } from '#platform/database/database.ts';
import { setSessionCookie } from '#tests/support/browser/office.ts';
import { checkAxe, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';
import { createTestImage } from '#tests/support/uploads.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const clerk = createStaffCookie(
  'Ada',
  openBackOffice.name,
  'products.read',
  'products.write',
  'media.read',
  'media.write',
);

beforeAll(async () => {
  const { db, choices } = open.app.shop;
  const more = { locale: choices.locale, description: '', parentId: null, imageId: null };
  await inTransaction(db, async (tx) => {
    for (const [position, name] of ['Cups', 'Plates', 'Jugs'].entries())
      await createCategory(tx, { ...more, name, slug: name.toLowerCase(), position });
  });
});

const readOrder = async () =>
  (await pool.query('select name from categories where parent_id is null order by position, name')).rows.map(
    ({ name }) => name,
  );

async function openTree(width = 1280) {
  const { page, watch } = await open.shopper();
  await setSessionCookie(page, clerk);
  await page.setViewportSize({ width, height: 800 });
  await page.goto('/admin/categories');
  return { page, watch };
}

describe('the tree of categories', () => {
  it('is ordered by the pointer, and stays as it was after Escape', async () => {
    const { page, watch } = await openTree();
    const before = await readOrder();
    const handle = (name: string) => page.locator('[data-category]', { hasText: name }).locator('[data-handle]');
    // Shown once the script runs.
    await page.locator('[data-handle]:visible').first().waitFor();
    const drag = async (from: string, to: string) => {
      await handle(from).hover();
      await page.mouse.down();
      const box = await page.locator('[data-category]', { hasText: to }).boundingBox();
      if (!box) throw new Error(`no ${to}`);
      await page.mouse.move(box.x + 20, box.y + 4, { steps: 4 });
    };
    const [first = '', , last = ''] = before;
    await drag(last, first);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await page.locator('[data-category] a').allTextContents()).toEqual(before);
    await drag(last, first);
    await page.mouse.up();
    await expect.poll(readOrder).toEqual([last, ...before.slice(0, 2)]);
    expect(watch.problems()).toEqual([]);
  });

  it.each([390, 1280])('is ordered by keys at %i px', async (width) => {
    const { page } = await openTree(width);
    const [, second = ''] = await readOrder();
    const up = page.getByRole('button', { name: `Move ${second} up` });
    await up.focus();
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await readOrder())[0]).toBe(second);
    await page.waitForURL(/#category-\d+$/);
    await page.waitForLoadState();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await checkAxe(page);
  });
});

describe('a category in a browser', () => {
  it('has a text with its marks, typed without HTML', async () => {
    const { page } = await openTree();
    const { rows } = await pool.query(`select id from categories where name = 'Cups'`);
    await page.goto(`/admin/categories/${rows[0].id}`);
    const editor = page.locator('[data-rich-text] [contenteditable]');
    await editor.click();
    await page.keyboard.press('Control+b');
    await page.keyboard.type('Thrown here');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect
      .poll(async () => (await pool.query('select description from categories where id = $1', [rows[0].id])).rows[0])
      .toEqual({ description: '<p><strong>Thrown here</strong></p>' });
    await checkAxe(page);
  });

  it('takes a photograph without the script of the field once: the form does not keep what it has sent', async () => {
    const { page } = await openTree();
    const { rows } = await pool.query(`select id from categories where name = 'Plates'`);
    await page.goto(`/admin/categories/${rows[0].id}`);
    await page.locator('[data-rich-text] [contenteditable]').waitFor();
    const input = page.locator('input[type=file]');
    await input.evaluate((element) => element.removeAttribute('data-media-files'));
    await input.setInputFiles({ name: 'plate.png', mimeType: 'image/png', buffer: await createTestImage() });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const readImage = async () =>
      (await pool.query('select image_id from categories where id = $1', [rows[0].id])).rows[0].image_id;
    await expect.poll(readImage).not.toBeNull();
    await expect.poll(() => page.locator('[data-save-bar]').getAttribute('data-state')).toBe('clean');
    expect(await input.evaluate((element: HTMLInputElement) => element.files?.length)).toBe(0);
    expect(await page.locator('[data-media-item]').count()).toBe(1);
  });
});
