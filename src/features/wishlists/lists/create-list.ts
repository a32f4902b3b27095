import { hasDisallowedWord } from '#features/contact-forms/index.ts';
import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { normaliseLine } from '#platform/input/normalise-text.ts';
import { insertOwnerVisitor, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { publicList, type WishlistPrivacy } from '../contract.ts';
import { wishlistSettings } from '../settings.ts';
import { hashRequest } from '../writes/request-key.ts';
import { countLists, createListToken, type ListRow, listColumnsSql, ownerExistsSql } from './list-rows.ts';

export interface NewList {
  readonly name: string;
  readonly privacy: WishlistPrivacy;
  /** Names the request: with the same name and privacy it creates one list, however often it comes. */
  readonly requestKey?: string | undefined;
}

export type NameFailure =
  | { readonly ok: false; readonly code: 'NAME_REQUIRED' | 'NAME_NOT_ALLOWED' }
  | { readonly ok: false; readonly code: 'NAME_TOO_LONG'; readonly max: number };

export interface TooManyLists {
  readonly ok: false;
  readonly code: 'TOO_MANY_LISTS';
  readonly max: number;
}

export type NewListFailure = NameFailure | TooManyLists | { readonly ok: false; readonly code: 'ONE_LIST_ONLY' };

/** A name as it is stored: one line, without spaces around it. */
export const normalizeName = normaliseLine;

/**
 * Checks the normalized name of a list.
 * @returns null when it is allowed
 */
export function checkName(shop: Shop, { name, privacy }: NewList): NameFailure | null {
  const { maxNameLength } = shop.settings(wishlistSettings);
  if (name === '') return { ok: false, code: 'NAME_REQUIRED' };
  if (name.length > maxNameLength) return { ok: false, code: 'NAME_TOO_LONG', max: maxNameLength };
  if (privacy === publicList && hasDisallowedWord(shop, name)) return { ok: false, code: 'NAME_NOT_ALLOWED' };
  return null;
}

const lockOwner = sqlQuery('wishlists.lock-owner', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');

/** Counts the lists of an owner until the transaction ends: others that add one wait for it. */
export async function countListsInTurn(tx: Tx, owner: Owner): Promise<number> {
  const key = `wishlists ${toOwnerValues(owner).join(' ')}`;
  const [, count] = await awaitAll([lockOwner(tx, [key]), countLists(tx, owner)]);
  return count;
}

const hashNewList = (owner: Owner, { name, privacy, requestKey }: NewList): string | null =>
  hashRequest(requestKey, [toOwnerValues(owner), normalizeName(name), privacy]);

const selectByRequest = sqlQuery<ListRow>(
  'wishlists.find-list-by-request',
  `select ${listColumnsSql} from wishlists l where l.request_key = $3 and ${isOwnedSql('l')}`,
);

/** The owner's list that the same request has created before; null without one, and once it is deleted. */
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
 * Creates a list with a name. Two lists may have the same name. A request that is repeated creates one.
 * @param db the open transaction, or the pool
 */
export function createList(
  shop: Shop,
  db: Shop['db'],
  owner: Owner,
  input: NewList,
): Promise<{ readonly ok: true; readonly list: ListRow } | NewListFailure> {
  return inTransaction(db, (tx) => insertNewList(shop, tx, owner, { ...input, name: normalizeName(input.name) }));
}

async function insertNewList(shop: Shop, tx: Tx, owner: Owner, list: NewList) {
  const { maxLists, multipleLists } = shop.settings(wishlistSettings);
  if (!multipleLists) return { ok: false, code: 'ONE_LIST_ONLY' } as const;
  const failure = checkName(shop, list);
  if (failure) return failure;
  const values = toOwnerValues(owner);
  const [, count, before] = await awaitAll([
    insertOwnerVisitor(tx, owner),
    countListsInTurn(tx, owner),
    findCreatedList(tx, owner, list),
  ]);
  if (before) return { ok: true, list: before } as const;
  if (count >= maxLists) return { ok: false, code: 'TOO_MANY_LISTS', max: maxLists } as const;
  const { name, privacy } = list;
  const tokens = [createListToken(), createListToken()];
  const key = hashNewList(owner, list);
  const [created] = await insertList(tx, [
    ...values,
    ...tokens,
    name,
    privacy,
    shop.clock.now(),
    key,
    shop.choices.locale,
  ]);
  if (!created) throw new Error('the list was not created');
  return { ok: true, list: created } as const;
}
