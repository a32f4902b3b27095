import { hasDisallowedWord } from '#features/contact-forms/index.ts';
import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { publicList, type WishlistPrivacy } from '../contract.ts';
import { wishlistSettings } from '../settings.ts';
import { checkName, countListsInTurn, type NameFailure, normalizeName, type TooManyLists } from './create-list.ts';
import { getListName } from './find-lists.ts';
import {
  changeList,
  createListToken,
  type ListFailure,
  type ListRow,
  listColumnsSql,
  listNotFound,
  type WishlistRef,
} from './list-rows.ts';

export type ListChanged = { readonly ok: true; readonly list: ListRow };

const updateList = sqlQuery<ListRow>(
  'wishlists.update-list',
  `update wishlists l set name = $2, privacy = $3, version = nextval('wishlist_versions'), updated_at = $4 where id = $1
  returning ${listColumnsSql}`,
);

async function writeList(
  shop: Shop,
  tx: Tx,
  id: number,
  { name, privacy }: { readonly name: string | null; readonly privacy: WishlistPrivacy },
): Promise<ListChanged> {
  const [list] = await updateList(tx, [id, name, privacy, shop.clock.now()]);
  if (!list) throw new Error('the list is locked and gone');
  return { ok: true, list };
}

/** Gives a list another name. */
export function renameList(
  shop: Shop,
  owner: Owner | null,
  { list: ref, name: given }: { readonly list: WishlistRef; readonly name: string },
): Promise<ListChanged | ListFailure | NameFailure> {
  const name = normalizeName(given);
  return changeList(shop, owner, ref, async (tx, list) => {
    const failure = checkName(shop, { name, privacy: list.privacy });
    return failure ?? writeList(shop, tx, list.id, { name, privacy: list.privacy });
  });
}

const selectNotes = sqlQuery<{ note: string }>(
  'wishlists.find-notes',
  `select note from wishlist_items where wishlist_id = $1 and note <> ''`,
);

/** Sets who sees a list. Names, notes and what gift lists say of owner and occasion are moderated in public lists. */
export function setListPrivacy(
  shop: Shop,
  owner: Owner | null,
  { list: ref, privacy }: { readonly list: WishlistRef; readonly privacy: WishlistPrivacy },
): Promise<ListChanged | ListFailure | NameFailure | { readonly ok: false; readonly code: 'NOTE_NOT_ALLOWED' }> {
  return changeList(shop, owner, ref, async (tx, list) => {
    const { id, name, ownerName, occasion } = list;
    if (privacy === publicList) {
      const failure = checkName(shop, { name: getListName(shop, list), privacy });
      if (failure) return failure;
      const notes = (await selectNotes(tx, [id])).map(({ note }) => note);
      if ([ownerName, occasion, ...notes].some((text) => hasDisallowedWord(shop, text)))
        return { ok: false, code: 'NOTE_NOT_ALLOWED' };
    }
    return writeList(shop, tx, id, { name, privacy });
  });
}

const replaceShareToken = sqlQuery<ListRow>(
  'wishlists.replace-share-token',
  `update wishlists l set share_token = $2, former_share_tokens = '{}', updated_at = $3 where id = $1 returning ${listColumnsSql}`,
);

/** Revokes the links of a list: only the new one opens it. */
export function renewShareToken(shop: Shop, owner: Owner | null, ref: WishlistRef): Promise<ListChanged | ListFailure> {
  return changeList(shop, owner, ref, async (tx, { id }) => {
    const [list] = await replaceShareToken(tx, [id, createListToken(), shop.clock.now()]);
    return list ? { ok: true, list } : listNotFound;
  });
}

const markDeleted = sqlQuery(
  'wishlists.delete-list',
  `update wishlists set deleted_at = $2, request_key = null, version = nextval('wishlist_versions'), updated_at = $2 where id = $1`,
);

/** Deletes a list with its rows, which can be restored for ten minutes. The default list stays. */
export function deleteList(
  shop: Shop,
  owner: Owner | null,
  ref: WishlistRef,
): Promise<ListChanged | ListFailure | { readonly ok: false; readonly code: 'DEFAULT_LIST' }> {
  return changeList(shop, owner, ref, async (tx, list) => {
    if (list.isDefault) return { ok: false, code: 'DEFAULT_LIST' };
    await markDeleted(tx, [list.id, shop.clock.now()]);
    return { ok: true, list };
  });
}

/** Milliseconds in which rows and lists can be restored. */
export const restoreTime = 10 * 60_000;

const unmarkDeleted = sqlQuery<ListRow>(
  'wishlists.restore-list',
  `update wishlists l set deleted_at = null, version = nextval('wishlist_versions'), updated_at = $4
  where l.id = $3 and ${isOwnedSql('l')} and (l.deleted_at is null or l.deleted_at > $5) returning ${listColumnsSql}`,
);

const isDeleted = sqlQuery<{ deleted: boolean }>(
  'wishlists.find-deleted-list',
  'select deleted_at is not null as deleted from wishlists where id = $1',
);

/** Restores a deleted list, if the owner may have one more. Restoring it again changes nothing. */
export async function restoreList(
  shop: Shop,
  owner: Owner | null,
  id: number,
): Promise<ListChanged | ListFailure | TooManyLists> {
  if (owner === null) return listNotFound;
  const now = shop.clock.now();
  const since = new Date(now.getTime() - restoreTime);
  const { maxLists } = shop.settings(wishlistSettings);
  return inTransaction(shop.db, async (tx) => {
    const [count, [state]] = await awaitAll([countListsInTurn(tx, owner), isDeleted(tx, [id])]);
    if (state?.deleted && count >= maxLists) return { ok: false, code: 'TOO_MANY_LISTS', max: maxLists };
    const [list] = await unmarkDeleted(tx, [...toOwnerValues(owner), id, now, since]);
    return list ? { ok: true, list } : listNotFound;
  });
}

const clearMerged = sqlQuery(
  'wishlists.clear-merged-items',
  `update wishlists set merged_items = 0 where id = $1 and merged_items > 0`,
);

/** Records that the owner has seen what came from a guest's list. */
export async function acknowledgeMerge(db: Shop['db'], listId: number): Promise<void> {
  await clearMerged(db, [listId]);
}
