import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchAndShowImage } from '#features/catalog/images/fetch-remote-image.ts';
import { fetchRemoteImage, getProductView, getPurchasableVariations } from '#features/catalog/index.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createMedia } from '#platform/media/media.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { importProductFile } from './import-products.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeInput(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('a file with every column', () => {
  const { database, db, pool } = useDatabase();
  const shop = catalogShop(database);
  const may = new Date('2026-05-20T12:00:00Z');
  const everything = fixture('everything.csv');

  it('is imported, with warnings for the rest', async () => {
    const report = await importProductFile(shop, everything);
    expect(report).toEqual({
      ...{ created: 8, updated: 0, unchanged: 0, skipped: 0, untold: 0 },
      messages: [
        { level: 'warning', line: 1, column: 'Colour of the box', code: 'UNKNOWN_COLUMN', message: expect.any(String) },
        {
          level: 'warning',
          line: 3,
          column: 'Cross-sells',
          code: 'UNKNOWN_PRODUCT',
          message: 'GONE was not found in the shop or in the file',
        },
        {
          level: 'warning',
          line: 5,
          column: 'Images',
          code: 'UNKNOWN_IMAGE',
          message: "'bowl.jpg' is not the address of an image; pass its folder with --images",
        },
      ],
    });
  });

  it('keeps all columns of a variable product', async () => {
    const jug = await getProductView(db, { locale: 'en-GB', slug: 'tide-jug' }, may);
    expect(jug).toMatchObject({
      ...{ featured: true, reviewsAllowed: false, description: '<p>Thrown in one piece</p>', taxClass: 'reduced-rate' },
      master: { weightGrams: 1200, size: { length: 140, width: 95, height: 210 }, stock: { state: 'in', left: null } },
      categories: [{ name: 'Jugs' }, { name: 'Gifts, wrapped' }],
      breadcrumb: [{ slug: 'table' }, { slug: 'jugs' }],
      tags: [{ name: 'Thrown' }, { name: 'Salt-glazed, twice' }],
      brands: [{ name: 'Saltmarsh' }],
      attributes: [
        {
          name: 'Glaze',
          visible: true,
          forVariations: true,
          defaultTerm: 'ash',
          terms: [{ name: 'Sea' }, { name: 'Ash' }],
        },
        {
          name: 'Spout',
          visible: false,
          forVariations: true,
          defaultTerm: null,
          terms: [{ name: 'Short, wide' }, { name: 'Long' }],
        },
      ],
    });
    expect(
      jug?.upsells.map(({ name }) => name),
      'without the draft',
    ).toEqual(['Glaze book']);
    const { rows } = await pool.query(
      `select p.position, p.purchase_note, p.meta, p.import_id, v.gtin, s.on_hand, s.low_stock_threshold, s.backorders, c.name as class
      from products p join variations v using (id) join stock_levels s on s.variation_id = p.id join shipping_classes c on c.id = p.shipping_class_id where p.slug = 'tide-jug'`,
    );
    expect(rows).toEqual([
      {
        ...{
          position: 4,
          purchase_note: 'Rinse before use',
          meta: { clay: 'stoneware', kiln: 'wood' },
          import_id: '10',
          gtin: '4006381333931',
        },
        ...{ on_hand: 7, low_stock_threshold: 2, backorders: 'notify', class: 'Fragile goods' },
      },
    ]);
  });

  it('keeps every column of a variation', async () => {
    const { rows } = await pool.query(
      `select id, import_id, enabled, tax_class, meta, sale_from, sale_to, stock_id = product_id as shared
      from variations left join main_prices on variation_id = id where id <> product_id order by import_id`,
    );
    expect(rows.map(({ id: _, ...row }) => row)).toEqual([
      {
        ...{ import_id: '11', enabled: false, tax_class: 'standard', meta: {}, shared: false },
        ...{ sale_from: new Date('2026-05-01T00:00:00Z'), sale_to: new Date('2026-06-01T00:00:00Z') },
      },
      {
        import_id: '12',
        enabled: true,
        tax_class: null,
        meta: { kiln: 'gas' },
        shared: true,
        sale_from: null,
        sale_to: null,
      },
    ]);
    const purchasable = await getPurchasableVariations(
      db,
      rows.map(({ id }) => id),
      may,
    );
    expect([...purchasable.values()].find(({ sku }) => sku === null)).toMatchObject({
      ...{ unavailableReason: 'NOT_FOR_SALE', price: { regular: 5000, current: 4550 }, stock: { state: 'out' } },
      options: [{ term: { name: 'Ash' } }, { term: null, terms: [{ name: 'Short, wide' }, { name: 'Long' }] }],
    });
    expect([...purchasable.values()].find(({ sku }) => sku === 'JUG-SEA-S')).toMatchObject({
      ...{
        unavailableReason: null,
        taxClass: 'reduced-rate',
        weightGrams: 750,
        shippingClass: 'fragile-goods',
        stock: { state: 'in', left: null, max: null },
      },
      options: [{ term: { name: 'Sea' } }, { term: { name: 'Short, wide' } }],
    });
    expect((await getProductView(db, { locale: 'en-GB', slug: 'tide-jug' }, may))?.variations).toMatchObject([
      { sku: 'JUG-SEA-S', description: '<em>Small</em> one' },
    ]);
  });

  it('keeps the other product types', async () => {
    const { rows } = await pool.query(
      `select p.slug, p.type, p.status, p.visibility, p.tax_status, p.sold_individually as single, o.regular_price as price, v.virtual, v.downloadable,
        v.download_limit as "limit", v.download_expiry_days as days, s.managed, s.on_hand as pieces, s.status as stock
      from products p join variations v using (id) join stock_levels s on s.variation_id = p.id
      left join main_prices o on o.variation_id = v.id where p.type <> 'variable' order by p.import_id`,
    );
    const plain = {
      type: 'simple',
      status: 'published',
      visibility: 'visible',
      tax_status: 'taxable',
      single: false,
      virtual: false,
      downloadable: false,
      limit: null,
      days: null,
      managed: false,
      pieces: 0,
      stock: 'in',
    };
    expect(rows).toEqual([
      {
        ...plain,
        slug: 'ash-bowl-wide',
        status: 'draft',
        visibility: 'catalog',
        tax_status: 'none',
        single: true,
        price: 129_900,
        stock: 'backorder',
      },
      {
        ...plain,
        slug: 'glaze-book',
        tax_status: 'shipping',
        price: 1200,
        virtual: true,
        downloadable: true,
        limit: 3,
        days: 30,
        managed: true,
      },
      { ...plain, slug: 'table-set', type: 'grouped', price: null },
      { ...plain, slug: 'potters-wheel', type: 'external', visibility: 'search', price: 90_000 },
      { ...plain, slug: 'nameless-number', price: 500 },
    ]);
    const files = await pool.query('select name, location from downloads');
    expect(files.rows).toEqual([{ name: 'Glaze book (PDF)', location: 'https://files.example/glaze-book.pdf' }]);
    expect(await getProductView(db, { locale: 'en-GB', slug: 'table-set' }, may)).toMatchObject({
      grouped: [{ name: 'Glaze book' }],
    });
  });

  it('changes nothing the second time, but resets stock to the file', async () => {
    const again = await importProductFile(shop, everything);
    expect(again).toMatchObject({ created: 0, updated: 0, unchanged: 8, skipped: 0 });
    await pool.query(
      `update stock_levels set on_hand = 6 where variation_id = (select id from products where slug = 'tide-jug')`,
    );
    expect(await importProductFile(shop, everything)).toMatchObject({ updated: 1, unchanged: 7 });
  });

  it('reads other line endings, separators and a byte order mark', async () => {
    const text = `\ufeff${readFileSync(everything, 'utf8').replaceAll('\n', '\r\n')}`;
    expect(await importProductFile(shop, writeInput('crlf.csv', text))).toMatchObject({
      created: 0,
      unchanged: 8,
      updated: 0,
    });
    const tabs = 'SKU\tName\tTags\nBOOK\tGlaze book\t"Paper, Gifts"\n';
    expect(await importProductFile(shop, writeInput('tabs.csv', tabs))).toMatchObject({ updated: 1, messages: [] });
    expect(await importProductFile(shop, everything)).toMatchObject({ updated: 1, unchanged: 7 });
  });

  it('finds categories that were renamed and moved', async () => {
    await pool.query(`update categories set name = 'Pouring', parent_id = null where slug = 'jugs'`);
    expect(await importProductFile(shop, everything)).toMatchObject({ created: 0, updated: 0, unchanged: 8 });
    await pool.query(
      `update categories set parent_id = (select id from categories where slug = 'table') where slug = 'jugs'`,
    );
  });

  it('changes only the values that differ', async () => {
    const text = readFileSync(everything, 'utf8')
      .replace('id:30,GONE', 'GONE')
      .replace('"BOWL, id:30"', 'BOWL')
      .replace(',48,', ',49,');
    const report = await importProductFile(shop, writeInput('changed.csv', text));
    expect(report).toMatchObject({ created: 0, updated: 2, unchanged: 6, skipped: 0 });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'tide-jug' }, may)).toMatchObject({
      upsells: [],
      variations: [{ price: { current: 4900 } }],
    });
  });

  it('keeps fields without a column', async () => {
    const report = await importProductFile(
      shop,
      writeInput('prices.csv', '\ufeffSKU,Regular price\njug-sea-s,51\nBOOK,13\n'),
    );
    expect(report, 'also variations in a file without a type column').toMatchObject({ updated: 2, skipped: 0 });
    expect(await getProductView(db, { locale: 'en-GB', slug: 'tide-jug' }, may)).toMatchObject({
      variations: [{ sku: 'jug-sea-s', price: { current: 5100 }, description: '<em>Small</em> one' }],
    });
    const book = await getProductView(db, { locale: 'en-GB', slug: 'glaze-book' }, may);
    expect(book).toMatchObject({
      name: 'Glaze book',
      downloads: 1,
      taxStatus: 'shipping',
      master: { virtual: true, price: { current: 1300 } },
    });
  });
});

