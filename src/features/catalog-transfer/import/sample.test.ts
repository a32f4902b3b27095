import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { getCategoryTree, getProductView } from '#features/catalog/index.ts';
import { listProducts } from '#features/listing/index.ts';
import { findVariation } from '#features/product-form/index.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { importProductFile } from './import-products.ts';

/** The e-commerce plugin's sample file, which is not part of the repository. */
const folder = process.env.VITRINE_SAMPLE_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const file = join(folder, 'sample_products.csv');
const isMissing = !existsSync(file);
if (isMissing) console.warn(`skipped: ${file} does not exist; set VITRINE_SAMPLE_DATA to its folder`);

describe.skipIf(isMissing)('the sample file of the e-commerce plugin', () => {
  const { database, db, pool } = useDatabase();
  const shop = catalogShop(database);
  const now = shop.clock.now();

  it('changes nothing in a dry run and reports what it would do', async () => {
    const report = await importProductFile(shop, file, { dryRun: true });
    expect(report).toEqual({ created: 25, updated: 0, unchanged: 0, skipped: 0, messages: [], untold: 0 });
    const { rows } = await pool.query(
      'select (select count(*) from products)::integer as products, (select count(*) from categories)::integer as categories',
    );
    expect(rows).toEqual([{ products: 0, categories: 0 }]);
  });

  it('is imported completely', async () => {
    const progress: string[] = [];
    const report = await importProductFile(shop, file, {
      onProgress: (done, total) => progress.push(`${done}/${total}`),
    });
    expect(report).toEqual({ created: 25, updated: 0, unchanged: 0, skipped: 0, messages: [], untold: 0 });
    expect(progress.at(-1)).toBe('25/25');
    const counts = await pool.query(`select type, count(*)::integer from products group by type order by type`);
    expect(counts.rows).toEqual([
      { type: 'external', count: 1 },
      { type: 'grouped', count: 1 },
      { type: 'simple', count: 14 },
      { type: 'variable', count: 2 },
    ]);
    expect((await pool.query('select from variations where id <> product_id')).rowCount).toBe(7);
  });

  it('shows a variable product with any size and a shared attribute', async () => {
    const tee = await getProductView(db, { locale: 'en-GB', slug: 'v-neck-t-shirt' }, now);
    expect(tee).toMatchObject({
      ...{ type: 'variable', featured: true, priceRange: { min: 1500, max: 2000, regular: null } },
      breadcrumb: [{ name: 'Clothing' }, { name: 'Tshirts' }],
      master: { sku: 'woo-vneck-tee', weightGrams: 226.796, size: { length: 609.6, width: 25.4, height: 50.8 } },
      attributes: [
        { slug: 'color', forVariations: true, terms: [{ name: 'Blue' }, { name: 'Green' }, { name: 'Red' }] },
        { slug: 'size', forVariations: true },
      ],
    });
    expect(tee?.variations.map(({ terms }) => terms)).toEqual([
      { color: 'red', size: null },
      { color: 'green', size: null },
      { color: 'blue', size: null },
    ]);
    expect(findVariation(tee?.variations ?? [], { color: 'blue', size: 'large' }).variation?.price?.current).toBe(1500);
  });

  it('shows a product with a local attribute and a sale', async () => {
    const hoodie = await getProductView(db, { locale: 'en-GB', slug: 'hoodie' }, now);
    expect(hoodie?.variations.map(({ sku }) => sku)).toEqual([
      'woo-hoodie-blue-logo',
      'woo-hoodie-red',
      'woo-hoodie-green',
      'woo-hoodie-blue',
    ]);
    expect(hoodie?.variations[1]).toMatchObject({
      price: { regular: 4500, sale: 4200 },
      terms: { color: 'red', logo: 'no' },
    });
    const { rows } = await pool.query(`select slug, product_id is null as shared from attributes order by slug`);
    expect(rows).toEqual([
      { slug: 'color', shared: true },
      { slug: 'logo', shared: false },
      { slug: 'size', shared: true },
    ]);
  });

  it('shows the group, the external product and the downloads', async () => {
    const group = await getProductView(db, { locale: 'en-GB', slug: 'logo-collection' }, now);
    expect(group?.grouped.map(({ name }) => name)).toEqual(['Hoodie with Logo', 'T-Shirt', 'Beanie']);
    expect(group?.priceRange).toMatchObject({ min: 8100, max: 8100, isSet: true });
    const pennant = await getProductView(db, { locale: 'en-GB', slug: 'wordpress-pennant' }, now);
    expect(pennant).toMatchObject({
      ...{ type: 'external', priceRange: { min: 1105, max: 1105 } },
      externalUrl: 'https://mercantile.wordpress.org/product/wordpress-pennant/',
      buttonText: 'Buy on the WordPress swag store!',
    });
    const album = await getProductView(db, { locale: 'en-GB', slug: 'album' }, now);
    expect(album).toMatchObject({ downloads: 2, master: { virtual: true, downloadable: true } });
    const limits = await pool.query(
      `select download_limit, download_expiry_days from variations where sku = 'woo-album'`,
    );
    expect(limits.rows).toEqual([{ download_limit: 1, download_expiry_days: 1 }]);
  });

  it('fills the listing and the menu, without hidden products', async () => {
    const listing = await listProducts(db, { sort: 'name', now });
    expect(listing.total).toBe(17);
    expect(listing.cards.some(({ name }) => name === 'Hoodie with Pocket')).toBe(false);
    const tree = await getCategoryTree(db);
    expect(tree.map(({ name, children }) => [name, children.map((child) => child.name)])).toEqual([
      ['Clothing', ['Accessories', 'Hoodies', 'Tshirts']],
      ['Decor', []],
      ['Music', []],
    ]);
    const { rows } = await pool.query(`select distinct meta->>'_wpcom_is_markdown' as meta from products`);
    expect(rows).toEqual([{ meta: '1' }]);
  });

  it('changes nothing when imported again', async () => {
    const readState = () =>
      pool.query(`select (select json_agg(p order by id) from products p) as products, (select json_agg(v order by id) from variations v) as variations,
        (select json_agg(i order by product_id, position) from product_images i) as images, (select json_agg(t order by id) from attribute_terms t) as terms,
        (select count(*) from stock_movements) as movements`);
    const before = await readState();
    expect(await importProductFile(shop, file)).toEqual({
      created: 0,
      updated: 0,
      unchanged: 25,
      skipped: 0,
      messages: [],
      untold: 0,
    });
    expect((await readState()).rows).toEqual(before.rows);
  });
});
