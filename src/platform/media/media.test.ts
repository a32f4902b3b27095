import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { pino } from 'pino';
import sharp, { type Sharp } from 'sharp';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countQueries, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createDiskStore } from '#platform/files/store/disk-store.ts';
import { type FileStore, readWhole } from '#platform/files/store/file-store.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { readJobStatistics } from '#platform/jobs/statistics.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createMedia, type MediaOptions, type MediaRow, makeSizesJob } from './media.ts';
import { findMediaByName } from './records.ts';
import { registerMediaRoutes } from './routes.ts';
import { sizeKey } from './store-files.ts';

const store = useDatabase();
let dataDir = '';
const folders: string[] = [];
const servers: FastifyInstance[] = [];

function createShop(options?: MediaOptions): Shop {
  const config = { dataDir };
  const log = pino({ level: 'silent' });
  const clock = { now: () => new Date() };
  const media = createMedia(config, options);
  return { config, log, clock, media, database: store.database, db: store.db } as unknown as Shop;
}

async function serve(shop = createShop()): Promise<FastifyInstance> {
  const app = fastify();
  registerMediaRoutes(app, shop);
  await app.ready();
  servers.push(app);
  return app;
}

let seed = 0;
/** A plain picture of one colour; each one differs by a dot. */
function createImage(width: number, height: number, background = '#a04020'): Sharp {
  seed += 1;
  const dot = Buffer.from([seed % 256, Math.floor(seed / 256), 0]);
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: dot, raw: { width: 1, height: 1, channels: 3 }, left: 0, top: 0 },
  ]);
}

async function storeImage(bytes: Buffer, shop = createShop()): Promise<MediaRow & { mime: string }> {
  const stored = await shop.media.store(store.db, { bytes, name: 'x.bin', alt: 'A bowl' });
  if (!stored.ok) throw new Error(stored.code);
  const { rows } = await store.db.execute<MediaRow & { mime: string } & Record<string, unknown>>(
    sql`select * from platform.media where id = ${stored.id}`,
  );
  const [row] = rows;
  if (!row) throw new Error('no row');
  return row;
}

