import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '#demo/catalogue.ts';
import { loadDemoCatalogue } from '#demo/loaders/demo-catalogue-loader.ts';
import { projectRoot } from '#platform/config/project-root.ts';
import { useOpenShop } from '#tests/support/browser/open-shop.ts';
import { useDatabase } from '#tests/support/database.ts';

const open = useOpenShop(useDatabase(), {});

/** A simple product, one with choices, and a set. */
const printed = ['harbour-mug', 'estuary-bowl', 'breakfast-set'] as const;
/** Their photographs alone: reading those of the whole demo takes long. */
const reduced = {
  ...catalogue,
  categories: catalogue.categories.map((category) => ({ ...category, image: null })),
  products: catalogue.products.map((product) => ({
    ...product,
    images: printed.some((slug) => slug === product.slug) ? product.images : [],
    variations: product.variations.map(({ image: _, ...variation }) => variation),
  })),
};

beforeAll(async () => {
  const { journal: _, ...products } = reduced;
  await loadDemoCatalogue(open.app.shop, products, { mediaFolder: join(projectRoot, 'demo/media') });
  // A description longer than a page.
  await open.app.shop.db.execute(
    sql`update products set description = description || repeat('<p>Thrown by hand in four weeks. </p>', 300) where slug = 'estuary-bowl'`,
  );
});

/** A PDF of Chromium has an object for each page. */
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length;

describe('the print of a product', () => {
  it.each([
    ['harbour-mug', '€42.00', ['Straw']],
    ['estuary-bowl', '€28.00 – €76.00', ['Glaze', 'Chalk', 'Celadon', 'Ink', 'Size', 'Small']],
    ['breakfast-set', 'From €176.00', ['Tideline mug', 'Slipway tray', 'Oat']],
  ] as const)(
    '[D15] is one page with photograph, name, price, choices, text and address: %s',
    async (slug, price, texts) => {
      const { page, watch } = await open.shopper();
      await page.goto(`/product/${slug}`);
      const name = await page.getByRole('heading', { level: 1 }).innerText();
      await page.emulateMedia({ media: 'print' });
      const text = await page.evaluate(() => document.body.innerText);
      for (const part of [name, price, ...texts]) expect(text).toContain(part);
      expect(text).not.toMatch(/Reviews|Frequently bought|Add to|Quantity|Cart|Shop all|Ask about/);
      expect(await page.locator('.gallery__slide img:visible').count()).toBe(1);
      expect(
        await page.locator('.product').evaluate((element) => getComputedStyle(element, '::after').content),
      ).toMatch(new RegExp(`/product/${slug}"$`));
      for (const format of ['A4', 'Letter'] as const) expect(countPages(await page.pdf({ format })), format).toBe(1);
      expect(watch.problems()).toEqual([]);
    },
  );

  it('is not waited for by a screen', async () => {
    const { page } = await open.shopper();
    const { body } = await open.app.http.inject({ url: '/product/harbour-mug' });
    expect(body).toMatch(/<link rel="stylesheet" media="print" href="[^"]+"/);
    await page.goto('/product/harbour-mug');
    expect(await page.getByRole('button', { name: 'Add to cart' }).first().isVisible()).toBe(true);
  });
});