describe('a file with errors', () => {
  const { database, db, pool } = useDatabase();
  const shop = catalogShop(database);
  const expected = [
    [
      3,
      'Type',
      'UNKNOWN_TYPE',
      "unknown product type 'bundle'; expected simple, variable, grouped, external or variation",
    ],
    [4, 'Regular price', 'BAD_VALUE', "'ten' is not an amount in EUR; expected an amount such as 1250 or 1,250.00"],
    [6, 'Sale price', 'SALE_DROPPED', 'is not below the regular price, so there is no sale'],
    [7, 'Date sale price starts', 'BAD_VALUE', expect.stringContaining("'2026-02-31' is not a date")],
    [8, 'In stock?', 'BAD_VALUE', "'perhaps' must be 1, 0 or backorder"],
    [8, 'Weight (lbs)', 'BAD_VALUE', "'heavy' is not a number of 0 or more"],
    [9, '', 'TWICE_IN_FILE', 'duplicate of line 2: both are the same product'],
    [10, 'Parent', 'UNKNOWN_PARENT', 'NOBODY was not found in the shop or in the file'],
    [11, 'Attribute 1 value(s)', 'REFUSED', "'Gold' is not one of the product's values of Glaze"],
    [14, 'External URL', 'BAD_VALUE', 'is not an http or https address'],
    [15, '', 'NO_IDENTITY', 'a row needs an ID, a SKU or a name'],
    [16, 'Name', 'BAD_VALUE', 'has more than 300 characters'],
  ].map(([line, column, code, message]) => ({
    level: code === 'SALE_DROPPED' ? 'warning' : 'error',
    ...{ line, column, code, message },
  }));

  it.each([
    ['a dry run', true],
    ['the import', false],
  ])('reports each row, column and error in %s, and imports the rest', async (_, dryRun) => {
    const report = await importProductFile(shop, fixture('errors.csv'), { dryRun });
    expect(report.messages).toEqual(expected);
    expect(report).toMatchObject({ created: 4, skipped: 10, updated: 0, unchanged: 0 });
    expect((await pool.query('select from variations')).rowCount).toBe(dryRun ? 0 : 4);
  });

  it('imports nothing from a file that is no product table', async () => {
    const report = await importProductFile(shop, writeInput('letter.csv', 'Dear shop,\nwhere is my bowl?\n'));
    expect(report.messages).toMatchObject([{ line: 1, code: 'UNREADABLE' }]);
    expect(await importProductFile(shop, writeInput('empty.csv', ''))).toMatchObject({
      messages: [{ code: 'UNREADABLE' }],
    });
  });

  it('imports the rows before an unclosed quote', async () => {
    const report = await importProductFile(
      shop,
      writeInput('open.csv', 'SKU,Name\nQ1,One\nQ2,Two\nQ3,"Three\nQ4,Four\n'),
    );
    expect(report).toMatchObject({ created: 2, skipped: 1, messages: [{ line: 4, code: 'BROKEN_ROW' }] });
  });

  it('keeps products apart whose ids two shops share', async () => {
    await importProductFile(shop, writeInput('first.csv', 'ID,SKU,Name\n7,FIRST,First\n'));
    const report = await importProductFile(shop, writeInput('second.csv', 'ID,SKU,Name\n7,Q1,One\n'));
    expect(report).toMatchObject({ updated: 0, skipped: 1, messages: [{ line: 2, column: 'ID', code: 'REFUSED' }] });
    expect((await getProductView(db, { locale: 'en-GB', slug: 'first' }, new Date()))?.master.sku).toBe('FIRST');
  });
});

