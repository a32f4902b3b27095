import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import type { BucketConfig } from '#platform/files/store/bucket-store.ts';

/**
 * Variables of a bucket of this machine, which exists while the tests of a file run.
 * @param isStrict whether it checks signatures; it knows neither those of lists nor those with `'` in an address
 */
export function useBucket({ isStrict = false } = {}): () => Readonly<Record<string, string>> {
  const directory = mkdtempSync(join(tmpdir(), 'vitrine-bucket-'));
  let endpoint = '';
  let server: S3rver | undefined;
  beforeAll(async () => {
    server = new S3rver({
      ...{ address: '127.0.0.1', port: 0, silent: true, directory },
      allowMismatchedSignatures: !isStrict,
      configureBuckets: [{ name: 'shop', configs: [] }],
    });
    const { port } = await server.run();
    endpoint = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await server?.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return () => ({
    ...{ S3_BUCKET: 'shop', S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
  });
}

/** The bucket of variables. */
export function readBucketConfig(env: Readonly<Record<string, string>>, dataDir: string): BucketConfig {
  const read = readConfig({ DATA_DIR: dataDir, ...env });
  if (!read.ok || read.config.bucket === null) throw new Error(read.ok ? 'no bucket' : read.problems.join());
  return read.config.bucket;
}
