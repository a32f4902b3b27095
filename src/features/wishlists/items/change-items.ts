import { hasDisallowedWord } from '#features/contact-forms/index.ts';
import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseText } from '#platform/input/normalise-text.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { maxItemQuantity, maxNoteLength, publicList } from '../contract.ts';
import {
  changeList,
  type ListFailure,
  type ListRow,
  lockLists,
  touchLists,
  type WishlistRef,
} from '../lists/list-rows.ts';
import { wishlistSettings } from '../settings.ts';
import { numberItems, readItemIds } from './item-rows.ts';

export interface ItemFailure {
  readonly ok: false;
  readonly code: 'ITEM_NOT_FOUND';
}

export interface ListFull {
  readonly ok: false;
  readonly code: 'LIST_FULL';
  readonly max: number;
}

export const itemNotFound: ItemFailure = { ok: false, code: 'ITEM_NOT_FOUND' };

/** `changed`: false when a repeated request found it done. */
export interface ItemsChanged {
  readonly ok: true;
  readonly list: ListRow;
  readonly changed: boolean;
}

interface ItemsRemoved extends ItemsChanged {
  /** Rows that were removed now, or earlier by the same request. */
  readonly itemIds: readonly number[];
}

const findListsOfItems = sqlQuery<{ itemId: number; listId: number }>(
  'wishlists.find-lists-of-items',
  `select i.id as "itemId", i.wishlist_id as "listId" from wishlist_items i join wishlists l on l.id = i.wishlist_id
  where i.id = any($3::bigint[]) and ${isOwnedSql('l')} and l.deleted_at is null`,
);

/** The list of a row among those of an owner; null when there is none. */
export async function findListOfItem(db: Shop['db'], owner: Owner | null, itemId: number): Promise<number | null> {
  const [found] = await findListsOfItems(db, [...toOwnerValues(owner), [itemId]]);
  return found?.listId ?? null;
}

/** Runs a change with the list of a row locked. The row may be removed. */
async function changeListOfItem<Result>(
  shop: Shop,
  owner: Owner | null,
  itemId: number,
  change: (tx: Tx, list: ListRow) => Promise<Result>,
): Promise<Result | ListFailure | ItemFailure> {
  const listId = await findListOfItem(shop.db, owner, itemId);
  return listId === null ? itemNotFound : changeList(shop, owner, listId, change);
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
 * Removes rows of one list, which can be restored for ten minutes. Removing them again changes
 * nothing. Rows of other lists are left.
 */
export function removeItems(
  shop: Shop,
  owner: Owner | null,
  { list: ref, itemIds }: { readonly list: WishlistRef; readonly itemIds: readonly number[] },
): Promise<ItemsRemoved | ListFailure | ItemFailure> {
  return changeList(shop, owner, ref, async (tx, list): Promise<ItemsRemoved | ItemFailure> => {
    const removed = toIds(await markRemoved(tx, [list.id, itemIds, shop.clock.now()]));
    if (removed.length === 0) {
      const known = toIds(await findKnownItems(tx, [list.id, itemIds]));
      return known.length === 0 ? itemNotFound : { ok: true, list, changed: false, itemIds: known };
    }
    await awaitAll([numberItems(tx, list.id, await readItemIds(tx, list.id)), touchLists(shop, tx, [list.id])]);
    return { ok: true, list, changed: true, itemIds: removed };
  });
}

const toIds = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id).sort((a, b) => a - b);

/** Removes a row, wherever it is. */
export async function removeItem(
  shop: Shop,
  owner: Owner | null,
  itemId: number,
): Promise<ItemsChanged | ListFailure | ItemFailure> {
  const listId = await findListOfItem(shop.db, owner, itemId);
  return listId === null ? itemNotFound : removeItems(shop, owner, { list: listId, itemIds: [itemId] });
}

interface RemovedRow {
  readonly id: number;
  readonly listId: number;
  /** Null: it is not removed. */
  readonly removedPosition: number | null;
}

/** The last removal first: a position counts the rows that were there at that time. */
const findRemoved = sqlQuery<RemovedRow>(
  'wishlists.find-removed-items',
  `select id, wishlist_id as "listId", removed_position as "removedPosition" from wishlist_items
  where wishlist_id = any($1::bigint[]) and id = any($2::bigint[]) order by removed_at desc nulls last, removed_position`,
);

/**
 * Restores removed rows at their places, if their lists have room for all of them. Restoring them
 * again changes nothing. Rows of others are left.
 */
export async function restoreItems(
  shop: Shop,
  owner: Owner | null,
  itemIds: readonly number[],
): Promise<ItemsChanged | ItemFailure | ListFull> {
  if (owner === null) return itemNotFound;
  return inTransaction(shop.db, async (tx): Promise<ItemsChanged | ItemFailure | ListFull> => {
    const found = await findListsOfItems(tx, [...toOwnerValues(owner), itemIds]);
    const listIds = [...new Set(found.map(({ listId }) => listId))];
    const lists = (await lockLists(shop, tx, owner, listIds)).filter((list) => list !== null);
    const rows = await findRemoved(tx, [lists.map(({ id }) => id), itemIds]);
    const [first] = lists.filter(({ id }) => rows.some(({ listId }) => listId === id));
    if (!first) return itemNotFound;
    const { maxItems } = shop.settings(wishlistSettings);
    const orders = new Map<number, readonly number[]>();
    for (const { id, listId, removedPosition } of rows) {
      if (removedPosition === null) continue;
      const order = orders.get(listId) ?? (await readItemIds(tx, listId));
      if (order.length >= maxItems) return { ok: false, code: 'LIST_FULL', max: maxItems };
      orders.set(listId, order.toSpliced(removedPosition - 1, 0, id));
    }
    for (const [listId, order] of orders) await numberItems(tx, listId, order);
    if (orders.size > 0) await touchLists(shop, tx, [...orders.keys()]);
    return { ok: true, list: first, changed: orders.size > 0 };
  });
}

