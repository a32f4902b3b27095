import { hasDisallowedWord } from '#features/contact-forms/index.ts';
import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';
import { insertOwnerVisitor, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { publicList, type WishlistPrivacy } from '../contract.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { wishlistSettings } from '../settings.ts';
import { getListName } from './find-lists.ts';
import {
  changeList,
  createListToken,
  defineListUpdate,
  hashRequest,
  type ListChanged,
  type ListRow,
  listColumnsSql,
  ownerExistsSql,
  type WishlistRef,
} from './list-rows.ts';

export interface NewList {
  readonly name: string;
  readonly privacy: WishlistPrivacy;
  /** Idempotency key. Requests with equal key, name and privacy create only one list. */
  readonly requestKey?: string | undefined;
}

/** Returns whether the list may contain the texts. Texts of public lists are moderated. */
export const isAllowed = (shop: Shop, privacy: WishlistPrivacy, texts: readonly string[]): boolean =>
  privacy !== publicList || !texts.some((text) => hasDisallowedWord(shop, text));

/** @returns null when the list may have the name */
function checkName(shop: Shop, { name, privacy }: NewList): WishlistFailure | null {
  const { maxNameLength } = shop.settings(wishlistSettings);
  if (name === '') return refuse('NAME_REQUIRED');
  if (name.length > maxNameLength) return refuse('NAME_TOO_LONG', { max: maxNameLength });
  return isAllowed(shop, privacy, [name]) ? null : refuse('NAME_NOT_ALLOWED');
}

const lockOwner = sqlQuery('wishlists.lock-owner', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');
const countOwnLists = sqlQuery<{ count: number }>(
  'wishlists.count-lists',
  `select count(*)::integer as count from wishlists r where ${isOwnedSql('r')} and r.deleted_at is null`,
);

/**
 * Returns whether the owner has reached the maximum number of lists. Other transactions that add a list of the owner
 * wait until this one ends.
 */
async function hasMaxLists(shop: Shop, tx: Tx, owner: Owner): Promise<boolean> {
  const values = toOwnerValues(owner);
  const [, [counted]] = await awaitAll([
    lockOwner(tx, [`wishlists ${values.join(' ')}`]),
    countOwnLists(tx, [...values]),
  ]);
  return (counted?.count ?? 0) >= shop.settings(wishlistSettings).maxLists;
}

const tooManyLists = (shop: Shop) => refuse('TOO_MANY_LISTS', { max: shop.settings(wishlistSettings).maxLists });

const hashNewList = (owner: Owner, { name, privacy, requestKey }: NewList): string | null =>
  hashRequest(requestKey, [toOwnerValues(owner), normaliseLine(name), privacy]);

const selectByRequest = sqlQuery<ListRow>(
  'wishlists.find-list-by-request',
  `select ${listColumnsSql} from wishlists l where l.request_key = $3 and ${isOwnedSql('l')}`,
);

/**
 * Finds the owner's list that an earlier request with the same key has created; null when there is none, or it was
 * deleted.
 */
export async function findCreatedList(tx: Tx, owner: Owner, list: NewList): Promise<ListRow | null> {
  const key = hashNewList(owner, list);
  return key === null ? null : ((await selectByRequest(tx, [...toOwnerValues(owner), key]))[0] ?? null);
}

const insertList = sqlQuery<ListRow>(
  'wishlists.insert-list',
  `insert into wishlists as l (visitor_id, customer_id, token, share_token, name, privacy, is_default, created_at, updated_at, locale, request_key)
  select $1::uuid, $2::bigint, $3, $4, $5, $6, false, $7, $7, $9, $8
  where ${ownerExistsSql} returning ${listColumnsSql}`,
);

/**
 * Creates a named list. Two lists may have the same name. A repeated request creates only one list.
 * @param db the open transaction, or the pool
 */
export async function createList(
  shop: Shop,
  db: Shop['db'],
  owner: Owner,
  input: NewList,
): Promise<ListChanged | WishlistFailure> {
  const list = { ...input, name: normaliseLine(input.name) };
  if (!shop.settings(wishlistSettings).multipleLists) return refuse('ONE_LIST_ONLY');
  const failure = checkName(shop, list);
  if (failure) return failure;
  return inTransaction(db, async (tx): Promise<ListChanged | WishlistFailure> => {
    const [, isFull, before] = await awaitAll([
      insertOwnerVisitor(tx, owner),
      hasMaxLists(shop, tx, owner),
      findCreatedList(tx, owner, list),
    ]);
    if (before) return { ok: true, list: before };
    if (isFull) return tooManyLists(shop);
    const texts = [createListToken(), createListToken(), list.name];
    const values = [...texts, list.privacy, shop.clock.now(), hashNewList(owner, list), shop.choices.locale];
    const [created] = await insertList(tx, [...toOwnerValues(owner), ...values]);
    if (!created) throw new Error('the list was not created');
    return { ok: true, list: created };
  });
}

const updateName = defineListUpdate('rename-list', 'name = $3');

export function renameList(
  shop: Shop,
  owner: Owner | null,
  { list: ref, name: given }: { readonly list: WishlistRef; readonly name: string },
): Promise<ListChanged | WishlistFailure> {
  const name = normaliseLine(given);
  return changeList(
    shop,
    owner,
    ref,
    async (tx, { id, privacy }) => checkName(shop, { name, privacy }) ?? updateName(shop, tx, id, [name]),
  );
}

const selectNotes = sqlQuery<{ note: string }>(
  'wishlists.find-notes',
  `select note from wishlist_items where wishlist_id = $1 and note <> ''`,
);
const updatePrivacy = defineListUpdate('set-privacy', 'privacy = $3');

/** Sets who may see a list. When a list becomes public, its name, notes, owner name and occasion are moderated. */
export function setListPrivacy(
  shop: Shop,
  owner: Owner | null,
  { list: ref, privacy }: { readonly list: WishlistRef; readonly privacy: WishlistPrivacy },
): Promise<ListChanged | WishlistFailure> {
  return changeList(shop, owner, ref, async (tx, list): Promise<ListChanged | WishlistFailure> => {
    if (privacy === publicList) {
      const failure = checkName(shop, { name: getListName(shop, list), privacy });
      if (failure) return failure;
      const notes = (await selectNotes(tx, [list.id])).map(({ note }) => note);
      if (!isAllowed(shop, privacy, [list.ownerName, list.occasion, ...notes])) return refuse('NOTE_NOT_ALLOWED');
    }
    return updatePrivacy(shop, tx, list.id, [privacy]);
  });
}

const replaceShareToken = defineListUpdate('replace-share-token', `share_token = $3, former_share_tokens = '{}'`);

/** Replaces the share token, which revokes all earlier links of the list. */
export const renewShareToken = (
  shop: Shop,
  owner: Owner | null,
  ref: WishlistRef,
): Promise<ListChanged | WishlistFailure> =>
  changeList(shop, owner, ref, (tx, { id }) => replaceShareToken(shop, tx, id, [createListToken()]));

const markDeleted = defineListUpdate('delete-list', 'deleted_at = $2, request_key = null');

/** Deletes a list with its rows, which can be restored for ten minutes. The default list can't be deleted. */
export const deleteList = (shop: Shop, owner: Owner | null, ref: WishlistRef): Promise<ListChanged | WishlistFailure> =>
  changeList(shop, owner, ref, async (tx, { id, isDefault }) =>
    isDefault ? refuse('DEFAULT_LIST') : markDeleted(shop, tx, id),
  );

/** Milliseconds for which removed rows and deleted lists can be restored. */
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

/**
 * Restores a deleted list, unless the owner has reached the maximum number of lists. Restoring again changes nothing.
 */
export async function restoreList(shop: Shop, owner: Owner | null, id: number): Promise<ListChanged | WishlistFailure> {
  if (owner === null) return refuse('LIST_NOT_FOUND');
  const now = shop.clock.now();
  const since = new Date(now.getTime() - restoreTime);
  return inTransaction(shop.db, async (tx): Promise<ListChanged | WishlistFailure> => {
    const [isFull, [state]] = await awaitAll([hasMaxLists(shop, tx, owner), isDeleted(tx, [id])]);
    if (state?.deleted && isFull) return tooManyLists(shop);
    const [list] = await unmarkDeleted(tx, [...toOwnerValues(owner), id, now, since]);
    return list ? { ok: true, list } : refuse('LIST_NOT_FOUND');
  });
}

const clearMerged = sqlQuery(
  'wishlists.clear-merged-items',
  `update wishlists set merged_items = 0 where id = $1 and merged_items > 0`,
);

/** Records that the owner has seen the notice about rows merged from a guest's list. */
export async function acknowledgeMerge(db: Shop['db'], listId: number): Promise<void> {
  await clearMerged(db, [listId]);
}
