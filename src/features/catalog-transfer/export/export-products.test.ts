import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProductInput, VariationInput } from '#features/catalog/index.ts';
import { ensureAttributes, ensureTerms } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { addTestMedia, saveTestProduct } from '#tests/support/products.ts';
import { importProductFile } from '../import/import-products.ts';
import { exportProducts } from './export-products.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-export-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function exportText(shop: Shop): Promise<string> {
  let text = '';
  await exportProducts(shop, {
    async write(part) {
      text += part;
    },
  });
  return text;
}

async function reimport(shop: Shop, text: string) {
  const file = join(folder, 'export.csv');
  writeFileSync(file, text);
  return importProductFile(shop, file);
}

/** Rows without their ids and timestamps. */
const readState = (shop: Shop) =>
  shop.database.pool.query(`select
    (select json_agg(p order by id) from products p) as products, (select json_agg(v order by id) from variations v) as variations,
    (select json_agg(o order by variation_id) from variation_prices o) as prices,
    (select json_agg(s order by variation_id) from stock_levels s) as stock, (select json_agg(i order by product_id, position) from product_images i) as images,
    (select json_agg(a order by product_id, attribute_id) from product_attributes a) as attributes,
    (select json_agg(t order by product_id, attribute_id, position) from product_attribute_terms t) as terms,
    (select json_agg(l order by product_id, kind, position) from product_links l) as links, (select count(*) from categories) as categories`);

const unchanged = (count: number) => ({
  created: 0,
  updated: 0,
  unchanged: count,
  skipped: 0,
  messages: [],
  untold: 0,
});

const sampleFolder = process.env.VITRINE_SAMPLE_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const sample = join(sampleFolder, 'sample_products.csv');
const files = [
  ['the fixture with everything', join(import.meta.dirname, '../import/fixtures/everything.csv'), 8, ['UNKNOWN_IMAGE']],
  ...(existsSync(sample) ? [['the sample of the e-commerce plugin', sample, 25, []] as const] : []),
] as const;

describe.each(files)('an export of %s', (_, file, count, codes) => {
  const messages = codes.map((code) => ({ level: 'warning', code }));
  const [database, emptyDatabase] = [useDatabase(), useDatabase()];
  const [shop, emptyShop] = [catalogShop(database.database), catalogShop(emptyDatabase.database)];
  let text = '';
  beforeAll(async () => {
    await importProductFile(shop, file);
    text = await exportText(shop);
  });

  it('changes nothing when it is imported', async () => {
    const before = await readState(shop);
    expect(await reimport(shop, text)).toMatchObject({ ...unchanged(count), messages });
    expect((await readState(shop)).rows).toEqual(before.rows);
    expect(await exportText(shop)).toBe(text);
  });

  it('creates the same rows in an empty shop', async () => {
    expect(await reimport(emptyShop, text)).toMatchObject({ created: count, skipped: 0, messages });
    expect(await exportText(emptyShop)).toBe(text);
    expect(await reimport(emptyShop, text)).toMatchObject({ ...unchanged(count), messages });
  });

  it('updates the records of the first import', async () => {
    expect(await importProductFile(shop, file)).toMatchObject({ created: 0, updated: 0, unchanged: count });
  });
});

