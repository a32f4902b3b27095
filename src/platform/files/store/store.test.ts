import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { readBucketConfig, useBucket } from '#tests/support/bucket.ts';
import { createBucketStore } from './bucket-store.ts';
import { findStoreProblem } from './check-store.ts';
import { createDiskStore } from './disk-store.ts';
import { FileMissingError, type FileStore, readWhole } from './file-store.ts';
import { limitBytes } from './limit-bytes.ts';
import { moveFiles } from './move-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bucketVariables = useBucket();
const strictVariables = useBucket({ isStrict: true });
/** A bucket of a provider, when the environment has its variables: `TEST_S3_BUCKET` and the others. */
const realVariables = Object.fromEntries(
  Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith('TEST_S3_') ? [[name.slice(5), value ?? '']] : [],
  ),
);
const openBucket = (): FileStore => createBucketStore(readBucketConfig(bucketVariables(), folder));

const stores: readonly [string, () => FileStore][] = [
  ['the disk', () => createDiskStore(join(folder, 'disk'))],
  ['a bucket', openBucket],
  ...('S3_BUCKET' in realVariables
    ? [['the bucket of a provider', () => createBucketStore(readBucketConfig(realVariables, folder))] as const]
    : []),
].map(([name, open]) => [name as string, open as () => FileStore]);

async function listKeys(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys.sort();
}

describe.each(stores)('%s', (_name, open) => {
  const area = `uploads/${crypto.randomUUID()}`;

  it('keeps files, tells their size, and reads them whole and in ranges', async () => {
    const store = open();
    const key = `${area}/Glaze cäre & more.pdf`;
    await store.put(key, Buffer.from('first'));
    await store.put(key, Buffer.from('Every glaze'));
    expect(await store.find(key)).toMatchObject({ key, bytes: 11, modifiedAt: expect.any(Date) });
    expect(String(await readWhole(store, key))).toBe('Every glaze');
    expect(await text(await store.read(key, { start: 6, end: 8 }))).toBe('gla');
    expect(await store.find(`${area}/none`)).toBeNull();
    await expect(store.read(`${area}/none`)).rejects.toThrow(FileMissingError);
    await store.delete([key, `${area}/none`]);
    expect(await store.find(key)).toBeNull();
  });

  it('takes streams and files of this machine, of which it keeps the bytes', async () => {
    const store = open();
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
    await store.putStream(
      `${area}/streamed`,
      Readable.from([bytes.subarray(0, 99_999), bytes.subarray(99_999)]),
      bytes.length,
    );
    expect((await readWhole(store, `${area}/streamed`)).equals(bytes)).toBe(true);
    const path = join(folder, `received-${crypto.randomUUID()}`);
    writeFileSync(path, bytes);
    await store.putFile(`${area}/received`, path);
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    expect((await buffer(await store.read(`${area}/received`))).equals(bytes)).toBe(true);
    await store.delete([`${area}/streamed`, `${area}/received`]);
  });

  it('lists the files of a folder, whatever their number, with their sizes', async () => {
    const store = open();
    const keys = Array.from({ length: 12 }, (_, index) => `${area}/list/${index % 3}/file-${index}`);
    for (const key of keys) await store.put(key, Buffer.from(key));
    expect(await listKeys(store, `${area}/list/`)).toEqual(keys.toSorted());
    for await (const { key, bytes } of store.list(`${area}/list/1/`)) expect(bytes).toBe(Buffer.byteLength(key));
    expect(await listKeys(store, `${area}/nowhere/`)).toEqual([]);
    await store.delete(keys);
    expect(await listKeys(store, `${area}/list/`)).toEqual([]);
  });

  it('signs an address that opens one file for a while, where it has addresses', async () => {
    const store = open();
    const key = `${area}/linked.txt`;
    await store.put(key, Buffer.from('linked'));
    const link = await store.createLink(key, { seconds: 60, name: 'Größe.txt' });
    if (store.kind === 'disk') expect(link).toBeNull();
    else {
      const reply = await fetch(link ?? '');
      expect([reply.status, await reply.text()]).toEqual([200, 'linked']);
      expect(reply.headers.get('content-disposition')).toContain('attachment');
      expect((await fetch((link ?? '').replace('linked.txt', 'other.txt'))).status).toBeGreaterThanOrEqual(400);
    }
    await store.delete([key]);
  });

  it('can be used, which is checked when the shop opens', async () => {
    expect(await findStoreProblem(open())).toBeNull();
    expect(await listKeys(open(), 'check/')).toEqual([]);
  });
});

