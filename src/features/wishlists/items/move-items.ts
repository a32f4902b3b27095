import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { maxMergedNoteLength, privateList, publicList } from '../contract.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { createList, findCreatedList, isAllowed, type NewList } from '../lists/change-lists.ts';
import { type ListRow, lockLists, touchLists, type WishlistRef } from '../lists/list-rows.ts';
import { wishlistSettings } from '../settings.ts';
import { countItems, numberItems, readItemIds } from './item-rows.ts';

export interface MoveInput {
  readonly itemIds: readonly number[];
  readonly from: WishlistRef;
  /** Another list of the owner, or a new list. */
  readonly to: WishlistRef | NewList;
}

export interface ItemsMoved {
  readonly ok: true;
  readonly from: ListRow;
  readonly to: ListRow;
  readonly moved: number;
}

const selectNotes = sqlQuery<{ note: string }>(
  'wishlists.find-notes-of-items',
  `select note from wishlist_items where id = any($1::bigint[]) and note <> ''`,
);

const moveGifts = sqlQuery(
  'wishlists.move-gifts-of-items',
  `update wishlist_purchases p set wishlist_id = $2 from wishlist_items i
  where i.id = any($1::bigint[]) and p.wishlist_id = i.wishlist_id and p.variation_id = i.variation_id and p.addon_hash = i.addon_hash`,
);

/**
 * Moves rows to another list of the owner. A row that the other list already has is merged: the larger quantity and
 * both notes are kept. Notes in public lists are moderated. Marks of givers move along to a gift list, so that nobody
 * buys the gift again. Otherwise they stay in the first list, whose owner can thank.
 */
export async function moveItems(
  shop: Shop,
  owner: Owner | null,
  { itemIds, from: source, to: target }: MoveInput,
): Promise<ItemsMoved | WishlistFailure> {
  if (owner === null) return refuse('LIST_NOT_FOUND');
  return inTransaction(shop.db, async (tx): Promise<ItemsMoved | WishlistFailure> => {
    const isNew = typeof target === 'object' && target !== null;
    const [from, known = null] = await lockLists(shop, tx, owner, isNew ? [source] : [source, target]);
    if (!from || (!isNew && !known)) return refuse('LIST_NOT_FOUND');
    const inSource = await readItemIds(tx, from.id);
    const wanted = new Set(itemIds);
    const ids = inSource.filter((id) => wanted.has(id));
    if (ids.length === 0) {
      // A repeated form, such as after "back", finds the rows already moved.
      const to = isNew ? await findCreatedList(tx, owner, target) : known;
      const already = to ? await countItems(tx, to.id, itemIds) : 0;
      return to && already > 0 ? { ok: true, from, to, moved: already } : refuse('ITEM_NOT_FOUND');
    }
    const { privacy = privateList } = (isNew ? target : known) ?? {};
    const notes = privacy === publicList ? await selectNotes(tx, [ids]) : [];
    if (
      !isAllowed(
        shop,
        privacy,
        notes.map(({ note }) => note),
      )
    )
      return refuse('NOTE_NOT_ALLOWED');
    const { maxItems } = shop.settings(wishlistSettings);
    const inTarget = known && known.id !== from.id ? (await readItemIds(tx, known.id)).length : 0;
    if (inTarget + ids.length > maxItems) return refuse('LIST_FULL', { max: maxItems });
    // Create the list after locking the others: its id is the largest, and lists are locked in the order of ids.
    const created = isNew ? await createList(shop, tx, owner, target) : null;
    if (created && !created.ok) return created;
    const to = created?.list ?? known;
    if (!to) return refuse('LIST_NOT_FOUND');
    if (from.id === to.id) return { ok: true, from, to, moved: 0 };
    if (to.isGiftList) await moveGifts(tx, [ids, to.id]);
    await moveRows(tx, ids, to.id);
    const kept = inSource.filter((id) => !wanted.has(id));
    await awaitAll([numberItems(tx, from.id, kept), touchLists(shop, tx, [from.id, to.id])]);
    return { ok: true, from, to, moved: ids.length };
  });
}

const deleteRemovedDuplicateRows = sqlQuery(
  'wishlists.delete-removed-twins',
  `delete from wishlist_items t using wishlist_items s
  where s.id = any($1::bigint[]) and t.wishlist_id = $2 and t.variation_id = s.variation_id and t.addon_hash = s.addon_hash and t.removed_at is not null`,
);

/** Merges rows into equal rows of the target list, which keep their position, the larger quantity and both notes. */
const mergeDuplicateRows = sqlQuery(
  'wishlists.merge-twins',
  `with twins as (
    select s.id as source_id, t.id as target_id, s.quantity, s.note from wishlist_items s
    join wishlist_items t on t.wishlist_id = $2 and t.variation_id = s.variation_id and t.addon_hash = s.addon_hash
    where s.id = any($1::bigint[])
  )
  update wishlist_items t set quantity = greatest(t.quantity, w.quantity),
    note = case when w.note = '' or position(w.note in t.note) > 0 then t.note when t.note = '' then w.note
      else left(t.note || E'\\n' || w.note, ${maxMergedNoteLength}) end
  from twins w where t.id = w.target_id`,
);

const deleteDuplicateRows = sqlQuery(
  'wishlists.delete-twins',
  `delete from wishlist_items s using wishlist_items t
  where s.id = any($1::bigint[]) and t.wishlist_id = $2 and t.variation_id = s.variation_id and t.addon_hash = s.addon_hash`,
);

const appendRows = sqlQuery(
  'wishlists.append-items',
  `update wishlist_items i set wishlist_id = $2, position = last.position + n.number
  from (select coalesce(max(position), 0) as position from wishlist_items where wishlist_id = $2) last,
    (select id, number from unnest($1::bigint[]) with ordinality as u(id, number)) n
  where i.id = n.id`,
);

/**
 * Moves rows in their order to the end of another list. Lock both lists first, and number the rows of the source list
 * afterwards.
 */
export async function moveRows(tx: Tx, ids: readonly number[], listId: number): Promise<void> {
  await awaitAll([
    deleteRemovedDuplicateRows(tx, [ids, listId]),
    mergeDuplicateRows(tx, [ids, listId]),
    deleteDuplicateRows(tx, [ids, listId]),
    appendRows(tx, [ids, listId]),
  ]);
  await numberItems(tx, listId, await readItemIds(tx, listId));
}
