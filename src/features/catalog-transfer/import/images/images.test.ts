import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRemoteImage, getProductView } from '#features/catalog/index.ts';
import { exportProducts } from '#features/catalog-transfer/export/export-products.ts';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { createMedia } from '#platform/media/media.ts';
import { catalogShop } from '#tests/support/catalog.ts';
import { useDatabase } from '#tests/support/database.ts';
import { saveTestProduct } from '#tests/support/products.ts';
import { type ImportOptions, importProductFile } from '../import-products.ts';
import { fetchImages, type ImageRequest, listFailedImages } from './fetch-images.ts';

const { database, db, pool } = useDatabase();
const shop = catalogShop(database);
const folder = mkdtempSync(join(tmpdir(), 'vitrine-images-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function writeInput(text: string): string {
  const file = join(folder, 'file.csv');
  writeFileSync(file, text);
  return file;
}

const importText = (text: string) => importProductFile(shop, writeInput(text));

describe('images in a folder', () => {
  const imageFolder = join(folder, 'pictures');
  const colors = { 'bowl.jpg': '#88aa99', 'sub/cup.jpg': '#996655' };
  const createImage = (background: string) =>
    sharp({ create: { width: 30, height: 40, channels: 3, background } })
      .jpeg()
      .toBuffer();

  beforeAll(async () => {
    mkdirSync(join(imageFolder, 'sub'), { recursive: true });
    for (const [name, color] of Object.entries(colors))
      writeFileSync(join(imageFolder, name), await createImage(color));
    writeFileSync(join(folder, 'secret.jpg'), await createImage('#000000'));
    symlinkSync(join(folder, 'secret.jpg'), join(imageFolder, 'link.jpg'));
    writeFileSync(join(imageFolder, 'words.jpg'), 'no picture');
  });

  const writeFile = () =>
    writeInput(
      'SKU,Name,Images\nI1,Pot,"bowl.jpg, sub/cup.jpg"\nI2,Pan,"../secret.jpg, /etc/passwd, ..\\secret.jpg, file:///etc/passwd"\nI3,Lid,link.jpg\nI4,Ladle,"words.jpg, gone.jpg"\nI5,Label,"bowl.jpg, gone.jpg"\n',
    );
  const readColors = async (slug: string) =>
    (await getProductView(db, { locale: 'en-GB', slug }, new Date()))?.images.map(({ color }) => color);

  it('[E2] are read by the import itself, only from the folder; missing ones get a placeholder and a warning', async () => {
    const requests = new Map<number, ImageRequest>();
    const onImageRequest: ImportOptions['onImageRequest'] = (id, line, field) => {
      if (!requests.has(id)) requests.set(id, { line, field });
    };
    const report = await importProductFile(shop, writeFile(), { imageFolder, onImageRequest });
    expect(report.messages.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'Images', 'UNSAFE_IMAGE'],
      [3, 'Images', 'UNSAFE_IMAGE'],
      [3, 'Images', 'UNSAFE_IMAGE'],
      [3, 'Images', 'UNKNOWN_IMAGE'],
    ]);
    const jobs = await pool.query(`select count(*)::int as n from graphile_worker.jobs where task_identifier = $1`, [
      fetchRemoteImage.name,
    ]);
    expect(jobs.rows, '[E2] no job of another machine looks for the folder').toEqual([{ n: 0 }]);
    const missing = await fetchImages(shop, requests);
    expect(missing.map(({ line, code, message }) => [line, code, message.split(';')[0]]).sort()).toEqual([
      [4, 'IMAGE_NOT_HAD', 'link.jpg: NOT_IN_FOLDER'],
      [5, 'IMAGE_NOT_HAD', 'gone.jpg: NOT_IN_FOLDER'],
      [5, 'IMAGE_NOT_HAD', 'words.jpg: NOT_AN_IMAGE'],
    ]);
    expect((await readColors('pot'))?.length).toBe(2);
    const placeholder = await readColors('lid');
    expect(placeholder).toHaveLength(1);
    expect(await readColors('pan'), 'one placeholder for all names').toEqual(placeholder);
    expect(
      [await readColors('ladle'), (await readColors('label'))?.length],
      'a placeholder only without another image',
    ).toEqual([placeholder, 1]);
  });

  it('[E2] that can’t be stored are named, and the report of the saved rows is kept', async () => {
    const requests = new Map<number, ImageRequest>();
    const store: typeof shop.media.store = async (...given) => {
      if (given[1].name === 'cup.jpg') throw new Error('the disk broke');
      return shop.media.store(...given);
    };
    const broken = { ...shop, media: { ...shop.media, store } };
    const report = await importProductFile(broken, writeInput('SKU,Name,Images\nI20,Jar,"bowl.jpg, sub/cup.jpg"\n'), {
      imageFolder,
      onImageRequest: (id, line, field) => requests.set(id, { line, field }),
    });
    expect(report).toMatchObject({ created: 1, skipped: 0 });
    expect(await listFailedImages(shop, requests)).toMatchObject([
      { line: 2, code: 'IMAGE_NOT_HAD', message: expect.stringContaining('sub/cup.jpg: NOT_STORED the disk broke') },
    ]);
    await importProductFile(shop, writeFile(), { imageFolder });
    expect(await listFailedImages(shop, requests), 'read again').toEqual([]);
  });

  it('change nothing when imported again, and are read again', async () => {
    expect(await importProductFile(shop, writeFile(), { imageFolder })).toMatchObject({
      updated: 0,
      unchanged: 5,
    });
    expect(await importProductFile(shop, writeFile()), 'also without the folder').toMatchObject({
      updated: 0,
      unchanged: 5,
    });
    writeFileSync(join(imageFolder, 'bowl.jpg'), await createImage('#202020'));
    writeFileSync(join(imageFolder, 'gone.jpg'), await createImage('#404040'));
    await importProductFile(shop, writeFile(), { imageFolder });
    await runJobsNow(shop, [fetchRemoteImage]);
    const [bowl] = (await readColors('pot')) ?? [];
    expect(bowl).toBe('#202020');
    expect(await readColors('ladle'), 'without the placeholder').toEqual(['#404040']);
    expect(await importProductFile(shop, writeFile(), { imageFolder })).toMatchObject({
      updated: 0,
      unchanged: 5,
    });
  });

  it("are the shop's uploads of that name when no folder is given", async () => {
    const stored = await shop.media.store(db, { bytes: await createImage('#606060'), name: 'teapot.jpg', alt: '' });
    const report = await importText('SKU,Name,Images\nI9,Teapot,"teapot.jpg, unknown.jpg"\n');
    expect(stored.ok).toBe(true);
    expect(report.messages).toMatchObject([{ code: 'UNKNOWN_IMAGE' }]);
    expect(await readColors('teapot')).toEqual(['#606060']);
    await saveTestProduct(shop, { name: 'Last' });
  });

  it('are URLs only with both slashes', async () => {
    const names = ['https:/pots.example/a.jpg', 'http:pots.example/b.jpg', 'HTTP://pots.example/c.jpg'];
    const report = await importText(`SKU,Name,Images\nN9,Urn,"${names.join(', ')}"\n`);
    expect(report).toMatchObject({ created: 1, skipped: 0 });
    expect(report.messages.map(({ line, code }) => [line, code])).toEqual([
      [2, 'UNKNOWN_IMAGE'],
      [2, 'UNKNOWN_IMAGE'],
    ]);
  });

  it('get a placeholder until a folder is given', async () => {
    const names =
      'SKU,Name,Images\nN1,Jug,jug.jpg\nN2,Mug,"../mug.jpg, ftp://mugs.example/mug.jpg"\nN3,Tub,sub/jug.jpg\n';
    expect(await importProductFile(shop, writeInput(names), { dryRun: true })).toMatchObject({ created: 3 });
    expect((await importText(names)).messages.map(({ line, code }) => [line, code])).toEqual([
      [2, 'UNKNOWN_IMAGE'],
      [3, 'UNSAFE_IMAGE'],
      [3, 'UNKNOWN_IMAGE'],
      [4, 'UNKNOWN_IMAGE'],
    ]);
    const placeholder = await readColors('jug');
    expect(placeholder).toHaveLength(1);
    expect([await readColors('mug'), await readColors('tub')]).toEqual([placeholder, placeholder]);
    expect(await importText(names)).toMatchObject({ updated: 0, unchanged: 3, messages: { length: 4 } });
    expect(await importText(await exportText()), 'also when the export is imported').toMatchObject({
      created: 0,
      updated: 0,
      skipped: 0,
    });

    writeFileSync(join(imageFolder, 'jug.jpg'), await createImage('#0a0a0a'));
    await importProductFile(shop, writeInput(names), { imageFolder });
    await runJobsNow(shop, [fetchRemoteImage]);
    expect([await readColors('jug'), await readColors('tub')], 'each path is a different image').toEqual([
      ['#0a0a0a'],
      placeholder,
    ]);
    await importText(names);
    expect(await readColors('tub'), 'also after an import without the folder').toEqual(placeholder);
    await importText('SKU,Images\nN3,"sub/jug.jpg, jug.jpg"\n');
    expect(await readColors('tub'), 'no placeholder beside an available image').toEqual(['#0a0a0a']);
  });

  it('share one placeholder, stored outside transactions', async () => {
    const store = createDiskStore(shop.config.dataDir);
    const idleTransactions: unknown[] = [];
    const { find } = store;
    store.find = async (key) => {
      const { rowCount } = await pool.query(
        `select from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
      );
      idleTransactions.push(rowCount);
      return find(key);
    };
    const rows = Array.from({ length: 201 }, (_, at) => `TILE-${at},Tile ${at},ftp://tiles.example/${at}.jpg\n`);
    const file = writeInput(`SKU,Name,Images\n${rows.join('')}`);
    const report = await importProductFile({ ...shop, media: createMedia(shop.config, { store }) }, file);
    expect(report).toMatchObject({ created: 201 });
    expect(await readColors('tile-200')).toHaveLength(1);
    expect(idleTransactions).toEqual([0]);
  });

  async function exportText(): Promise<string> {
    const parts: string[] = [];
    await exportProducts(shop, { write: async (part) => void parts.push(part) });
    return parts.join('');
  }
});