it('no key leads out of the folder', async () => {
  const store = createDiskStore(join(folder, 'disk'));
  for (const key of ['../secret', 'uploads/../../secret', 'uploads//x', '.'])
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('no key');
});

it('a folder with a size loses the files that were stored longest ago, also those of an earlier process', async () => {
  const disk = createDiskStore(join(folder, 'limited'));
  const kilobyte = Buffer.alloc(1000);
  for (let index = 0; index < 20; index += 1) {
    await disk.put(`media/earlier-${index}`, kilobyte);
    utimesSync(join(folder, `limited/media/earlier-${index}`), index, index);
  }
  const limited = limitBytes(disk, 'media/', 10_000);
  await limited.put('media/first', kilobyte);
  await expect.poll(() => listKeys(disk, 'media/')).toHaveLength(9);
  expect(await listKeys(disk, 'media/')).toEqual(
    [...Array.from({ length: 8 }, (_, index) => `media/earlier-${index + 12}`), 'media/first'].sort(),
  );
  for (let index = 0; index < 40; index += 1) {
    await limited.put(`media/later-${index}`, kilobyte);
    await expect.poll(async () => (await listKeys(disk, 'media/')).length).toBeLessThanOrEqual(10);
  }
  expect(await disk.find('media/later-39')).not.toBeNull();
  expect(await disk.find('media/first')).toBeNull();
});

it('a bucket that can not be used is explained in one sentence, without the secret', async () => {
  const secret = 'a-very-secret-key';
  const problems = await Promise.all(
    [
      { S3_SECRET_ACCESS_KEY: secret },
      { S3_BUCKET: 'another', S3_SECRET_ACCESS_KEY: 'S3RVER' },
      { S3_ENDPOINT: 'http://127.0.0.1:1' },
    ].map((other) => findStoreProblem(createBucketStore(readBucketConfig({ ...strictVariables(), ...other }, folder)))),
  );
  expect(problems).toEqual([
    expect.stringMatching(
      /^the bucket shop at 127\.0\.0\.1:\d+ can't be used \(SignatureDoesNotMatch\): check S3_BUCKET/,
    ),
    expect.stringMatching(/^the bucket another at .+ \(NoSuchBucket\)/),
    expect.stringMatching(/\(ECONNREFUSED\)/),
  ]);
  expect(problems.join()).not.toContain(secret);
});

it('errors and the configuration do not have the secret', async () => {
  const secret = 'a-very-secret-key';
  const read = readConfig({ DATA_DIR: folder, ...strictVariables(), S3_SECRET_ACCESS_KEY: secret });
  if (!read.ok || !read.config.bucket) throw new Error('no bucket');
  expect(JSON.stringify(read.config)).not.toContain(secret);
  const error = await createBucketStore(read.config.bucket)
    .put('uploads/x', Buffer.from('x'))
    .catch((each: unknown) => each);
  const { inspect } = await import('node:util');
  expect(inspect(error, { depth: 9 })).toContain('SignatureDoesNotMatch');
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(secret);
  expect(readConfig({ DATA_DIR: folder, S3_BUCKET: 'shop' })).toMatchObject({
    ok: false,
    problems: [expect.stringMatching(/^S3_ACCESS_KEY_ID/), expect.stringMatching(/^S3_SECRET_ACCESS_KEY/)],
  });
});