/** @param updated rows that a statement has changed: none when the row is gone */
async function recordUpdate(
  shop: Shop,
  tx: Tx,
  list: ListRow,
  updated: readonly unknown[],
): Promise<ItemsChanged | ItemFailure> {
  if (updated.length === 0) return itemNotFound;
  await touchLists(shop, tx, [list.id]);
  return { ok: true, list, changed: true };
}

const updateQuantity = sqlQuery<{ id: number }>(
  'wishlists.set-quantity',
  `update wishlist_items set quantity = $3 where wishlist_id = $1 and id = $2 and removed_at is null returning id`,
);

/** Sets how many of a row are wanted. */
export async function setItemQuantity(
  shop: Shop,
  owner: Owner | null,
  { itemId, quantity }: { readonly itemId: number; readonly quantity: number },
): Promise<ItemsChanged | ListFailure | ItemFailure | { readonly ok: false; readonly code: 'ITEM_INVALID' }> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > maxItemQuantity)
    return { ok: false, code: 'ITEM_INVALID' };
  return changeListOfItem(shop, owner, itemId, async (tx, list) => {
    const updated = await updateQuantity(tx, [list.id, itemId, quantity]);
    return recordUpdate(shop, tx, list, updated);
  });
}

const updateNote = sqlQuery<{ id: number }>(
  'wishlists.set-note',
  `update wishlist_items set note = $3 where wishlist_id = $1 and id = $2 and removed_at is null returning id`,
);

/** Sets the note of a row, which all see who see the list. */
export async function setItemNote(
  shop: Shop,
  owner: Owner | null,
  { itemId, note }: { readonly itemId: number; readonly note: string },
): Promise<
  ItemsChanged | ListFailure | ItemFailure | { readonly ok: false; readonly code: 'ITEM_INVALID' | 'NOTE_NOT_ALLOWED' }
> {
  // Forms submit line breaks as CR LF, and browsers count each as one character.
  const text = normaliseText(note);
  if (text.length > maxNoteLength) return { ok: false, code: 'ITEM_INVALID' };
  return changeListOfItem(shop, owner, itemId, async (tx, list) => {
    if (list.privacy === publicList && hasDisallowedWord(shop, text)) return { ok: false, code: 'NOTE_NOT_ALLOWED' };
    const updated = await updateNote(tx, [list.id, itemId, text]);
    return recordUpdate(shop, tx, list, updated);
  });
}

/**
 * Sorts rows: those that are named change places among themselves, so that a page of a list can be
 * sorted alone. Unknown rows are ignored.
 */
export function sortItems(
  shop: Shop,
  owner: Owner | null,
  { list: ref, itemIds }: { readonly list: WishlistRef; readonly itemIds: readonly number[] },
): Promise<ItemsChanged | ListFailure> {
  return changeList(shop, owner, ref, async (tx, list) => {
    const ids = await readItemIds(tx, list.id);
    const known = new Set(ids);
    const order = [...new Set(itemIds)].filter((id) => known.has(id));
    const named = new Set(order);
    const next = order.values();
    const sorted = ids.map((id) => (named.has(id) ? (next.next().value ?? id) : id));
    return writeOrder(shop, tx, list, ids, sorted);
  });
}

/** Puts a row at a position, from 1; a position after the last is the last. */
export function placeItem(
  shop: Shop,
  owner: Owner | null,
  { itemId, position }: { readonly itemId: number; readonly position: number },
): Promise<ItemsChanged | ListFailure | ItemFailure> {
  return changeListOfItem(shop, owner, itemId, async (tx, list) => {
    const ids = await readItemIds(tx, list.id);
    if (!ids.includes(itemId)) return itemNotFound;
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

/** Removes a product, or one variation of it, from all lists of an owner. */
export async function removeFromAllLists(
  shop: Shop,
  owner: Owner | null,
  id: number,
): Promise<{ readonly ok: true; readonly removed: number }> {
  if (owner === null) return { ok: true, removed: 0 };
  return inTransaction(shop.db, async (tx) => {
    const found = await findItemsOfProduct(tx, [...toOwnerValues(owner), id]);
    const listIds = [...new Set(found.map(({ listId }) => listId))];
    const itemIds = found.map((item) => item.id);
    const lists = (await lockLists(shop, tx, owner, listIds)).filter((list) => list !== null);
    let removed = 0;
    for (const list of lists) {
      removed += (await markRemoved(tx, [list.id, itemIds, shop.clock.now()])).length;
      await numberItems(tx, list.id, await readItemIds(tx, list.id));
    }
    if (removed > 0) await touchLists(shop, tx, listIds);
    return { ok: true, removed };
  });
}
