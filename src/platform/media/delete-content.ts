import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { createFileName, formats, listWidths } from './sizes.ts';
import { type MediaFiles, quickKey, sizeKey, toStoreKey } from './store-files.ts';

const contentSchema = z.object({ sha256: z.string(), key: z.string(), width: z.int().positive() });
export type DeletedContent = z.infer<typeof contentSchema>;

export const deleteContentJob = defineJob({
  name: 'media:delete-content',
  schema: contentSchema,
  run: (shop, content) => shop.media.deleteContent(shop.db, content),
});

/** Whoever stores a content again at the same time waits, or stores its file again. */
export const lockContent = (tx: Tx, sha256: string, mode: 'shared' | 'exclusive') =>
  tx.execute(
    mode === 'shared'
      ? sql`select pg_advisory_xact_lock_shared(hashtextextended(${`media ${sha256}`}, 0))`
      : sql`select pg_advisory_xact_lock(hashtextextended(${`media ${sha256}`}, 0))`,
  );

export async function deleteContent(db: Db, files: MediaFiles, { sha256, key, width }: DeletedContent): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockContent(tx, sha256, 'exclusive');
    const { rows } = await tx.execute(sql`select from platform.media where sha256 = ${sha256}`);
    if (rows.length > 0) return;
    const names = listWidths(width).flatMap((each) => formats.map((format) => createFileName(sha256, each, format)));
    const sizes = names.map((name) => toStoreKey(sizeKey(name)));
    await files.store.delete([...sizes, toStoreKey(key)]);
    await files.cache.delete([...sizes, ...names.map((name) => toStoreKey(quickKey(name)))]);
  });
}
