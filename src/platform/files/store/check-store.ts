import { randomUUID } from 'node:crypto';
import { BucketError } from './bucket-store.ts';
import { type FileStore, readWhole } from './file-store.ts';

/**
 * Tests a bucket: writes, reads and deletes a small file.
 * @returns a sentence for the operator; null when the bucket can be used
 */
export async function findStoreProblem(store: FileStore): Promise<string | null> {
  if (store.kind === 'disk') return null;
  const key = `check/${randomUUID()}`;
  const content = Buffer.from(key);
  const explain = (code: string) =>
    `${store.description} can't be used (${code}): check S3_BUCKET, S3_ENDPOINT, S3_REGION and the access key, which needs to list, read, write and delete objects.`;
  try {
    await store.put(key, content);
    const isSame = (await readWhole(store, key)).equals(content);
    for await (const _ of store.list('check/')) break;
    await store.delete([key]);
    return isSame ? null : explain('it returned something else than was stored');
  } catch (error) {
    return explain(error instanceof BucketError ? error.code : 'no answer');
  }
}
