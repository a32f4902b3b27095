import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { readWhole } from '#platform/files/store/file-store.ts';
import { useBucket } from '#tests/support/bucket.ts';
import { useDatabase } from '#tests/support/database.ts';
import { findFreePort } from '#tests/support/free-port.ts';
import { salesShop } from '#tests/support/sales.ts';
import { createTestImage } from '#tests/support/uploads.ts';
import { startBuilt, temporaryFolder } from './start-built.ts';

const { database, connectionString } = useDatabase();
const bucketVariables = useBucket();
const within = { timeout: 60_000, interval: 100 };

const createVariables = (port: number, dataDir: string) => ({
  ...{ MODE: 'live', HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: 'https://shop.example' },
  ...{ SECRET: randomBytes(32).toString('hex'), DATABASE_URL: connectionString, DATA_DIR: dataDir },
  ...bucketVariables(),
});

it('two machines without a shared folder share pictures by a bucket: what one stores, the job of the other makes sizes of, and both send them (E2)', async () => {
  const [ownFolder, otherFolder, port] = [temporaryFolder(), temporaryFolder(), await findFreePort()];
  // This process runs no jobs.
  const { shop, http } = await salesShop(database, { env: { DATA_DIR: ownFolder, ...bucketVariables() } });
  startBuilt('server', [], createVariables(port, otherFolder));
  const other = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${other}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, within).toBe(true);

  const stored = await shop.media.store(shop.db, { bytes: await createTestImage(), name: 'bowl.png', alt: '' });
  if (!stored.ok) throw new Error(stored.code);
  const readSizes = async () => {
    const { rows } = await shop.db.execute<{ key: string }>(
      sql`select key from platform.media_files where media_id = ${stored.id} order by key`,
    );
    return rows.map(({ key }) => key);
  };
  await expect.poll(async () => (await readSizes()).length, within).toBe(3);
  for (const key of await readSizes()) {
    const path = `/media/${key.split('/').at(-1)}`;
    const bytes = await readWhole(shop.files, `media/${key}`);
    const own = await http.inject(path);
    const others = await fetch(other + path);
    expect([own.statusCode, others.status, others.headers.get('cache-control')]).toEqual([
      ...[200, 200, 'public, max-age=31536000, immutable'],
    ]);
    expect([bytes.equals(own.rawPayload), bytes.equals(Buffer.from(await others.arrayBuffer()))]).toEqual([true, true]);
    expect(own.headers.etag, 'the same on each machine').toBe(others.headers.get('etag'));
  }
  for (const folder of [ownFolder, otherFolder]) {
    expect(existsSync(join(folder, 'media')), 'no file but the cache is on a machine').toBe(false);
    expect(existsSync(join(folder, 'cache', 'media', 'sizes'))).toBe(true);
  }
});

it('a shop whose bucket refuses its key does not open, and says so in one sentence without the secret', async () => {
  const secret = randomBytes(20).toString('hex');
  const variables = {
    ...createVariables(await findFreePort(), temporaryFolder()),
    S3_BUCKET: 'another',
    S3_SECRET_ACCESS_KEY: secret,
  };
  const { code, errors, output } = await startBuilt('server', [], variables).ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/the bucket another at 127\.0\.0\.1:\d+ can't be used \(NoSuchBucket\)/);
  expect(errors).not.toContain('    at ');
  expect(errors + output).not.toContain(secret);
});
