import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getProductView } from '#features/catalog/index.ts';
import { getProductCards } from '#features/catalog/products/product-cards.ts';
import { exportProducts } from '#features/catalog-transfer/export/export-products.ts';
import { listProducts } from '#features/listing/index.ts';
import { catalogShop, collectInvalidatedTags } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { importProductFile } from '../import-products.ts';
import { fetchImages, type ImageRequest } from './fetch-images.ts';

const { database, db, pool } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-swatches-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const head = 'SKU,Name,Type,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 global,Swatches Attributes\n';
const cell = (swatches: unknown) => `"${JSON.stringify(swatches).replaceAll('"', '""')}"`;

async function importRows(rows: string, imageFolder?: string) {
  const file = join(folder, 'file.csv');
  writeFileSync(file, head + rows);
  const requests = new Map<number, ImageRequest>();
  const report = await importProductFile(shop, file, {
    imageFolder,
    onImageRequest: (id, line, field) => void requests.set(id, { line, field }),
  });
  return { ...report, missing: await fetchImages(shop, requests) };
}

const readTerms = async (attribute: string) =>
  (
    await pool.query(
      `select t.name, t.swatch, m.color, a.kind from attribute_terms t join attributes a on a.id = t.attribute_id
      left join platform.media m on m.id = t.image_id where a.name = $1 order by t.id`,
      [attribute],
    )
  ).rows;

describe('swatches of a file', () => {
  it('are valid colors only', async () => {
    const terms = { Sea: { color: '#7AC' }, Ash: { color: 'url(x)' }, Gone: { color: '#000' } };
    const rows = `W1,Wave,,,Glaze,"Sea, Ash",1,${cell({ Glaze: { type: 'color', terms } })}\nW2,Weir,,,Glaze,Sea,1,nonsense\n`;
    expect((await importRows(rows)).messages).toMatchObject([
      { line: 3, column: 'Swatches Attributes', code: 'BAD_VALUE' },
    ]);
    expect(await readTerms('Glaze')).toEqual([
      { name: 'Sea', swatch: '#77aacc', color: null, kind: 'swatch' },
      { name: 'Ash', swatch: null, color: null, kind: 'swatch' },
    ]);
    expect(await importRows(rows)).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await importRows(rows.replace('#7AC', '#abcdef'))).toMatchObject({ updated: 1, unchanged: 1 });
  });

  it('invalidate all pages with swatches by one cache tag', async () => {
    await importRows('A1,Amphora,,,,,,\n');
    const terms = { Sea: { color: '#123456' }, Ash: { color: '#654321' } };
    const rows = `W1,Wave,,,Glaze,"Sea, Ash",1,${cell({ Glaze: { type: 'color', terms } })}\n`;
    const tags = await collectInvalidatedTags(shop, () => importRows(rows));
    expect(tags).toHaveLength(1);
    const now = new Date();
    const list = await listProducts(db, { perPage: 1, now });
    expect(list.cards, 'another product, with swatches only in its filters').toMatchObject([{ name: 'Amphora' }]);
    expect(list.tags).toEqual(expect.arrayContaining(tags));
    expect((await getProductView(db, { locale: 'en-GB', slug: 'wave' }, now))?.cacheTags).toEqual(
      expect.arrayContaining(tags),
    );
  });

  it('are read as plugins write them, including missing values', async () => {
    const sea = { name: 'Sea', color: null, image: false, show_tooltip: '', image_size: '' };
    const swatches = [
      {
        name: 'Tone',
        type: 'color',
        terms: { Sea: sea, Ash: { ...sea, name: 'Ash', color: '#B0B0B0', image: 'a.jpg' } },
      },
      { name: 'Cord', type: 'button', terms: { Red: { name: 'Red', color: '#ff0000', image: '' } } },
      {
        name: 'Number',
        type: 'color',
        terms: [
          { name: 0, color: '#000001' },
          { name: '1', color: '#000002' },
        ],
      },
      { name: 'Nothing', type: 'color', terms: [] },
    ];
    const addHeads = (row: string) =>
      row.replace('\n', ',Attribute 2 name,Attribute 2 value(s),Attribute 3 name,Attribute 3 value(s)\n');
    writeFileSync(
      join(folder, 'plugin.csv'),
      `${addHeads(head)}P1,Plait,,,Tone,"Sea, Ash",1,${cell(swatches)},Cord,Red,Number,"0, 1"\n`,
    );
    expect(await importProductFile(shop, join(folder, 'plugin.csv'))).toMatchObject({ created: 1, messages: [] });
    expect(await readTerms('Tone')).toMatchObject([{ swatch: null }, { name: 'Ash', swatch: '#b0b0b0' }]);
    expect(await readTerms('Cord')).toMatchObject([{ swatch: null, kind: 'select' }]);
    expect(await readTerms('Number')).toMatchObject([{ swatch: '#000001' }, { swatch: '#000002' }]);
  });
});

