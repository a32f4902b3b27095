import { createHash } from 'node:crypto';
import type { StoredUpload } from '#features/uploads/index.ts';
import { uploadsJsonSql } from '#features/uploads/tables.ts';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ItemAddons, ItemChoices } from '../contract.ts';
import { wishlistItems } from '../tables.ts';

/** Hashes choices and add-ons. The order of the fields does not matter. */
export function hashAddons(choices: ItemChoices, addons: ItemAddons): string {
  const sorted = (fields: Readonly<Record<string, unknown>>) =>
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([sorted(choices), sorted(addons)]))
    .digest('base64url');
}

/** SQL: number of pieces of `wishlist_items i` that givers have marked as bought. */
export const boughtSql = `(select coalesce(sum(p.quantity), 0)::integer from wishlist_purchases p
    where p.wishlist_id = i.wishlist_id and p.variation_id = i.variation_id and p.addon_hash = i.addon_hash)`;

const itemFields = [
  ...(['id', 'wishlistId', 'productId', 'variationId', 'productName', 'choices', 'addons', 'uploads'] as const),
  ...(['quantity', 'note', 'position', 'addedPrice', 'wasAvailable', 'addedAt'] as const),
] as const;

/** A row that is not removed. */
export interface ItemRow extends Pick<typeof wishlistItems.$inferSelect, (typeof itemFields)[number]> {
  readonly files: readonly StoredUpload[] | null;
  /** Number of pieces that givers have marked as bought. */
  readonly bought: number;
}

const itemColumnsSql = `${itemFields.map((field) => `i.${wishlistItems[field].name} as "${field}"`).join(', ')},
  case when i.uploads <> '{}' then ${uploadsJsonSql('i.uploads')} end as files, ${boughtSql} as bought`;

const selectRange = sqlQuery<ItemRow>(
  'wishlists.find-items',
  `select ${itemColumnsSql} from wishlist_items i
  where i.wishlist_id = $1 and i.position > $2::integer and i.position <= $2::integer + $3::integer order by i.position`,
);

/** Reads rows of a list in their order. Positions have no gaps, so a page is a range of positions. */
export const readItems = (db: Db, listId: number, { after = 0, count = 1_000_000 } = {}): Promise<ItemRow[]> =>
  selectRange(db, [listId, after, count]);

const selectById = sqlQuery<ItemRow>(
  'wishlists.find-items-by-id',
  `select ${itemColumnsSql} from wishlist_items i where i.wishlist_id = $1 and i.id = any($2::bigint[]) and i.removed_at is null order by i.position`,
);

export const readItemsById = (db: Db, listId: number, ids: readonly number[]): Promise<ItemRow[]> =>
  selectById(db, [listId, ids]);

const selectIds = sqlQuery<{ id: number }>(
  'wishlists.find-item-ids',
  'select id from wishlist_items where wishlist_id = $1 and removed_at is null order by position',
);

/** Reads the ids of a list's rows in their order. Lock the list first. */
export async function readItemIds(tx: Tx, listId: number): Promise<number[]> {
  return (await selectIds(tx, [listId])).map(({ id }) => id);
}

const selectGivenIds = sqlQuery<{ id: number }>(
  'wishlists.find-given-item-ids',
  'select id from wishlist_items where wishlist_id = $1 and id = any($2::bigint[]) and removed_at is null',
);

export async function countItems(tx: Tx, listId: number, itemIds: readonly number[]): Promise<number> {
  return (await selectGivenIds(tx, [listId, itemIds])).length;
}

const updatePositions = sqlQuery(
  'wishlists.update-positions',
  `update wishlist_items i set position = o.position::integer, removed_at = null, removed_position = null
  from unnest($2::bigint[]) with ordinality as o(id, position)
  where i.wishlist_id = $1 and i.id = o.id and i.position is distinct from o.position::integer`,
);

/** Numbers the rows of a list from 1, and restores removed rows among them. Lock the list first. */
export async function numberItems(tx: Tx, listId: number, ids: readonly number[]): Promise<void> {
  await updatePositions(tx, [listId, ids]);
}
