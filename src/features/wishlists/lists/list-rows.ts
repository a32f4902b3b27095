import { randomBytes } from 'node:crypto';
import { awaitAll, type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import type { WishlistPrivacy } from '../contract.ts';
import { wishlistSettings } from '../settings.ts';

/** How a request names a list of its owner: by id, by the owner's token, or null for the default list. */
export type WishlistRef = number | string | null;

export interface ListRow {
  readonly id: number;
  readonly visitorId: string | null;
  readonly customerId: number | null;
  readonly token: string;
  readonly shareToken: string;
  /** Null: the default list has the name that the shop gives it. */
  readonly name: string | null;
  readonly privacy: WishlistPrivacy;
  readonly isDefault: boolean;
  readonly isGiftList: boolean;
  /** YYYY-MM-DD. */
  readonly eventDate: string | null;
  readonly deliveryAddress: string;
  readonly ownerName: string;
  readonly occasion: string;
  readonly showsBought: boolean;
  readonly mergedItems: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** SQL columns of a `ListRow` of `wishlists l`. */
export const listColumnsSql = `l.id, l.visitor_id as "visitorId", l.customer_id as "customerId", l.token, l.share_token as "shareToken", l.name,
  l.privacy, l.is_default as "isDefault", l.is_gift_list as "isGiftList", l.event_date as "eventDate", l.delivery_address as "deliveryAddress",
  l.owner_name as "ownerName", l.occasion, l.shows_bought as "showsBought", l.merged_items as "mergedItems", l.version, l.created_at as "createdAt", l.updated_at as "updatedAt"`;

/** 128 random bits. */
export const createListToken = (): string => randomBytes(16).toString('base64url');

const lockOwnLists = sqlQuery<ListRow>(
  'wishlists.lock-lists',
  `select ${listColumnsSql} from wishlists l
  where ${isOwnedSql('l')} and l.deleted_at is null
    and (l.id = any($3::bigint[]) or l.token = any($4::text[]) or (l.is_default and $5::boolean))
  order by l.id for update`,
);

/**
 * SQL condition: the owner's data is not erased. `share` waits for a transaction that erases it, so a
 * request that was under way creates no list for an erased customer.
 */
export const ownerExistsSql =
  '($2::bigint is null or exists (select from customers c where c.id = $2::bigint and c.erased_at is null for share))';

/** Looks first: most owners have one, and finding out by conflicts in the indexes takes as long as an insert. */
const insertDefaultList = sqlQuery(
  'wishlists.insert-default-list',
  `insert into wishlists (visitor_id, customer_id, token, share_token, privacy, is_default, created_at, updated_at, locale)
  select $1::uuid, $2::bigint, $3, $4, $5, true, $6, $6, $7
  where not exists (select from wishlists l where ${isOwnedSql('l')} and l.is_default) and ${ownerExistsSql} on conflict do nothing`,
);

/** Creates the default list of an owner, unless there is one or the owner is erased. */
async function createDefaultList(
  { clock, settings, choices }: Pick<Shop, 'clock' | 'settings' | 'choices'>,
  tx: Tx,
  ownerValues: ReturnType<typeof toOwnerValues>,
): Promise<void> {
  const { defaultPrivacy } = settings(wishlistSettings);
  const tokens = [createListToken(), createListToken()];
  await insertDefaultList(tx, [...ownerValues, ...tokens, defaultPrivacy, clock.now(), choices.locale]);
}

/** Finds the list that a ref names among those of its owner. */
function pickList(lists: readonly ListRow[], ref: WishlistRef): ListRow | null {
  const found = lists.find(({ id, token, isDefault }) =>
    ref === null ? isDefault : typeof ref === 'number' ? id === ref : token === ref,
  );
  return found ?? null;
}

/**
 * Locks lists of an owner until the transaction ends, in the order of their ids. One round trip.
 * @param refs lists; null for the default list, which is created when it is missing
 * @returns a list or null for each ref: others' lists and deleted ones are not found
 */
export async function lockLists(
  shop: Pick<Shop, 'clock' | 'settings' | 'choices'>,
  tx: Tx,
  owner: Owner,
  refs: readonly WishlistRef[],
): Promise<readonly (ListRow | null)[]> {
  const values = toOwnerValues(owner);
  const hasDefault = refs.includes(null);
  const ids = refs.filter((ref) => typeof ref === 'number');
  const tokens = refs.filter((ref) => typeof ref === 'string');
  const [, , lists] = await awaitAll([
    hasDefault ? insertOwnerVisitor(tx, owner) : null,
    hasDefault ? createDefaultList(shop, tx, values) : null,
    lockOwnLists(tx, [...values, ids, tokens, hasDefault]),
  ]);
  return refs.map((ref) => pickList(lists, ref));
}

const touch = sqlQuery(
  'wishlists.touch-lists',
  `update wishlists set version = nextval('wishlist_versions'), updated_at = $2 where id = any($1::bigint[])`,
);

/** Records that lists have changed. */
export async function touchLists(shop: Pick<Shop, 'clock'>, tx: Tx, ids: readonly number[]): Promise<void> {
  await touch(tx, [ids, shop.clock.now()]);
}

export interface ListFailure {
  readonly ok: false;
  readonly code: 'LIST_NOT_FOUND';
}

export const listNotFound: ListFailure = { ok: false, code: 'LIST_NOT_FOUND' };

/**
 * Runs a change of one list with its row locked, so that changes of one list wait for each other.
 * The change itself calls `touchLists` when it changed something.
 */
export function changeList<Result>(
  shop: Shop,
  owner: Owner | null,
  ref: WishlistRef,
  change: (tx: Tx, list: ListRow) => Promise<Result>,
): Promise<Result | ListFailure> {
  if (owner === null) return Promise.resolve(listNotFound);
  return inTransaction(shop.db, async (tx): Promise<Result | ListFailure> => {
    const [list] = await lockLists(shop, tx, owner, [ref]);
    return list ? change(tx, list) : listNotFound;
  });
}

const countOwnLists = sqlQuery<{ count: number }>(
  'wishlists.count-lists',
  `select count(*)::integer as count from wishlists r where ${isOwnedSql('r')} and r.deleted_at is null`,
);

/** Lists of an owner, without deleted ones. */
export async function countLists(db: Db, owner: Owner): Promise<number> {
  return (await countOwnLists(db, toOwnerValues(owner)))[0]?.count ?? 0;
}

const lockListsBeside = sqlQuery<{ id: number; visitorId: string | null; customerId: number | null }>(
  'wishlists.lock-lists-beside',
  `select l.id, l.visitor_id as "visitorId", l.customer_id as "customerId" from wishlists l
  join wishlists r on r.id = $1 and (l.visitor_id = r.visitor_id or l.customer_id = r.customer_id) order by l.id for update of l`,
);
const deleteRow = sqlQuery('wishlists.remove-list', 'delete from wishlists where id = $1');
const raiseVersions = sqlQuery(
  'wishlists.raise-versions',
  `update wishlists set version = nextval('wishlist_versions') where id = any($1::bigint[])`,
);

/**
 * Deletes a list with its rows for good, for whoever runs the shop. The version that its owner's
 * browser compares goes on: with another list, or with an empty default list in place of the last one.
 * @returns false when there is no such list
 */
export function deleteListForGood(shop: Shop, id: number): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const lists = await lockListsBeside(tx, [id]);
    const list = lists.find((each) => each.id === id);
    if (!list) return false;
    await deleteRow(tx, [id]);
    const others = lists.flatMap((each) => (each.id === id ? [] : [each.id]));
    if (others.length === 0) await createDefaultList(shop, tx, [list.visitorId, list.customerId]);
    else await raiseVersions(tx, [others]);
    return true;
  });
}
