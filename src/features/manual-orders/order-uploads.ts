import { dirname, resolve } from 'node:path';
import { type FindUsedUploads, storeFilesOfShop, type UploadFailure } from '#features/uploads/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ManualOrderFile, ManualOrderInput } from './order-file.ts';

/** Names of file fields end with `[]`, which order files may leave out. */
const toFieldName = (name: string) => (name.endsWith('[]') ? name : `${name}[]`);

/**
 * Stores the files of add-ons without an owner. If the order is refused, the job for unused files deletes them.
 * @param file path of the order's file: other paths are relative to it
 * @throws when a file can't be read
 */
export async function storeOrderFiles(
  shop: Shop,
  file: string,
  { lines, ...order }: ManualOrderFile,
): Promise<{ readonly ok: true; readonly input: ManualOrderInput } | UploadFailure> {
  const paths = lines.flatMap(({ files }) => Object.values(files).flat());
  const stored = await storeFilesOfShop(
    shop,
    paths.map((path) => resolve(dirname(file), path)),
  );
  if (!stored.ok) return stored;
  const ids = stored.uploads.map(({ id }) => id);
  const storedLines = lines.map(({ files, addons, ...line }) => {
    const named = Object.entries(files).map(([name, { length }]): [string, string[]] => [
      toFieldName(name),
      ids.splice(0, length),
    ]);
    return { ...line, addons: { ...addons, ...Object.fromEntries(named) }, uploads: named.flatMap(([, each]) => each) };
  });
  return { ok: true, input: { ...order, lines: storedLines } };
}

const findUsedByDrafts = sqlQuery<{ id: string }>(
  'manual-orders.find-used-uploads',
  `select distinct u.id from order_drafts d, jsonb_array_elements(d.input->'lines') l,
    jsonb_array_elements_text(coalesce(l->'uploads', '[]')) u(id) where d.order_number is null and u.id = any($1::text[])`,
);

/** Fills `usedUploads`: files of drafts that were not placed. Placed orders keep their own files. */
export const findUploadsInDrafts: FindUsedUploads = async (db, ids) =>
  (await findUsedByDrafts(db, [ids])).map(({ id }) => id);