describe('images as swatches', () => {
  const imageFolder = join(folder, 'pictures');
  const createImage = (background: string) =>
    sharp({ create: { width: 30, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const swatches = (images: Readonly<Record<string, string>>) =>
    cell({
      Clay: {
        name: 'Clay',
        type: 'image',
        terms: Object.fromEntries(
          Object.entries(images).map(([name, image]) => [
            name,
            { name, color: name === 'Red' ? '#aa4433' : '', image },
          ]),
        ),
      },
    });
  const rows = (images: Readonly<Record<string, string>>) =>
    `C1,Crock,variable,,Clay,"Red, White, Black",1,${swatches(images)}\nC1-R,,variation,C1,Clay,Red,1,\n`;
  const named = { Red: 'red.jpg', White: 'white.jpg', Black: '../black.jpg' };

  beforeAll(async () => {
    mkdirSync(imageFolder);
    writeFileSync(join(imageFolder, 'red.jpg'), await createImage('#aa4433'));
  });

  it('are fetched like others; missing ones keep the old swatch, with a warning', async () => {
    const report = await importRows(rows(named), imageFolder);
    expect(report).toMatchObject({ created: 2, skipped: 0 });
    expect(report.messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 'Swatches Attributes', 'UNSAFE_IMAGE'],
    ]);
    expect(report.missing).toMatchObject([
      { line: 2, column: 'Swatches Attributes', code: 'IMAGE_NOT_HAD', message: expect.stringContaining('white.jpg') },
    ]);
    expect(await readTerms('Clay')).toMatchObject([
      { name: 'Red', swatch: '#aa4433', color: '#aa4433', kind: 'swatch' },
      { name: 'White', swatch: null, color: null },
      { name: 'Black', color: null },
    ]);
  });

  it('are on the page and on cards', async () => {
    const now = new Date();
    const page = await getProductView(db, { locale: 'en-GB', slug: 'crock' }, now);
    const picture = expect.stringMatching(/^\/media\/[0-9a-f]{16}-160\.webp$/);
    expect(page?.attributes).toMatchObject([
      { terms: [{ slug: 'red', picture }, { picture: null }, { picture: null }] },
    ]);
    expect(await getProductCards(db, [page?.id ?? 0], now)).toMatchObject([{ swatches: [{ slug: 'red', picture }] }]);
  });

  it('change nothing when imported again, and change with their file', async () => {
    expect(await importRows(rows(named), imageFolder)).toMatchObject({ updated: 0, unchanged: 2 });
    expect(await importRows(rows(named)), 'also without the folder').toMatchObject({ updated: 0, unchanged: 2 });
    writeFileSync(join(imageFolder, 'red.jpg'), await createImage('#cc2211'));
    writeFileSync(join(imageFolder, 'white.jpg'), await createImage('#f0f0f0'));
    expect(await importRows(rows(named), imageFolder)).toMatchObject({ missing: [] });
    expect(await readTerms('Clay')).toMatchObject([{ color: '#cc2211' }, { color: '#f0f0f0' }, { color: null }]);
  });

  it('are exported, and importing the export changes nothing', async () => {
    const before = await readTerms('Clay');
    const parts: string[] = [];
    await exportProducts(shop, { write: async (part) => void parts.push(part) });
    const file = join(folder, 'export.csv');
    writeFileSync(file, parts.join(''));
    expect(await importProductFile(shop, file)).toMatchObject({ created: 0, updated: 0, skipped: 0, messages: [] });
    expect(await readTerms('Clay')).toEqual(before);
    expect(parts.join('')).toMatch(/""type"":""image"".*""image"":""https?:[^"]*\/media\/[0-9a-f]{16}-\d+\.jpg""/);
  });

  it('are replaced by a color, even while pending', async () => {
    const colors = { Clay: { type: 'color', terms: { Red: { color: '#990000', image: 'red.jpg' } } } };
    expect(await importRows(`C1,Crock,variable,,Clay,"Red, White, Black",1,${cell(colors)}\n`)).toMatchObject({
      updated: 1,
    });
    const red = { swatch: '#990000', color: null };
    expect(await readTerms('Clay')).toMatchObject([red, { color: '#f0f0f0' }, {}]);
    const importOnly = async (imageFolder: string | undefined, rows: string) => {
      writeFileSync(join(folder, 'file.csv'), head + rows);
      await importProductFile(shop, join(folder, 'file.csv'), { imageFolder });
    };
    await importOnly(imageFolder, rows({ Red: 'red.jpg' }));
    await importOnly(undefined, `C1,Crock,variable,,Clay,"Red, White, Black",1,${cell(colors)}\n`);
    await fetchImages(shop, new Map());
    expect(await readTerms('Clay')).toMatchObject([red, { color: '#f0f0f0' }, {}]);
  });
});