describe('an export of fields that only this shop has', () => {
  const [database, emptyDatabase] = [useDatabase(), useDatabase()];
  const [shop, emptyShop] = [catalogShop(database.database), catalogShop(emptyDatabase.database)];

  it('keeps products without SKU, pending ones, add-ons, slugs, swatches, names like markup, images of the shop and dates of events', async () => {
    const attributeIds = await ensureAttributes(shop.db as never, [{ name: 'Glaze', productId: null }]);
    const attributeId = [...attributeIds.values()][0] ?? 0;
    const terms = ['Sea, deep', 'Ash &amp; chalk'].map((name) => ({ attributeId, name }));
    const termIds = [...(await ensureTerms(shop.db as never, terms)).values()];
    await database.pool.query(`update attributes set kind = 'swatch'`);
    await database.pool.query(`update attribute_terms set swatch = '#7aa0a8' where id = $1`, [termIds[0]]);
    const media = await addTestMedia(database, 'bowl.jpg');
    const eventDate = {
      eventStartsAt: new Date('2026-12-12T10:30:00Z'),
      eventEndsAt: new Date('2026-12-12T16:00:00Z'),
      ...{ eventTimeZone: 'Europe/Dublin', eventPlace: 'The sail loft', eventUrl: 'https://meet.example/day' },
    };
    const addon = { key: 'stamp', kind: 'text', label: 'Initials, "two"', help: '', required: true } as const;
    await saveTestProduct(shop, {
      ...{ name: '5 < 6 & <b>bold</b> &amp;', slug: 'five', type: 'variable', status: 'pending', position: -3 },
      description: '<p>a \\n b</p>\r\n\r\n<p>c</p>',
      buttonText: ' Ask ',
      images: [{ mediaId: media, remoteId: null }],
      attributes: [{ attributeId, terms: termIds, defaultTermId: termIds[1] ?? null }],
      addons: [
        { ...addon, maxLength: 3, price: 250, options: [] },
        {
          ...{ ...addon, key: 'drawing', kind: 'file', maxLength: null, price: 900, options: [] },
          fileRule: { types: ['png', 'pdf'], maxBytes: 5_000_000, maxFiles: 2 },
        },
      ],
      variations: termIds.map((termId, at) => ({
        ...{ regularPrice: 1000 + at, terms: [{ attributeId, termId }], imageId: media, enabled: at === 0 },
        stock: { isOwn: at === 1 },
        ...(at === 1 ? eventDate : {}),
      })),
    });
    const published = { status: 'published', publishedAt: new Date('2026-02-03T04:05:06.789Z') } as const;
    await saveTestProduct(shop, {
      name: '=cmd()',
      meta: { note: '+1', 'a b': "'=2" },
      ...published,
      master: { sku: 'id:7' },
    });
    const text = await exportText(shop);
    expect(text).toContain(
      '2026-12-12T10:30:00Z,2026-12-12T16:00:00Z,Europe/Dublin,The sail loft,https://meet.example/day',
    );
    expect(text).toContain(`'=cmd()`);
    const before = await readState(shop);
    expect(await reimport(shop, text)).toEqual(unchanged(4));
    expect((await readState(shop)).rows).toEqual(before.rows);
    expect(await reimport(emptyShop, text)).toMatchObject({ created: 4, skipped: 0 });
    const toRows = (of: string) => of.split('\r\n').map((line) => line.replaceAll(/http:[^",]*/g, ''));
    expect(toRows(await exportText(emptyShop)), 'except for the image, which is not fetched yet').toEqual(toRows(text));
    const { rows: swatches } = await emptyDatabase.pool.query(
      'select name, swatch from attribute_terms where swatch is not null',
    );
    expect(swatches).toEqual([{ name: 'Sea, deep', swatch: '#7aa0a8' }]);
  });

  it('distinguishes categories with equal names and moved ones', async () => {
    await reimport(shop, 'SKU,Name,Categories\nC1,One,"Table > Cups &gt; mugs, Gifts"\n');
    await database.pool.query(`update categories set name = 'Presents' where name = 'Gifts'`);
    await database.pool.query(`insert into categories (locale, name, slug) values ('en-GB', 'Gifts', 'new-gifts')`);
    await reimport(shop, 'SKU,Name,Categories\nC2,Two,Gifts\n');
    const { rows } = await database.pool.query(
      `select c.name, c.slug from categories c join product_categories pc on pc.category_id = c.id order by pc.product_id, pc.position`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['Cups > mugs', 'Presents', 'Gifts']);
    expect(await reimport(shop, await exportText(shop))).toMatchObject({ updated: 0, created: 0, skipped: 0 });
  });
});

const anyText = fc.string({ unit: fc.constantFrom(...'ab ,;"\'=+-@\\\n>&é€𝒳'), maxLength: 12 });
const anyName = anyText.map((text) => `x${text}`.trim());
const anyPrice = fc.option(fc.integer({ min: 1, max: 1_000_000 }));
const anyMoment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const anyDay = anyMoment.map((date) => new Date(date.toISOString().slice(0, 10)));

const anyQuantityRule = fc.oneof(
  fc.constant({ soldIndividually: true }),
  fc.record({
    minQuantity: fc.integer({ min: 1, max: 20 }),
    maxQuantity: fc.option(fc.integer({ min: 20, max: 9999 })),
    quantityStep: fc.integer({ min: 1, max: 9999 }),
  }),
);

const anyProduct = fc.record({
  name: anyName,
  description: anyText,
  shortDescription: anyText,
  status: fc.constantFrom('draft', 'pending', 'private', 'published'),
  visibility: fc.constantFrom('visible', 'catalog', 'search', 'hidden'),
  type: fc.constantFrom('simple', 'variable', 'grouped'),
  featured: fc.boolean(),
  rule: anyQuantityRule,
  reviewsAllowed: fc.boolean(),
  position: fc.integer({ min: -1000, max: 1000 }),
  taxStatus: fc.constantFrom('taxable', 'shipping', 'none'),
  taxClass: fc.constantFrom('standard', 'reduced-rate', 'zero_rate'),
  meta: fc.dictionary(fc.constantFrom('one', 'Two', 'three four'), anyName, { noNullPrototype: true }),
  master: fc
    .record({
      sku: fc.option(anyName.filter((text) => text.length > 1)),
      gtin: fc.option(fc.stringMatching(/^\d{8,13}$/)),
      regularPrice: anyPrice,
      weightGrams: fc.option(fc.integer({ min: 0, max: 5_000_000 }).map((value) => value / 1000)),
      lengthMm: fc.option(fc.integer({ min: 0, max: 500_000 }).map((value) => value / 100)),
      virtual: fc.boolean(),
      downloadable: fc.boolean(),
      downloadLimit: fc.option(fc.nat(99)),
      saleFrom: fc.option(fc.oneof(anyMoment, anyDay)),
      saleTo: fc.option(fc.oneof(anyMoment, anyDay)),
      downloads: fc.array(fc.record({ name: anyName, location: fc.webUrl() }), { maxLength: 3 }),
      stock: fc.record({
        managed: fc.boolean(),
        onHand: fc.nat(500),
        lowStockThreshold: fc.option(fc.nat(9)),
        backorders: fc.constantFrom('no', 'notify', 'yes'),
        status: fc.constantFrom('in', 'out', 'backorder'),
      }),
    })
    .map(({ saleFrom, saleTo, ...rest }): VariationInput => {
      const dates = saleFrom && saleTo && saleFrom >= saleTo ? { saleFrom, saleTo: null } : { saleFrom, saleTo };
      return { ...rest, ...dates, salePrice: rest.regularPrice === null ? null : rest.regularPrice - 1 };
    }),
});

describe('any catalogue', () => {
  const { database } = useDatabase();
  const shop = catalogShop(database);

  it('is unchanged after importing its export', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyProduct, { minLength: 1, maxLength: 6 }), async (products) => {
        for (const { master, rule, ...rest } of products) {
          await saveTestProduct(shop, { ...(rest as ProductInput), ...rule, master }).catch((error: Error) => {
            if (!/SKU_TAKEN/.test(error.message)) throw error;
          });
        }
        const before = await readState(shop);
        const report = await reimport(shop, await exportText(shop));
        expect(report.messages).toEqual([]);
        expect(report).toMatchObject({ created: 0, updated: 0 });
        expect((await readState(shop)).rows).toEqual(before.rows);
      }),
      { numRuns: 8 },
    );
  });
});
