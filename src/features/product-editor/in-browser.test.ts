import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { shopConfig } from '#shop.config';
import { checkScreens, setSessionCookie } from '#tests/support/browser/office.ts';
import { letThrough, useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addProduct, saveTestProduct } from '#tests/support/products.ts';
import { salesSettings } from '#tests/support/sales.ts';
import { createStaffCookie, withTestSession } from '#tests/support/session.ts';

const { database, pool } = useDatabase();
const settings = { ...shopConfig.settings, ...salesSettings };
const open = useOpenShop(database, { choices: { ...withTestSession, settings } });
const staff = createStaffCookie('Ada', 'admin.open', 'products.read', 'products.write', 'media.write', 'stock.write');

async function openOffice(path: string, hasScript = true) {
  const opened = await open.shopper({ hasScript });
  await setSessionCookie(opened.page, staff);
  await opened.page.goto(path);
  return opened;
}

const isReady = (page: Page, name: string) =>
  page.waitForFunction((of) => {
    const behaviour = document.querySelector(`vt-behaviour[name="${of}"]`);
    return behaviour !== null && 'isHydrated' in behaviour && behaviour.isHydrated;
  }, name);

/** Buys a product as a shopper does: page, cart, checkout. @returns the page of the order */
async function buy(path: string, options: readonly string[]): Promise<string> {
  const { page, context } = await open.shopper();
  await page.goto(path);
  for (const option of options) await page.getByRole('radio', { name: option, exact: true }).check({ force: true });
  await page.locator('.buy__form').getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('dialog', { name: 'Cart' }).getByRole('link', { name: 'View cart' }).click();
  await page.getByRole('button', { name: 'Checkout', exact: true }).click();
  await page.getByLabel('Email').fill('maeve@example.com');
  await page.getByLabel('Country').first().selectOption('IE');
  await page.getByLabel('First name').first().fill('Maeve');
  await page.getByLabel('Last name').first().fill('O’Brien');
  await page.getByLabel('Street address').first().fill('4 Quay Street');
  await page.getByLabel('Town').first().fill('Sligo');
  await page.getByRole('radio', { name: 'Bank transfer' }).check({ force: true });
  await page.getByRole('checkbox', { name: /terms/i }).press('Space');
  await page.getByRole('button', { name: /^Place order/ }).click();
  await page.getByRole('heading', { level: 1, name: /Thank you/ }).waitFor();
  const text = (await page.getByRole('main').textContent()) ?? '';
  await context.close();
  return text;
}

