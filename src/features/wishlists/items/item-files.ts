import type { PurchasableVariation } from '#features/catalog/index.ts';
import { addonFieldName } from '#features/pricing/index.ts';
import { claimUploads, type FindUsedUploads, type StoredUpload } from '#features/uploads/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import type { ItemAddons } from '../contract.ts';

export interface AddonsWithFiles {
  readonly addons: ItemAddons;
  readonly files: readonly StoredUpload[];
}

/**
 * Claims the owner's uploads that the add-ons contain. Removes other file ids, so that the add-on counts as not
 * filled in and the cart asks for the file.
 */
export async function claimItemFiles(
  shop: Shop,
  tx: Tx,
  owner: Owner,
  { addons: definitions }: Pick<PurchasableVariation, 'addons'>,
  addons: ItemAddons,
): Promise<AddonsWithFiles> {
  const fields = new Set(definitions.filter(({ kind }) => kind === 'file').map(addonFieldName));
  const named = Object.entries(addons).flatMap(([field, values]) => (fields.has(field) ? values : []));
  const found = await claimUploads(shop, tx, owner, named);
  const kept = Object.entries(addons).flatMap(([field, values]): [string, string[]][] => {
    if (!fields.has(field)) return [[field, [...values]]];
    const known = values.filter((id) => found.has(id));
    return known.length === 0 ? [] : [[field, known]];
  });
  return { addons: Object.fromEntries(kept), files: [...found.values()] };
}

/** Replaces file ids with the contents' hashes and names, so that adding the same file twice creates one row. */
export function withContents({ addons, files }: AddonsWithFiles): ItemAddons {
  const contents = new Map(files.map(({ id, sha256, name }) => [id, `${sha256} ${name}`]));
  return Object.fromEntries(
    Object.entries(addons).map(([field, values]) => [field, values.map((value) => contents.get(value) ?? value)]),
  );
}

/** Returns the add-ons for viewers other than the owner, without files, which are private. */
export function withoutFiles(addons: ItemAddons, files: readonly { readonly id: string }[]): ItemAddons {
  const ids = new Set(files.map(({ id }) => id));
  return Object.fromEntries(Object.entries(addons).filter(([, values]) => !values.some((value) => ids.has(value))));
}

const findUsedByItems = sqlQuery<{ id: string }>(
  'wishlists.find-used-uploads',
  `select distinct u.id from wishlist_items i, unnest(i.uploads) as u(id)
  where i.uploads <> '{}' and i.uploads && $1::uuid[] and u.id = any($1::uuid[])`,
);

/** Fills `usedUploads` with the files of rows, including removed rows that can be restored. */
export const findUploadsInWishlists: FindUsedUploads = async (db, ids) =>
  (await findUsedByItems(db, [ids])).map(({ id }) => id);
