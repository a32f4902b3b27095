import { randomUUID } from 'node:crypto';
import { BucketError } from './bucket-store.ts';
import { type FileStore, readWhole } from './file-store.ts';

/**
 * Writes, reads and deletes a small file in a bucket.
 * @returns a sentence for the operator; null when it can be used
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