const makePhotograph = (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

describe('a new product in a browser', () => {
  it('[43] goes from nothing to sold, with two options, six variations and four photographs, in fewer than 20 clicks', async () => {
    const { page, context } = await openOffice('/admin/products');
    let clicks = 0;
    const click = async (target: Locator) => {
      clicks += 1;
      await target.click();
    };
    const select = async (label: string, option: string) => {
      // One to open it, one to choose.
      clicks += 2;
      await page.locator(`select[name="${label}"]`).selectOption({ label: option });
    };
    await click(page.getByRole('link', { name: 'Add product' }).first());
    await isReady(page, 'platform/admin/forms/admin-form');
    await page.locator('.media-field').scrollIntoViewIfNeeded();
    await isReady(page, 'media-library/admin/media-field');
    await page.locator('[name="name"]').fill('Quay beaker');
    await select('type', 'With options');
    await select('status', 'Live');
    await page.locator('[name="regularPrice"]').fill('24.00');
    clicks += 1;
    const files = await Promise.all(['#a00', '#00a', '#0a0', '#aa0'].map(makePhotograph));
    await page
      .locator('[data-media-files]')
      .setInputFiles(files.map((buffer, index) => ({ name: `beaker-${index}.png`, mimeType: 'image/png', buffer })));
    await page.locator('[data-media-item]').nth(3).waitFor();
    const options = page.locator('fieldset#options');
    for (const [index, [name, terms]] of [
      ['Size', 'Small, Medium, Large'],
      ['Colour', 'Blue, Red'],
    ].entries()) {
      await click(options.getByRole('button', { name: 'Add' }));
      await page.locator(`[name="options.${index}.name"]`).fill(String(name));
      await page.locator(`[name="options.${index}.terms"]`).fill(String(terms));
      await click(page.locator(`label[for="options.${index}.forVariations"]`));
    }
    await click(page.getByRole('button', { name: 'Save', exact: true }));
    await page.waitForURL(/\/admin\/products\/\d+$/);
    expect(clicks).toBeLessThan(20);
    const id = Number(page.url().split('/').at(-1));
    const { rows } = await pool.query<{ id: number }>(
      'select v.id from variations v join main_prices o on o.variation_id = v.id where v.product_id = $1 and v.id <> $1 and o.regular_price = 2400',
      [id],
    );
    expect(rows).toHaveLength(6);
    expect(await page.locator('[data-media-item]').count()).toBe(4);
    await checkScreens(page);
    await context.close();
    expect(await buy('/product/quay-beaker', ['Medium', 'Red'])).toContain('€24.00');
    const { rows: sold } = await pool.query(
      `select l.quantity from order_lines l where l.product_id = $1 and l.variation_id = any($2::integer[])`,
      [id, rows.map((row) => row.id)],
    );
    expect(sold).toEqual([{ quantity: 1 }]);
  });
});

describe('the page of a product in a browser', () => {
  it.each([390, 1280])('[43] is made and changed by keyboard alone, %i pixels wide', async (width) => {
    const { page, context } = await openOffice('/admin/products');
    await page.setViewportSize({ width, height: 900 });
    const tabTo = async (isThere: (name: string) => boolean) => {
      for (let pressed = 0; pressed < 250; pressed += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(() => {
          const focused = document.activeElement as HTMLElement | null;
          return focused?.getAttribute('name') ?? focused?.getAttribute('aria-label') ?? focused?.textContent ?? '';
        });
        if (isThere(name.trim())) return;
      }
      throw new Error('Tab does not lead there');
    };
    await tabTo((name) => name === 'Add product');
    await page.keyboard.press('Enter');
    await isReady(page, 'platform/admin/forms/admin-form');
    await tabTo((name) => name === 'name');
    await page.keyboard.type(`Keys ${width}`);
    await tabTo((name) => name === 'status');
    await page.keyboard.type('Live');
    await tabTo((name) => name === 'regularPrice');
    await page.keyboard.type('24.00');
    await tabTo((name) => name === 'managed');
    await page.keyboard.press('Space');
    await tabTo((name) => name === 'onHand');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('7');
    await tabTo((name) => name === 'Save');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/products\/\d+$/);
    await tabTo((name) => name === 'gtin');
    await page.keyboard.type('4006381333931');
    await page.keyboard.press('Control+s');
    const read = async () =>
      (
        await pool.query(
          `select p.status, v.gtin, o.regular_price::integer as price, s.on_hand as units from products p join variations v on v.id = p.id
          join main_prices o on o.variation_id = p.id join stock_levels s on s.variation_id = p.id where p.name = $1`,
          [`Keys ${width}`],
        )
      ).rows[0];
    await expect.poll(async () => (await read())?.gtin).toBe('4006381333931');
    expect(await read()).toMatchObject({ status: 'published', price: 2400, units: 7 });
    await checkScreens(page, [width]);
    await context.close();
  });

  it('moves photographs by buttons, also without script', async () => {
    const { id } = await saveTestProduct(open.app.shop, { name: 'Two pictures' });
    for (const hasScript of [true, false]) {
      const { page, context } = await openOffice(`/admin/products/${id}`, hasScript);
      if (hasScript) {
        await isReady(page, 'platform/admin/forms/admin-form');
        await page.locator('.media-field').scrollIntoViewIfNeeded();
        await isReady(page, 'media-library/admin/media-field');
        const files = await Promise.all(['#0a0', '#a0a'].map(makePhotograph));
        await page
          .locator('[data-media-files]')
          .setInputFiles(files.map((buffer, index) => ({ name: `own-${index}.png`, mimeType: 'image/png', buffer })));
        await page.locator('[data-media-item]').nth(1).waitFor();
      }
      const first = await page.locator('[name="images"]').first().inputValue();
      await page
        .getByRole('button', { name: /^Move “.*” forward$/ })
        .nth(1)
        .click();
      await expect.poll(() => page.locator('[name="images"]').nth(1).inputValue()).toBe(first);
      await page.getByLabel('Description of the main photograph').fill(`Seen from above, ${hasScript}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect
        .poll(
          async () =>
            (await pool.query('select alt from platform.media where alt = $1', [`Seen from above, ${hasScript}`])).rows
              .length,
        )
        .toBe(1);
      await context.close();
    }
  });

  it('writes its description with an editor, and leaves what that does not know as HTML', async () => {
    const description = '<p>Thrown <strong>slowly</strong>.</p>\n<ul>\n<li>One</li>\n<li>Two</li>\n</ul>';
    const table = '<table><tbody><tr><td>A table</td></tr></tbody></table>';
    const { id } = await saveTestProduct(open.app.shop, { name: 'Described', description, shortDescription: table });
    const { page, context } = await openOffice(`/admin/products/${id}`);
    await isReady(page, 'platform/admin/forms/admin-form');
    const surface = page.getByRole('textbox', { name: 'Description', exact: true });
    await page.locator('.rich-text').nth(1).scrollIntoViewIfNeeded();
    await surface.and(page.locator('[contenteditable]')).waitFor();
    expect(await page.locator('textarea[name="shortDescription"]').isVisible()).toBe(true);
    expect(await page.locator('textarea[name="shortDescription"]').inputValue()).toBe(table);
    expect(await page.locator('[data-save-bar]').getAttribute('data-state')).toBe('clean');
    await surface.and(page.locator('[contenteditable]')).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Three');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const read = async () =>
      (await pool.query('select description, short_description from products where id = $1', [id])).rows[0];
    await expect.poll(async () => (await read()).description).toContain('<li>Three</li>');
    expect((await read()).short_description).toBe(table);
    await checkScreens(page);
    await context.close();
  });
});

describe('the list of products in a browser', () => {
  it('changes a price in its row by keyboard, and tells a conflict', async () => {
    const id = await addProduct(open.app.shop, { name: 'Row jug', price: 1000, stock: 4 });
    const { page, context } = await openOffice('/admin/products?q=row+jug');
    await isReady(page, 'product-editor/admin/quick-edit');
    const price = page.getByRole('link', { name: /Edit Price of Row jug/ });
    await price.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('12.50');
    await page.keyboard.press('Enter');
    await expect.poll(() => price.textContent()).toContain('12.50');
    await saveTestProduct(open.app.shop, { id, master: { regularPrice: 1300 } });
    await price.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('14');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.quick-edit__problem').textContent()).toContain('€13.00');
    await page.keyboard.press('Escape');
    await checkScreens(page);
    await context.close();
  });

  it('counts a stock once whose answer is lost, with what is sold meanwhile', async () => {
    const id = await addProduct(open.app.shop, { name: 'Lost jug', price: 1000, stock: 4 });
    const { page, context } = await openOffice('/admin/products?q=lost+jug');
    await isReady(page, 'product-editor/admin/quick-edit');
    await page.route('**/in-list', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const stock = page.getByRole('link', { name: /Edit Stock of Lost jug/ });
    await stock.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.quick-edit__problem').textContent()).toContain('Not saved');
    await letThrough(page, '**/in-list');
    await pool.query('update stock_levels set on_hand = on_hand - 3 where variation_id = $1', [id]);
    await page.keyboard.press('Enter');
    await expect.poll(() => stock.textContent()).toBe('6');
    const { rows } = await pool.query('select on_hand from stock_levels where variation_id = $1', [id]);
    expect(rows).toEqual([{ on_hand: 6 }]);
    await context.close();
  });
});