describe('moving all files', () => {
  const contents = new Map(
    Array.from({ length: 9 }, (_, index) => [
      `${['media/originals/aa', 'downloads', 'uploads/bb'][index % 3]}/file ${index}`,
      `content ${index}`,
    ]),
  );
  const readAllFiles = async (store: FileStore) => {
    const found: [string, string][] = [];
    for (const area of ['media/', 'downloads/', 'uploads/'])
      for await (const { key } of store.list(area)) found.push([key, String(await readWhole(store, key))]);
    return new Map(found.sort(([first], [second]) => first.localeCompare(second)));
  };
  const expected = new Map([...contents].sort(([first], [second]) => first.localeCompare(second)));

  it('goes on after it was killed at any moment, loses nothing, and returns', async () => {
    const disk = createDiskStore(join(folder, 'moved'));
    const bucket = openBucket();
    for (const [key, content] of contents) await disk.put(key, Buffer.from(content));
    await disk.put('media/quick/aa/temporary', Buffer.from('x'));
    // A process that is killed does nothing after some call: each call is the last one once.
    for (let calls = 1; ; calls += 1) {
      let left = calls;
      const stopAfter = (store: FileStore): FileStore => {
        const asLast = async <Result>(work: () => Promise<Result>): Promise<Result> => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return work();
        };
        return {
          ...store,
          putStream: (...parameters) => asLast(() => store.putStream(...parameters)),
          read: (...parameters) => asLast(() => store.read(...parameters)),
          find: (...parameters) => asLast(() => store.find(...parameters)),
          delete: (...parameters) => asLast(() => store.delete(...parameters)),
        };
      };
      const outcome = await moveFiles({ from: stopAfter(disk), to: stopAfter(bucket), keeps: false }).catch(() => null);
      const both = new Map([...(await readAllFiles(disk)), ...(await readAllFiles(bucket))]);
      both.delete('media/quick/aa/temporary');
      expect(both.size, `after ${calls} calls`).toBe(contents.size);
      if (outcome) break;
    }
    expect(await readAllFiles(bucket)).toEqual(expected);
    expect(
      (await readdir(join(folder, 'moved'), { recursive: true, withFileTypes: true })).filter((entry) =>
        entry.isFile(),
      ),
    ).toEqual([]);
    const back = await moveFiles({ from: bucket, to: disk, keeps: false });
    expect(back).toMatchObject({ files: 9, same: 0, failed: [], bytes: 9 * 'content 0'.length });
    expect(await readAllFiles(disk)).toEqual(expected);
    expect((await readAllFiles(bucket)).size).toBe(0);
  });

  it('leaves what a killed restore has not put in its place yet', async () => {
    const disk = createDiskStore(join(folder, 'killed'));
    const bucket = openBucket();
    await disk.put('media/.restoring/originals/aa/pot.jpg', Buffer.from('pot'));
    expect(await moveFiles({ from: disk, to: bucket, keeps: false })).toMatchObject({ files: 0, failed: [] });
    expect(await bucket.find('media/.restoring/originals/aa/pot.jpg')).toBeNull();
    expect(await disk.find('media/.restoring/originals/aa/pot.jpg')).not.toBeNull();
  });

  it('copies what may stay, compares what is there, and keeps a file whose copy differs', async () => {
    const disk = createDiskStore(join(folder, 'kept'));
    const bucket = openBucket();
    await disk.put('downloads/one.txt', Buffer.from('one'));
    await disk.put('downloads/two.txt', Buffer.from('two'));
    await bucket.put('downloads/one.txt', Buffer.from('eno'));
    expect(await moveFiles({ from: disk, to: bucket, keeps: true })).toMatchObject({ files: 2, same: 0 });
    expect(await moveFiles({ from: disk, to: bucket, keeps: true })).toMatchObject({ files: 2, same: 2 });
    expect(String(await readWhole(bucket, 'downloads/one.txt'))).toBe('one');
    await bucket.delete(['downloads/one.txt', 'downloads/two.txt']);
    const lossy: FileStore = { ...bucket, putStream: (key) => bucket.put(key, Buffer.from('el')) };
    expect(await moveFiles({ from: disk, to: lossy, keeps: false })).toMatchObject({
      files: 0,
      failed: expect.arrayContaining(['downloads/one.txt', 'downloads/two.txt']),
    });
    expect(String(await readWhole(disk, 'downloads/one.txt'))).toBe('one');
  });
});