describe('images by URL', () => {
  const { database, db, pool } = useDatabase();
  const publicOnlyShop = catalogShop(database);
  const shop = { ...publicOnlyShop, media: createMedia(publicOnlyShop.config, { allowPrivate: ['127.0.0.1'] }) };
  let origin = '';

  beforeAll(async () => {
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aa99' } })
      .jpeg()
      .toBuffer();
    const server = createServer((request, response) => {
      if (request.url !== '/bowl.jpg') return response.writeHead(404).end();
      return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return () => server.close();
  });

  const writeFile = () =>
    writeInput(
      'images.csv',
      `SKU,Name,Published,Images\nBOWL,Bowl,1,"${origin}/bowl.jpg, ${origin}/none.jpg"\nCUP,Cup,1,${origin}/bowl.jpg\n`,
    );
  const readStates = async () => (await pool.query('select state, problem from remote_images order by url')).rows;

  it('are never fetched from a private address', async () => {
    await importProductFile(publicOnlyShop, writeFile());
    expect(await runJobsNow(publicOnlyShop, [fetchRemoteImage])).toEqual({
      done: ['catalog:fetch-remote-image', 'catalog:fetch-remote-image'],
      failed: [],
    });
    expect(await readStates()).toEqual([
      { state: 'failed', problem: 'PRIVATE_ADDRESS' },
      { state: 'failed', problem: 'PRIVATE_ADDRESS' },
    ]);
    const placeholders = [{ width: 960, height: 1200, alt: '' }];
    expect(
      await getProductView(db, { locale: 'en-GB', slug: 'bowl' }, new Date()),
      'one placeholder for both',
    ).toMatchObject({
      name: 'Bowl',
      images: placeholders,
    });
  });

  it('are retried by the next import, fetched once and shown on all products that name them', async () => {
    expect(await importProductFile(shop, writeFile())).toMatchObject({ unchanged: 2 });
    await runJobsNow(shop, [fetchRemoteImage]);
    expect(await readStates()).toEqual([
      { state: 'stored', problem: '' },
      { state: 'failed', problem: 'NOT_FETCHED STATUS_404' },
    ]);
    const [bowl, cup] = [
      await getProductView(db, { locale: 'en-GB', slug: 'bowl' }, new Date()),
      await getProductView(db, { locale: 'en-GB', slug: 'cup' }, new Date()),
    ];
    expect(bowl?.images).toMatchObject([{ width: 40, height: 30 }]);
    expect(cup?.images).toEqual(bowl?.images);
  });

  it('are shown on products that name them during the fetch', async () => {
    const { rows } = await pool.query<{ id: number }>(
      `update product_images i set media_id = null from remote_images r, products p
      where r.id = i.remote_id and r.state = 'stored' and p.id = i.product_id and p.slug = 'cup' returning r.id`,
    );
    await fetchAndShowImage(shop, { id: rows[0]?.id ?? 0 }, false);
    expect((await getProductView(db, { locale: 'en-GB', slug: 'cup' }, new Date()))?.images).toMatchObject([
      { width: 40, height: 30 },
    ]);
  });

  it("don't count as a change once fetched", async () => {
    expect(await importProductFile(shop, writeFile())).toMatchObject({ updated: 0, unchanged: 2 });
    await runJobsNow(shop, [fetchRemoteImage]);
    expect((await getProductView(db, { locale: 'en-GB', slug: 'bowl' }, new Date()))?.images).toHaveLength(1);
  });
});
