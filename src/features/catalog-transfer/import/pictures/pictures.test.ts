import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRemoteImage, getProductView } from '#features/catalog/index.ts';
import { exportProducts } from '#features/catalog-transfer/export/export-products.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createMedia } from '#platform/media/media.ts';
import { mediaDisk } from '#platform/media/store-files.ts';
import { catalogShop, savedProduct } from '#tests/catalog.ts';
import { useDatabase } from '#tests/database.ts';
import { type ImportOptions, importProductFile } from '../import-products.ts';
import { fetchPictures, type PictureRequest } from './fetch-pictures.ts';

const { database, db, pool } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(text: string): string {
  const file = join(folder, 'file.csv');
  writeFileSync(file, text);
  return file;
}

const take = (text: string) => importProductFile(shop, written(text));

describe('pictures in a folder', () => {
  const pictures = join(folder, 'pictures');
  const colors = { 'bowl.jpg': '#88aa99', 'sub/cup.jpg': '#996655' };
  const draw = (background: string) =>
    sharp({ create: { width: 30, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();

  beforeAll(async () => {
    mkdirSync(join(pictures, 'sub'), { recursive: true });
    for (const [name, color] of Object.entries(colors)) writeFileSync(join(pictures, name), await draw(color));
    writeFileSync(join(folder, 'secret.jpg'), await draw('#000000'));
    symlinkSync(join(folder, 'secret.jpg'), join(pictures, 'link.jpg'));
    writeFileSync(join(pictures, 'words.jpg'), 'no picture');
  });

  const file = () =>
    written(
      'SKU,Name,Images\nI1,Pot,"bowl.jpg, sub/cup.jpg"\nI2,Pan,"../secret.jpg, /etc/passwd, ..\\secret.jpg, file:///etc/passwd"\nI3,Lid,link.jpg\nI4,Ladle,"words.jpg, gone.jpg"\nI5,Label,"bowl.jpg, gone.jpg"\n',
    );
  const shown = async (slug: string) => (await getProductView(db, slug, new Date()))?.images.map(({ color }) => color);

  it('come only from the folder; missing ones get a placeholder and a warning', async () => {
    const asked = new Map<number, PictureRequest>();
    const onPicture: ImportOptions['onPicture'] = (id, line, field) => {
      if (!asked.has(id)) asked.set(id, { line, field });
    };
    const report = await importProductFile(shop, file(), { imageFolder: pictures, onPicture });
    expect(report.messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'Images', 'UNSAFE_IMAGE'],
      [3, 'Images', 'UNSAFE_IMAGE'],
      [3, 'Images', 'UNSAFE_IMAGE'],
      [3, 'Images', 'UNKNOWN_IMAGE'],
    ]);
    const missing = await fetchPictures(shop, asked);
    expect(missing.map(({ line, code, message }) => [line, code, message.split(';')[0]]).sort()).toEqual([
      [4, 'IMAGE_NOT_HAD', 'link.jpg: NOT_IN_FOLDER'],
      [5, 'IMAGE_NOT_HAD', 'gone.jpg: NOT_IN_FOLDER'],
      [5, 'IMAGE_NOT_HAD', 'words.jpg: NOT_AN_IMAGE'],
    ]);
    expect((await shown('pot'))?.length).toBe(2);
    const drawn = await shown('lid');
    expect(drawn).toHaveLength(1);
    expect(await shown('pan'), 'once, whatever was named').toEqual(drawn);
    expect([await shown('ladle'), (await shown('label'))?.length], 'drawn only where there is no other').toEqual([
      drawn,
      1,
    ]);
  });

  it('change nothing when imported again, and are read again', async () => {
    expect(await importProductFile(shop, file(), { imageFolder: pictures })).toMatchObject({
      updated: 0,
      unchanged: 5,
    });
    expect(await importProductFile(shop, file()), 'nor without the folder').toMatchObject({ updated: 0, unchanged: 5 });
    writeFileSync(join(pictures, 'bowl.jpg'), await draw('#202020'));
    writeFileSync(join(pictures, 'gone.jpg'), await draw('#404040'));
    await importProductFile(shop, file(), { imageFolder: pictures });
    await runJobsNow(shop, [fetchRemoteImage]);
    const [bowl] = (await shown('pot')) ?? [];
    expect(bowl).toBe('#202020');
    expect(await shown('ladle'), 'the drawn one is gone').toEqual(['#404040']);
    expect(await importProductFile(shop, file(), { imageFolder: pictures })).toMatchObject({
      updated: 0,
      unchanged: 5,
    });
  });

  it("are the shop's uploads of that name when no folder is given", async () => {
    const stored = await shop.media.store(db, { bytes: await draw('#606060'), name: 'teapot.jpg', alt: '' });
    const report = await take('SKU,Name,Images\nI9,Teapot,"teapot.jpg, unknown.jpg"\n');
    expect(stored.ok).toBe(true);
    expect(report.messages).toMatchObject([{ code: 'UNKNOWN_IMAGE' }]);
    expect(await shown('teapot')).toEqual(['#606060']);
    await savedProduct(shop, { name: 'Last' });
  });

  it('are URLs only with both slashes', async () => {
    const names = ['https:/pots.example/a.jpg', 'http:pots.example/b.jpg', 'HTTP://pots.example/c.jpg'];
    const report = await take(`SKU,Name,Images\nN9,Urn,"${names.join(', ')}"\n`);
    expect(report).toMatchObject({ created: 1, skipped: 0 });
    expect(report.messages.map(({ line, code }) => [line, code])).toEqual([
      [2, 'UNKNOWN_IMAGE'],
      [2, 'UNKNOWN_IMAGE'],
    ]);
  });

  it('get a placeholder until a folder is given', async () => {
    const names =
      'SKU,Name,Images\nN1,Jug,jug.jpg\nN2,Mug,"../mug.jpg, ftp://mugs.example/mug.jpg"\nN3,Tub,sub/jug.jpg\n';
    expect(await importProductFile(shop, written(names), { dryRun: true })).toMatchObject({ created: 3 });
    expect((await take(names)).messages.map(({ line, code }) => [line, code])).toEqual([
      [2, 'UNKNOWN_IMAGE'],
      [3, 'UNSAFE_IMAGE'],
      [3, 'UNKNOWN_IMAGE'],
      [4, 'UNKNOWN_IMAGE'],
    ]);
    const drawn = await shown('jug');
    expect(drawn).toHaveLength(1);
    expect([await shown('mug'), await shown('tub')]).toEqual([drawn, drawn]);
    expect(await take(names)).toMatchObject({ updated: 0, unchanged: 3, messages: { length: 4 } });
    expect(await take(await exported()), 'nor what is exported').toMatchObject({ created: 0, updated: 0, skipped: 0 });

    writeFileSync(join(pictures, 'jug.jpg'), await draw('#0a0a0a'));
    await importProductFile(shop, written(names), { imageFolder: pictures });
    await runJobsNow(shop, [fetchRemoteImage]);
    expect([await shown('jug'), await shown('tub')], 'a name is a picture of its own in each folder').toEqual([
      ['#0a0a0a'],
      drawn,
    ]);
    await take(names);
    expect(await shown('tub'), 'and stays the product’s own').toEqual(drawn);
    await take('SKU,Images\nN3,"sub/jug.jpg, jug.jpg"\n');
    expect(await shown('tub'), 'nothing is drawn beside a real one').toEqual(['#0a0a0a']);
  });

  it('share one placeholder, stored outside transactions', async () => {
    const disk = mediaDisk(shop.config.dataDir);
    const open: unknown[] = [];
    const exists = disk.exists.bind(disk);
    disk.exists = async (key) => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      );
      open.push(rowCount);
      return exists(key);
    };
    const rows = Array.from({ length: 201 }, (_, at) => `TILE-${at},Tile ${at},ftp://tiles.example/${at}.jpg\n`);
    const file = written(`SKU,Name,Images\n${rows.join('')}`);
    const report = await importProductFile({ ...shop, media: createMedia(shop.config, { disk }) }, file);
    expect(report).toMatchObject({ created: 201 });
    expect(await shown('tile-200')).toHaveLength(1);
    expect(open).toEqual([0]);
  });

  async function exported(): Promise<string> {
    const parts: string[] = [];
    await exportProducts(shop, { write: async (part) => void parts.push(part) });
    return parts.join('');
  }
});