const address = (row: MediaRow, size: string) => `/media/${row.sha256.slice(0, 16)}-${size}`;
const filesIn = (folder: string) =>
  readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes(`/media/${folder}`))
    .map(({ name }) => name);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  folders.push(dataDir);
  await store.db.execute(sql`truncate platform.media cascade`);
  await store.db.execute(sql`delete from graphile_worker._private_jobs`);
});
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('storing', () => {
  it.each([
    ['image/jpeg', (image: Sharp) => image.jpeg()],
    ['image/png', (image: Sharp) => image.png()],
    ['image/webp', (image: Sharp) => image.webp()],
    ['image/avif', (image: Sharp) => image.avif({ effort: 0 })],
    ['image/gif', (image: Sharp) => image.gif()],
  ])('detects %s by its content', async (mime, encode) => {
    const row = await storeImage(await encode(createImage(40, 30)).toBuffer());
    expect(row).toMatchObject({ mime, width: 40, height: 30, alt: 'A bowl' });
    expect(row.color).toMatch(/^#[9a][0-9a-f][34][0-9a-f][12][0-9a-f]$/);
  });

  it.each([
    ['a text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['SVG after a comment', Buffer.from('<!-- \x89PNG --><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a start that promises more', Buffer.from('\xff\xd8\xff\xe0 and so on', 'latin1')],
  ])('refuses %s', async (_what, bytes) => {
    expect(await createShop().media.store(store.db, { bytes, name: 'a.jpg', alt: '' })).toEqual({
      ok: false,
      code: 'NOT_AN_IMAGE',
    });
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('refuses a truncated image', async () => {
    const whole = await sharp({
      create: {
        width: 400,
        height: 400,
        channels: 3,
        background: '#777',
        noise: { type: 'gaussian', mean: 90, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer();
    const half = { bytes: whole.subarray(0, whole.length / 2), name: '', alt: '' };
    expect(await createShop().media.store(store.db, half)).toMatchObject({ code: 'NOT_AN_IMAGE' });
  });

  it('refuses too many bytes and too many pixels, however small the file', async () => {
    const bytes = await createImage(300, 200).png().toBuffer();
    const tooLarge = createShop({ maxBytes: bytes.length - 1 }).media;
    expect(await tooLarge.store(store.db, { bytes, name: '', alt: '' })).toEqual({ ok: false, code: 'TOO_LARGE' });
    const tooMany = createShop({ maxPixels: 59_999 }).media;
    expect(await tooMany.store(store.db, { bytes, name: '', alt: '' })).toEqual({ ok: false, code: 'TOO_MANY_PIXELS' });
    expect(await createShop({ maxPixels: 60_000 }).media.store(store.db, { bytes, name: '', alt: '' })).toMatchObject({
      ok: true,
    });
  });

  it('applies the EXIF orientation, and uses the first frame of an animation', async () => {
    const turned = await createImage(60, 20).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await storeImage(turned)).toMatchObject({ width: 20, height: 60 });
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((color) => createImage(30, 30, color).png().toBuffer()),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect(await storeImage(moving)).toMatchObject({ width: 30, height: 30, color: expect.stringMatching(/^#f/) });
  });

  it('records no colour for a transparent image', async () => {
    const glass = sharp({
      create: { width: 20, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
    });
    expect((await storeImage(await glass.png().toBuffer())).color).toBe('#00000000');
  });

  it('stores the same bytes once, with one job, also concurrently', async () => {
    const bytes = await createImage(20, 20).png().toBuffer();
    const { media } = createShop();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => media.store(store.db, { bytes, name: 'n', alt: 'A' })),
    );
    expect(new Set(all.map((one) => one.ok && one.id)).size).toBe(1);
    expect(await readJobStatistics(store.db)).toMatchObject({ due: 1 });
    expect(filesIn('originals')).toHaveLength(1);
  });

  it('finds the newest picture of a file name', async () => {
    const { media } = createShop();
    const ids: (number | false)[] = [];
    for (const name of ['hero.jpg', 'other.jpg', 'hero.jpg']) {
      const stored = await media.store(store.db, {
        bytes: await createImage(20, 20).png().toBuffer(),
        name,
        alt: name,
      });
      ids.push(stored.ok && stored.id);
    }
    const found = await findMediaByName(store.db, ['hero.jpg', 'missing.jpg']);
    expect([...found.keys()]).toEqual(['hero.jpg']);
    expect(found.get('hero.jpg')).toMatchObject({ id: ids[2], width: 20, alt: 'hero.jpg' });
    expect(await findMediaByName(store.db, [])).toEqual(new Map());
  });

  it('leaves neither row nor job when the transaction rolls back', async () => {
    const bytes = await createImage(20, 20).png().toBuffer();
    const failing = inTransaction(store.db, async (tx) => {
      await createShop().media.store(tx, { bytes, name: '', alt: '' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await store.db.execute(sql`select from platform.media`)).rows).toEqual([]);
    expect(await readJobStatistics(store.db)).toMatchObject({ due: 0 });
  });
});

describe('sizes', () => {
  it('are made by a job in every format, and nothing is enlarged', async () => {
    const shop = createShop();
    const row = await storeImage(await createImage(700, 350).png().toBuffer(), shop);
    expect((await runJobsNow(shop, [makeSizesJob])).failed).toEqual([]);
    const { rows } = await store.db.execute<{ width: number; format: string; bytes: number } & Record<string, unknown>>(
      sql`select width, format, bytes from platform.media_files order by width, format`,
    );
    expect(rows.map(({ width, format }) => `${width}.${format}`)).toEqual(
      [160, 320, 480, 640, 960].flatMap((width) => ['avif', 'jpg', 'webp'].map((format) => `${width}.${format}`)),
    );
    const app = await serve(shop);
    for (const [size, width] of [
      ['160', 160],
      ['640', 640],
      ['960', 700],
    ] as const) {
      for (const [format, type] of [
        ['avif', 'heif'],
        ['webp', 'webp'],
        ['jpg', 'jpeg'],
      ] as const) {
        const { rawPayload } = await app.inject(address(row, `${size}.${format}`));
        expect(await sharp(rawPayload).metadata()).toMatchObject({ width, height: width / 2, format: type });
      }
    }
  });

  it('have no metadata and use sRGB', async () => {
    const camera = await createImage(200, 100, '#c81e1e')
      .withIccProfile('p3')
      .withExif({ IFD0: { Make: 'Secret' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withExifMerge({ IFD0: { Orientation: '6' } })
      .jpeg({ quality: 95 })
      .toBuffer();
    const shop = createShop();
    const row = await storeImage(camera, shop);
    await runJobsNow(shop, [makeSizesJob]);
    const app = await serve(shop);
    for (const format of ['jpg', 'webp', 'avif']) {
      const { rawPayload } = await app.inject(address(row, `160.${format}`));
      const { exif, icc, orientation } = await sharp(rawPayload).metadata();
      expect({ exif, icc, orientation }).toEqual({ exif: undefined, icc: undefined, orientation: undefined });
      const [red = 0, green = 0] = await sharp(rawPayload)
        .extract({ left: 40, top: 40, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(Math.abs(red - 0xc8)).toBeLessThan(10);
      expect(Math.abs(green - 0x1e)).toBeLessThan(10);
    }
  });

  it('that exist are not made again', async () => {
    const shop = createShop();
    await storeImage(await createImage(300, 100).png().toBuffer(), shop);
    await runJobsNow(shop, [makeSizesJob]);
    await store.db.execute(sql`delete from platform.media_files where width = 320 and format = 'jpg'`);
    const made = filesIn('sizes').length;
    await shop.media.makeSizes(store.db, await firstId(), false);
    expect((await store.db.execute(sql`select from platform.media_files`)).rows).toHaveLength(made);
  });

  it('that came with the image are kept, and a job makes the others later', async () => {
    const shop = createShop();
    const bytes = await createImage(300, 100).png().toBuffer();
    const requested: string[] = [];
    const made = await sharp({ create: { width: 16, height: 5, channels: 3, background: '#0000ff' } })
      .webp()
      .toBuffer();
    const existingSizes = async (name: string) => {
      requested.push(name);
      return name.endsWith('.webp') ? made : null;
    };
    await shop.media.store(store.db, { bytes, name: 'x.png', alt: '', existingSizes });
    const { rows } = await store.db.execute(sql`select color from platform.media`);
    expect(rows, 'the colour of the smallest: the original is not decoded').toEqual([{ color: '#0000ff' }]);
    expect([...new Set(requested)].map((name) => name.slice(17)).sort()).toEqual([
      '160.avif',
      '160.jpg',
      '160.webp',
      '320.avif',
      '320.jpg',
      '320.webp',
    ]);
    const ready = new Set(requested.filter((name) => name.endsWith('.webp')));
    const app = await serve(shop);
    for (const name of ready) {
      const reply = await app.inject(`/media/${name}`);
      expect(reply.rawPayload.equals(made)).toBe(true);
      expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    }
    await runJobsNow(shop, [makeSizesJob]);
    expect((await store.db.execute(sql`select from platform.media_files`)).rows, 'an hour later').toHaveLength(2);
    await store.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`);
    expect((await runJobsNow(shop, [makeSizesJob])).failed).toEqual([]);
    expect((await store.db.execute(sql`select from platform.media_files`)).rows).toHaveLength(6);
    const [name = ''] = ready;
    expect((await app.inject(`/media/${name}`)).rawPayload.equals(made), 'not made again').toBe(true);
  });

  it('that can not be made record the reason', async () => {
    const shop = createShop();
    await storeImage(await createImage(300, 100).png().toBuffer(), shop);
    rmSync(join(dataDir, 'media', 'originals'), { recursive: true });
    const id = await firstId();
    await expect(shop.media.makeSizes(store.db, id, false)).rejects.toThrow();
    expect((await store.db.execute(sql`select failure from platform.media`)).rows).toEqual([{ failure: null }]);
    await expect(shop.media.makeSizes(store.db, id, true)).rejects.toThrow();
    expect((await store.db.execute(sql`select failure from platform.media`)).rows[0]?.failure).toContain('is missing');
  });
});

async function firstId(): Promise<number> {
  const { rows } = await store.db.execute<{ id: number }>(sql`select id from platform.media`);
  return rows[0]?.id ?? 0;
}

describe('the URL of a size', () => {
  it('is cached forever once the job has made it', async () => {
    const shop = createShop();
    const row = await storeImage(await createImage(300, 100).png().toBuffer(), shop);
    await runJobsNow(shop, [makeSizesJob]);
    const app = await serve(shop);
    const full = await app.inject(address(row, '160.avif'));
    expect(full.statusCode).toBe(200);
    expect(full.headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-length': String(full.rawPayload.length),
    });
    const etag = String(full.headers.etag);
    expect(etag).toMatch(/^"[^"]+"$/);
    const same = await app.inject({ url: address(row, '160.avif'), headers: { 'if-none-match': `"x", ${etag}` } });
    expect([same.statusCode, same.body]).toEqual([304, '']);
    const head = await app.inject({ method: 'HEAD', url: address(row, '160.avif') });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(full.rawPayload.length),
      '',
    ]);
    expect((await app.inject(address(row, '160.webp'))).headers.etag).not.toBe(etag);
  });

  it('is sent from the bucket when the limit of the cache deletes the copy that was found', async () => {
    const bucket: FileStore = { ...createDiskStore(join(dataDir, 'bucket')), kind: 'bucket' };
    const shop = createShop({ store: bucket });
    const row = await storeImage(await createImage(300, 100).png().toBuffer(), shop);
    await runJobsNow(shop, [makeSizesJob]);
    const name = address(row, '160.avif').slice('/media/'.length);
    const opened = await shop.media.open(shop.db, name);
    rmSync(join(dataDir, 'cache'), { recursive: true });
    if (!opened.ok) throw new Error(opened.code);
    const sent = await buffer(await opened.file.stream());
    expect(sent).toHaveLength(opened.file.bytes);
    expect(sent.equals(await readWhole(bucket, `media/${sizeKey(name)}`))).toBe(true);
  });

  it('serves a quick encoding before the job, encoded once, without a database write', async () => {
    const shop = createShop();
    const row = await storeImage(await createImage(900, 600).png().toBuffer(), shop);
    const app = await serve(shop);
    const { value: answers, texts } = await countQueries(() =>
      Promise.all(Array.from({ length: 20 }, () => app.inject(address(row, '640.avif')))),
    );
    expect(texts.every((text) => /^\s*select/i.test(text))).toBe(true);
    expect(texts.length).toBeLessThanOrEqual(1);
    for (const answer of answers) {
      expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=60' });
    }
    expect(await sharp(answers[0]?.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 640 });
    expect(filesIn('quick')).toHaveLength(1);
    expect((await app.inject(address(row, '640.jpg'))).headers['content-type']).toBe('image/jpeg');
    await runJobsNow(shop, [makeSizesJob]);
    expect(filesIn('quick')).toEqual([]);
    expect((await app.inject(address(row, '640.avif'))).headers).toMatchObject({
      'content-type': 'image/avif',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it.each([
    'x-160.avif',
    '0123456789abcdef-160.avif',
    '0123456789abcdef-200.avif',
    '0123456789abcdef-0160.avif',
    '0123456789ABCDEF-160.avif',
    '0123456789abcdef-160.png',
    '0123456789abcdef-160.avif.tmp',
    '..%2f..%2foriginals%2fsecret.jpg',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '0123456789abcdef-160.avif%00',
  ])('does not exist: %s', async (name) => {
    const app = await serve();
    const answer = await app.inject(`/media/${name}`);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBeUndefined();
  });

  it('does not exist for a width that the image does not have', async () => {
    const shop = createShop();
    const row = await storeImage(await createImage(300, 100).png().toBuffer(), shop);
    const app = await serve(shop);
    expect((await app.inject(address(row, '320.webp'))).statusCode).toBe(200);
    expect((await app.inject(address(row, '480.webp'))).statusCode).toBe(404);
  });
});

describe.skipIf(process.platform === 'win32')('the media folder', () => {
  const mode = (...path: string[]) => (statSync(join(dataDir, ...path)).mode & 0o777).toString(8);

  it('is private to its owner, also when it was not before', async () => {
    await storeImage(await createImage(40, 40).png().toBuffer());
    expect([mode('media'), mode('media', 'originals')]).toEqual(['700', '700']);
    chmodSync(join(dataDir, 'media'), 0o755);
    createMedia({ dataDir });
    expect(mode('media')).toBe('700');
  });
});
