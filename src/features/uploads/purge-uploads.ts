import { incomingFolder } from '#platform/config/data-folders.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { deleteOldFiles } from '#platform/files/private-files.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { usedUploads } from './ports.ts';
import { uploadSettings } from './settings.ts';
import { openUploads } from './stored-upload.ts';

const noUpload = '00000000-0000-0000-0000-000000000000';
const hourMs = 60 * 60 * 1000;

/** Skips files that an order or a cart is taking at the moment. */
const lockUnused = sqlQuery<{ id: string }>(
  'uploads.lock-unused',
  `select id from uploads u where used_at < $1 and id > $2 and not exists (select from order_uploads o where o.upload_id = u.id)
  order by id limit $3 for update skip locked`,
);

/** A statement of its own: it sees orders that were committed before the rows were locked. */
const deleteUnordered = sqlQuery<{ id: string }>(
  'uploads.delete-unordered',
  `delete from uploads u where id = any($1) and not exists (select from order_uploads o where o.upload_id = u.id) returning id`,
);

const findExisting = sqlQuery<{ id: string }>(
  'uploads.find-existing',
  'select id from uploads where id::text = any($1)',
);

async function findUsed(shop: Shop, db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  if (ids.length === 0) return used;
  for (const find of shop.implementations(usedUploads)) for (const id of await find(db, ids)) used.add(id);
  return used;
}

/**
 * @param ids of locked rows
 * @returns the deleted ids, whose files are removed after the commit
 */
async function deleteUnused(shop: Shop, tx: Tx, ids: readonly string[]): Promise<string[]> {
  const used = await findUsed(shop, tx, ids);
  const unused = ids.filter((id) => !used.has(id));
  return unused.length === 0 ? [] : (await deleteUnordered(tx, [unused])).map(({ id }) => id);
}

/**
 * Deletes files that were last used before and are in no cart and no order. Rows come first: `deleteStrayFiles`
 * finds a file without a row.
 * @returns the number of deleted files
 */
export async function purgeUploads(shop: Shop, before: Date): Promise<number> {
  let removed = 0;
  let last = noUpload;
  await purgeInBatches(async (limit) => {
    const { checked, deleted } = await inTransaction(shop.db, async (tx) => {
      const locked = (await lockUnused(tx, [before, last, limit])).map(({ id }) => id);
      return { checked: locked, deleted: await deleteUnused(shop, tx, locked) };
    });
    await openUploads(shop).remove(deleted);
    removed += deleted.length;
    last = checked.at(-1) ?? last;
    return checked.length;
  });
  return removed;
}

/** Deletes files without a row, and files that crashed requests have left. */
export async function deleteStrayFiles(shop: Shop): Promise<number> {
  const left = await deleteOldFiles(incomingFolder(shop.config.dataDir));
  return left + (await openUploads(shop).removeStray((ids) => findExisting(shop.db, [ids])));
}

const lockOwn = sqlQuery<{ id: string }>(
  'uploads.lock-own',
  `select id from uploads u where u.id = $3 and ${isOwnedSql('u')} for update`,
);

export async function removeUpload(shop: Shop, owner: Owner, id: string): Promise<void> {
  const deleted = await inTransaction(shop.db, async (tx) => {
    const locked = await lockOwn(tx, [...toOwnerValues(owner), id]);
    return deleteUnused(
      shop,
      tx,
      locked.map((row) => row.id),
    );
  });
  await openUploads(shop).remove(deleted);
}

export function getPurgeTime({ clock, settings }: Pick<Shop, 'clock' | 'settings'>): Date {
  return new Date(clock.now().getTime() - settings(uploadSettings).keepUnusedHours * hourMs);
}

export const purgeUploadsJob = defineJob({
  name: 'uploads:purge-uploads',
  every: '40 * * * *',
  run: async (shop) => {
    const removed = await purgeUploads(shop, getPurgeTime(shop));
    const stray = await deleteStrayFiles(shop);
    shop.log.info({ removed, stray }, 'unused uploads were purged');
  },
});
