import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { maxItemQuantity, maxNoteLength } from '../contract.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { isAllowed } from '../lists/change-lists.ts';
import {
  changeList,
  type ListChanged,
  type ListRow,
  lockLists,
  touchLists,
  type WishlistRef,
} from '../lists/list-rows.ts';
import { wishlistSettings } from '../settings.ts';
import { numberItems, readItemIds } from './item-rows.ts';

export interface ItemsChanged extends ListChanged {
  /** False when a repeated request found the change already made. */
  readonly changed: boolean;
}

interface ItemsRemoved extends ItemsChanged {
  /** Rows removed by this request, or earlier by the same request. */
  readonly itemIds: readonly number[];
}

const findListsOfItems = sqlQuery<{ itemId: number; listId: number }>(
  'wishlists.find-lists-of-items',
  `select i.id as "itemId", i.wishlist_id as "listId" from wishlist_items i join wishlists l on l.id = i.wishlist_id
  where i.id = any($3::bigint[]) and ${isOwnedSql('l')} and l.deleted_at is null`,
);

/** @returns the id of the owner's list that contains the row; null when no list of the owner does */
async function findListOfItem(db: Shop['db'], owner: Owner | null, itemId: number): Promise<number | null> {
  const [found] = await findListsOfItems(db, [...toOwnerValues(owner), [itemId]]);
  return found?.listId ?? null;
}

/**
 * Runs a change with the row's list locked: the given list, or else the owner's list that contains the row, which may
 * be a removed row.
 */
async function changeListOfItem<Result>(
  shop: Shop,
  owner: Owner | null,
  { list, itemId = 0 }: { readonly list?: WishlistRef | undefined; readonly itemId: number | undefined },
  change: (tx: Tx, list: ListRow) => Promise<Result>,
): Promise<Result | WishlistFailure> {
  if (list !== undefined) return changeList(shop, owner, list, change);
  const listId = await findListOfItem(shop.db, owner, itemId);
  return listId === null ? refuse('ITEM_NOT_FOUND') : changeList(shop, owner, listId, change);
}

const markRemoved = sqlQuery<{ id: number }>(
  'wishlists.remove-items',
  `update wishlist_items set removed_at = $3, removed_position = position, position = null
  where wishlist_id = $1 and id = any($2::bigint[]) and removed_at is null returning id`,
);

const findKnownItems = sqlQuery<{ id: number }>(
  'wishlists.find-known-items',
  'select id from wishlist_items where wishlist_id = $1 and id = any($2::bigint[])',
);

/**
 * Removes rows of one list, which can be restored for ten minutes. A repeated removal changes nothing. Ignores rows
 * of other lists.
 * @param list default: the list that contains the first row
 */
export function removeItems(
  shop: Shop,
  owner: Owner | null,
  { list: ref, itemIds }: { readonly list?: WishlistRef; readonly itemIds: readonly number[] },
): Promise<ItemsRemoved | WishlistFailure> {
  const first = { list: ref, itemId: itemIds[0] };
  return changeListOfItem(shop, owner, first, async (tx, list): Promise<ItemsRemoved | WishlistFailure> => {
    const removed = toIds(await markRemoved(tx, [list.id, itemIds, shop.clock.now()]));
    if (removed.length === 0) {
      const known = toIds(await findKnownItems(tx, [list.id, itemIds]));
      return known.length === 0 ? refuse('ITEM_NOT_FOUND') : { ok: true, list, changed: false, itemIds: known };
    }
    await awaitAll([numberItems(tx, list.id, await readItemIds(tx, list.id)), touchLists(shop, tx, [list.id])]);
    return { ok: true, list, changed: true, itemIds: removed };
  });
}

const toIds = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

interface RemovedRow {
  readonly id: number;
  readonly listId: number;
  /** Null when the row is not removed. */
  readonly removedPosition: number | null;
}

/** Orders rows by removal, the last one first: a position counts the rows that existed at the time of the removal. */
const findRemoved = sqlQuery<RemovedRow>(
  'wishlists.find-removed-items',
  `select id, wishlist_id as "listId", removed_position as "removedPosition" from wishlist_items
  where wishlist_id = any($1::bigint[]) and id = any($2::bigint[]) order by removed_at desc nulls last, removed_position`,
);

/**
 * Restores removed rows at their positions, if their lists have room for all of them. Restoring again changes
 * nothing. Ignores rows of other owners.
 */
export async function restoreItems(
  shop: Shop,
  owner: Owner | null,
  itemIds: readonly number[],
): Promise<ItemsChanged | WishlistFailure> {
  if (owner === null) return refuse('ITEM_NOT_FOUND');
  return inTransaction(shop.db, async (tx): Promise<ItemsChanged | WishlistFailure> => {
    const lists = await lockListsOf(shop, tx, owner, await findListsOfItems(tx, [...toOwnerValues(owner), itemIds]));
    const rows = await findRemoved(tx, [lists.map(({ id }) => id), itemIds]);
    const [first] = lists.filter(({ id }) => rows.some(({ listId }) => listId === id));
    if (!first) return refuse('ITEM_NOT_FOUND');
    const { maxItems } = shop.settings(wishlistSettings);
    const orders = new Map<number, readonly number[]>();
    for (const { id, listId, removedPosition } of rows) {
      if (removedPosition === null) continue;
      const order = orders.get(listId) ?? (await readItemIds(tx, listId));
      if (order.length >= maxItems) return refuse('LIST_FULL', { max: maxItems });
      orders.set(listId, order.toSpliced(removedPosition - 1, 0, id));
    }
    for (const [listId, order] of orders) await numberItems(tx, listId, order);
    if (orders.size > 0) await touchLists(shop, tx, [...orders.keys()]);
    return { ok: true, list: first, changed: orders.size > 0 };
  });
}

