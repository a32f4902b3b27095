import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addManyVariations } from '#tests/support/many-variations.ts';
import { saveTestProduct, storeTestImage } from '#tests/support/products.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const open = useOpenShop(database, { choices: withTestSession });
const clerk = createStaffCookie('Ada', 'admin.open', 'products.read', 'products.write', 'stock.write');

async function openGrid(product: number, { hasScript = true } = {}) {
  const opened = await open.shopper({ hasScript });
  await setSessionCookie(opened.page, clerk);
  await opened.page.setViewportSize({ width: 1280, height: 900 });
  await opened.page.goto(`/admin/products/${product}/variations`);
  if (hasScript) await opened.page.locator('.vgrid[data-ready]').waitFor();
  return opened;
}

const cell = (page: Page, id: number | undefined, column: string) => page.locator(`#cell-${id}-${column}`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id ?? '');
const bar = (page: Page) => page.locator('.bar__when-changed');

async function paste(page: Page, text: string) {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);
}

const readPrices = async (product: number) =>
  (
    await pool.query<{ price: number }>(
      `select p.regular_price as price from variations v join variation_prices p on p.variation_id = v.id
      where v.product_id = $1 order by v.position`,
      [product],
    )
  ).rows.map(({ price }) => price);

const isSaved = (page: Page) =>
  expect.poll(() => page.locator('[data-save-bar]').getAttribute('data-state')).toBe('clean');