async function lockListsOf(shop: Shop, tx: Tx, owner: Owner, rows: readonly { readonly listId: number }[]) {
  const ids = new Set(rows.map(({ listId }) => listId));
  return (await lockLists(shop, tx, owner, [...ids])).filter((list) => list !== null);
}

const updateRow = sqlQuery<{ id: number }>(
  'wishlists.update-item',
  `update wishlist_items set quantity = coalesce($3, quantity), note = coalesce($4, note)
  where wishlist_id = $1 and id = $2 and removed_at is null returning id`,
);

export interface ItemUpdate {
  readonly itemId: number;
  /** Default: the list that contains the row. */
  readonly list?: WishlistRef | undefined;
  readonly quantity?: number;
  readonly note?: string;
}

export const isQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity <= maxItemQuantity;

/** Sets the quantity or the note of a row. Everyone who sees the list sees the note. */
export async function updateItem(
  shop: Shop,
  owner: Owner | null,
  { quantity, note, ...item }: ItemUpdate,
): Promise<ItemsChanged | WishlistFailure> {
  // Normalise line breaks: forms submit CR LF, but browsers count a line break as one character.
  const text = note === undefined ? '' : normaliseText(note);
  if ((quantity !== undefined && !isQuantity(quantity)) || text.length > maxNoteLength) return refuse('ITEM_INVALID');
  return changeListOfItem(shop, owner, item, async (tx, list): Promise<ItemsChanged | WishlistFailure> => {
    if (!isAllowed(shop, list.privacy, [text])) return refuse('NOTE_NOT_ALLOWED');
    const values = [quantity ?? null, note === undefined ? null : text];
    const [updated] = await updateRow(tx, [list.id, item.itemId, ...values]);
    if (!updated) return refuse('ITEM_NOT_FOUND');
    await touchLists(shop, tx, [list.id]);
    return { ok: true, list, changed: true };
  });
}

/**
 * Sorts rows. The given rows exchange their positions among themselves, so that a page of a list can be sorted alone.
 * Ignores unknown rows.
 */
export function sortItems(
  shop: Shop,
  owner: Owner | null,
  { list: ref, itemIds }: { readonly list: WishlistRef; readonly itemIds: readonly number[] },
): Promise<ItemsChanged | WishlistFailure> {
  return changeList(shop, owner, ref, async (tx, list) => {
    const ids = await readItemIds(tx, list.id);
    const known = new Set(ids);
    // Not `intersection`, which takes the order of the smaller set.
    const named = new Set(itemIds.filter((id) => known.has(id)));
    const next = named.values();
    const sorted = ids.map((id) => (named.has(id) ? (next.next().value ?? id) : id));
    return writeOrder(shop, tx, list, ids, sorted);
  });
}

/** Moves a row to a position, from 1. A position after the last one means the last one. */
export function placeItem(
  shop: Shop,
  owner: Owner | null,
  { itemId, position }: { readonly itemId: number; readonly position: number },
): Promise<ItemsChanged | WishlistFailure> {
  return changeListOfItem(shop, owner, { itemId }, async (tx, list): Promise<ItemsChanged | WishlistFailure> => {
    const ids = await readItemIds(tx, list.id);
    if (!ids.includes(itemId)) return refuse('ITEM_NOT_FOUND');
    const others = ids.filter((id) => id !== itemId);
    return writeOrder(shop, tx, list, ids, others.toSpliced(Math.max(0, position - 1), 0, itemId));
  });
}

async function writeOrder(
  shop: Shop,
  tx: Tx,
  list: ListRow,
  before: readonly number[],
  after: readonly number[],
): Promise<ItemsChanged> {
  const changed = after.some((id, index) => id !== before[index]);
  if (changed) await awaitAll([numberItems(tx, list.id, after), touchLists(shop, tx, [list.id])]);
  return { ok: true, list, changed };
}

const findItemsOfProduct = sqlQuery<{ id: number; listId: number }>(
  'wishlists.find-items-of-product',
  `select i.id, i.wishlist_id as "listId" from wishlists l join wishlist_items i on i.wishlist_id = l.id
  where ${isOwnedSql('l')} and l.deleted_at is null and i.removed_at is null and (i.product_id = $3 or i.variation_id = $3)`,
);

export async function removeFromAllLists(
  shop: Shop,
  owner: Owner | null,
  productId: number,
): Promise<{ readonly ok: true; readonly removed: number }> {
  if (owner === null) return { ok: true, removed: 0 };
  return inTransaction(shop.db, async (tx) => {
    const found = await findItemsOfProduct(tx, [...toOwnerValues(owner), productId]);
    const itemIds = found.map(({ id }) => id);
    const lists = await lockListsOf(shop, tx, owner, found);
    let removed = 0;
    for (const { id } of lists) {
      removed += (await markRemoved(tx, [id, itemIds, shop.clock.now()])).length;
      await numberItems(tx, id, await readItemIds(tx, id));
    }
    const listIds = lists.map(({ id }) => id);
    if (removed > 0) await touchLists(shop, tx, listIds);
    return { ok: true, removed };
  });
}