describe('the variations of a product in a browser', () => {
  it('[43] get pictures by keyboard alone, for all selected rows', async () => {
    const { product, ids } = await addManyVariations(open.app.shop, 4, 'PICTURED');
    const mediaId = await storeTestImage(open.app.shop, 'grid-picture', '#a40');
    await saveTestProduct(open.app.shop, { id: product, images: [{ mediaId, remoteId: null }] });
    const { page, context } = await openGrid(product);
    await cell(page, ids[0], 'image').focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'grid-picture' }).waitFor();
    await checkScreens(page);
    await dialog.getByRole('button', { name: 'grid-picture' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await focused(page)).toBe(`cell-${ids[1]}-image`);
    expect(await cell(page, ids[0], 'image').locator('img').count()).toBe(1);
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const { rows } = await pool.query('select image_id from variations where id = any($1) order by id', [ids]);
    expect(rows.map(({ image_id }) => image_id)).toEqual([mediaId, mediaId, null, null]);
    await context.close();
  });

  it('count a quantity once whose answer is lost, with what is typed and sold afterwards', async () => {
    const { product, ids } = await addManyVariations(open.app.shop, 3, 'LOST');
    await pool.query('update stock_levels set managed = true, on_hand = 10 where variation_id = any($1)', [ids]);
    await pool.query('update variations set stock_id = id where id = any($1)', [ids]);
    const { page, context } = await openGrid(product);
    const path = `**/admin/products/${product}/variations`;
    await page.route(path, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await cell(page, ids[0], 'onHand').fill('14');
    await page.keyboard.press('Control+s');
    await page.getByText('the shop is not responding').waitFor();
    await letThrough(page, path);
    await pool.query('update stock_levels set on_hand = on_hand - 3 where variation_id = $1', [ids[0]]);
    await cell(page, ids[1], 'onHand').fill('12');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const { rows } = await pool.query(
      'select on_hand from stock_levels where variation_id = any($1) order by variation_id',
      [ids],
    );
    expect(rows.map(({ on_hand }) => on_hand)).toEqual([11, 12, 10]);
    expect(await cell(page, ids[0], 'onHand').inputValue()).toBe('11');
    await context.close();
  });

  it('[43] are edited by keyboard alone, filled down, computed and taken back', async () => {
    const { product, ids } = await addManyVariations(open.app.shop, 2_000);
    const { page, context, watch } = await openGrid(product);
    expect(await page.locator('.vgrid__table tbody tr[data-index]').count()).toBeLessThan(60);
    // Tab comes to one cell of the table and leaves it.
    await page.getByRole('button', { name: 'Undo' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe(`cell-${ids[0]}-sku`);
    await page.keyboard.press('Tab');
    expect(await focused(page)).not.toMatch(/^cell-/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe(`cell-${ids[0]}-regularPrice`);
    // Typing replaces, Enter goes down, Escape takes back, F2 edits what is there.
    await page.keyboard.type('12.50');
    await page.keyboard.press('Enter');
    expect(await focused(page)).toBe(`cell-${ids[1]}-regularPrice`);
    await page.keyboard.type('99');
    await page.keyboard.press('Escape');
    expect(await cell(page, ids[1], 'regularPrice').inputValue()).toBe('10.00');
    await page.keyboard.press('F2');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    expect(await cell(page, ids[1], 'regularPrice').inputValue()).toBe('10.50');
    await page.keyboard.press('Enter');
    await expect.poll(() => bar(page).textContent()).toBe('Changed cells: 2');
    await page.keyboard.press('Control+z');
    expect(await cell(page, ids[1], 'regularPrice').inputValue()).toBe('10.00');
    // To the end of 2,000 rows and back: the row comes into view.
    await page.keyboard.press('Control+End');
    await expect.poll(() => focused(page)).toBe(`cell-${ids.at(-1)}-enabled`);
    await page.keyboard.press('Control+Home');
    await expect.poll(() => focused(page)).toBe(`cell-${ids[0]}-sku`);
    // The first price is filled down to the third one.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+d');
    expect(await cell(page, ids[2], 'regularPrice').inputValue()).toBe('12.50');
    // A formula for the whole column.
    await page.keyboard.press('Control+Space');
    await page.getByLabel('Change the selection').focus();
    await page.keyboard.type('+10 %');
    await page.keyboard.press('Enter');
    expect(await cell(page, ids[0], 'regularPrice').inputValue()).toBe('13.75');
    await expect.poll(() => bar(page).textContent()).toBe('Changed cells: 2000');
    await page.getByLabel('Change the selection').fill('round .95');
    await page.keyboard.press('Enter');
    expect(await cell(page, ids[0], 'regularPrice').inputValue()).toBe('13.95');
    expect(await cell(page, ids[3], 'regularPrice').inputValue()).toBe('10.95');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    const prices = await readPrices(product);
    expect(prices.slice(0, 4)).toEqual([1395, 1395, 1395, 1095]);
    expect(new Set(prices.slice(3))).toEqual(new Set([1095]));
    expect(watch.problems()).toEqual([]);
    await context.close();
  });

  it('[43] take what is pasted from a sheet, and refuse a number that could mean two', async () => {
    const { product, ids } = await addManyVariations(open.app.shop, 8, 'PASTE');
    const { page, context } = await openGrid(product);
    await cell(page, ids[0], 'regularPrice').click();
    await paste(page, '11,50\t9.00\r\n"1 250,00"\t\r\n1.250\t\r\n');
    expect(await cell(page, ids[1], 'regularPrice').inputValue()).toBe('1 250,00');
    const problems = page.locator('#problems');
    await expect.poll(() => problems.textContent()).toContain('This is ambiguous: thousands or decimals?');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => cell(page, ids[2], 'regularPrice').getAttribute('aria-invalid')).toBe('true');
    expect(await readPrices(product)).toEqual(Array.from({ length: 8 }, () => 1000));
    await problems.getByRole('link').first().click();
    expect(await focused(page)).toBe(`cell-${ids[2]}-regularPrice`);
    await page.keyboard.type('12.50');
    await page.keyboard.press('Control+s');
    await isSaved(page);
    expect((await readPrices(product)).slice(0, 4)).toEqual([1150, 125_000, 1250, 1000]);
    expect(await cell(page, ids[1], 'regularPrice').inputValue()).toBe('1250.00');
    // A filter chooses rows, and what is typed stays.
    await cell(page, ids[0], 'regularPrice').click();
    await page.keyboard.type('11');
    await page.locator('#grid-search').fill('paste-7');
    await expect.poll(() => page.locator('.vgrid__counts').textContent()).toContain('Shown: 1');
    expect(await bar(page).textContent()).toBe('Changed cells: 1');
    await page.getByRole('link', { name: 'Discard' }).click();
    await isSaved(page);
    await context.close();
  });

  it('[43] two editors keep their cells, and choose where both have typed', async () => {
    const { product, ids } = await addManyVariations(open.app.shop, 4, 'TWO');
    const [ada, bob] = [await openGrid(product), await openGrid(product)];
    await cell(ada.page, ids[0], 'regularPrice').click();
    await ada.page.keyboard.type('11.00');
    await ada.page.keyboard.press('Enter');
    await ada.page.keyboard.type('21.00');
    await ada.page.keyboard.press('Control+s');
    await isSaved(ada.page);
    await cell(bob.page, ids[0], 'regularPrice').click();
    await bob.page.keyboard.type('15.00');
    await bob.page.keyboard.press('Enter');
    await bob.page.keyboard.type('25.00');
    await cell(bob.page, ids[2], 'regularPrice').click();
    await bob.page.keyboard.type('13.00');
    await bob.page.keyboard.press('Control+s');
    const conflicts = bob.page.locator('.conflict');
    await expect.poll(() => conflicts.count()).toBe(2);
    expect(await conflicts.first().textContent()).toMatch(/15\.00.*11\.00/);
    expect(await readPrices(product)).toEqual([1100, 2100, 1000, 1000]);
    await conflicts.first().getByRole('radio', { name: /Yours/ }).click();
    await bob.page.getByRole('button', { name: 'Keep all of theirs' }).click();
    await expect.poll(() => conflicts.count()).toBe(0);
    // What is typed while the save is under way stays.
    const { promise: isAsked, resolve: letGo } = Promise.withResolvers<void>();
    await bob.page.route('**/variations', async (route) => {
      if (route.request().method() === 'PUT') await isAsked;
      await route.continue();
    });
    await bob.page.keyboard.press('Control+s');
    await expect.poll(() => bob.page.locator('[data-save-bar]').getAttribute('data-state')).toBe('saving');
    await cell(bob.page, ids[3], 'regularPrice').click();
    await bob.page.keyboard.type('14.00');
    letGo();
    await expect.poll(() => bar(bob.page).textContent()).toBe('Changed cells: 1');
    expect(await readPrices(product)).toEqual([1500, 2100, 1300, 1000]);
    expect(await cell(bob.page, ids[3], 'regularPrice').inputValue()).toBe('14.00');
    // Leaving warns.
    let isWarned = false;
    bob.page.once('dialog', (dialog) => {
      isWarned = dialog.type() === 'beforeunload';
      void dialog.dismiss();
    });
    await bob.page.getByRole('link', { name: 'Tide bowl' }).click();
    await expect.poll(() => isWarned).toBe(true);
    await bob.page.keyboard.press('Control+s');
    await isSaved(bob.page);
    await Promise.all([ada.context.close(), bob.context.close()]);
  });

  it('[43] are a form without script, and accessible and within the window on every screen', async () => {
    const { product, ids } = await addManyVariations(open.app.shop, 30, 'FORM');
    const plain = await openGrid(product, { hasScript: false });
    await cell(plain.page, ids[0], 'regularPrice').fill('19.90');
    await cell(plain.page, ids[1], 'onHand').fill('7');
    await plain.page.getByLabel('Reason for stock changes').selectOption('received');
    await plain.page.getByRole('button', { name: 'Save' }).click();
    await plain.page.getByText('The variations were saved.').waitFor();
    expect((await readPrices(product)).slice(0, 2)).toEqual([1990, 1000]);
    await checkScreens(plain.page, [1280, 390]);
    await plain.page.getByRole('link', { name: 'Next' }).click();
    await cell(plain.page, ids[25], 'sku').waitFor();
    const { page, context, watch } = await openGrid(product);
    await cell(page, ids[0], 'salePrice').click();
    await page.keyboard.type('50');
    await page.keyboard.press('Control+s');
    await page.locator('#problems').waitFor();
    await checkScreens(page, [1280, 768, 390]);
    // The names of the rows stay in view while the cells move.
    await cell(page, ids[0], 'enabled').focus();
    const left = await page.locator(`#row-${ids[0]}`).evaluate((head) => head.getBoundingClientRect().left);
    expect(left).toBeGreaterThanOrEqual(0);
    const folder = process.env.SCREENSHOTS;
    if (folder)
      for (const width of [390, 768, 1280])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: `${folder}/grid-${width}-${colorScheme}.png` });
        }
    // Only the refusal that is shown.
    expect(watch.problems()).toEqual([expect.stringMatching(/^response 422: PUT/)]);
    await Promise.all([plain.context.close(), context.close()]);
  });
});
