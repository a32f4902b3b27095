import { createHash, randomBytes } from 'node:crypto';
import { getTableColumns } from 'drizzle-orm';
import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { privateList } from '../contract.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { wishlistSettings } from '../settings.ts';
import { wishlists } from '../tables.ts';

/** Identifies a list of an owner: its id, the owner's token, or null for the default list. */
export type WishlistRef = number | string | null;

export type ListRow = typeof wishlists.$inferSelect;

export interface ListChanged {
  readonly ok: true;
  readonly list: ListRow;
}

/** SQL columns of a `ListRow` from `wishlists l`. */
export const listColumnsSql = Object.entries(getTableColumns(wishlists))
  .map(([field, { name }]) => `l.${name} as "${field}"`)
  .join(', ');

/** Creates a token with 128 random bits. */
export const createListToken = (): string => randomBytes(16).toString('base64url');

/**
 * Hashes the key of a request with its values. The hash is stored to recognise a repeated request.
 * @returns null without a key
 */
export function hashRequest(requestKey: string | undefined, sent: readonly unknown[]): string | null {
  if (!requestKey) return null;
  return createHash('sha256')
    .update(JSON.stringify([requestKey, ...sent]))
    .digest('base64url');
}

/** SQL condition: list `l` is not private, and the token is its share token or that of a list merged into it. */
export const isOpenedSql = (token: string): string =>
  `(l.privacy < ${privateList} and (l.share_token = ${token} or (l.former_share_tokens <> '{}' and l.former_share_tokens @> array[${token}])))`;

const lockOwnLists = sqlQuery<ListRow>(
  'wishlists.lock-lists',
  `select ${listColumnsSql} from wishlists l
  where ${isOwnedSql('l')} and l.deleted_at is null
    and (l.id = any($3::bigint[]) or l.token = any($4::text[]) or (l.is_default and $5::boolean))
  order by l.id for update`,
);

/**
 * SQL condition: the owner's data is not erased. `for share` waits for a transaction that erases the data, so that a
 * concurrent request creates no list for an erased customer.
 */
export const ownerExistsSql =
  '($2::bigint is null or exists (select from customers c where c.id = $2::bigint and c.erased_at is null for share))';

/**
 * Checks first whether the list exists: most owners have one, and a conflict in the index takes as long as an insert.
 */
const insertDefaultList = sqlQuery(
  'wishlists.insert-default-list',
  `insert into wishlists (visitor_id, customer_id, token, share_token, privacy, is_default, created_at, updated_at, locale)
  select $1::uuid, $2::bigint, $3, $4, $5, true, $6, $6, $7
  where not exists (select from wishlists l where ${isOwnedSql('l')} and l.is_default) and ${ownerExistsSql} on conflict do nothing`,
);

/** Creates the default list of an owner, unless the list exists or the owner's data is erased. */
export async function createDefaultList(
  { clock, settings, choices }: Pick<Shop, 'clock' | 'settings' | 'choices'>,
  tx: Tx,
  ownerValues: ReturnType<typeof toOwnerValues>,
): Promise<void> {
  const { defaultPrivacy } = settings(wishlistSettings);
  const tokens = [createListToken(), createListToken()];
  await insertDefaultList(tx, [...ownerValues, ...tokens, defaultPrivacy, clock.now(), choices.locale]);
}

/**
 * Locks lists of an owner until the transaction ends, in the order of their ids, with one round trip.
 * @param refs lists to lock; null for the default list, which is created when it is missing
 * @returns a list for each ref, or null for lists that are deleted or belong to another owner
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
  return refs.map(
    (ref) => lists.find(({ id, token, isDefault }) => (ref === null ? isDefault : id === ref || token === ref)) ?? null,
  );
}

const touch = sqlQuery(
  'wishlists.touch-lists',
  `update wishlists set version = nextval('wishlist_versions'), updated_at = $2 where id = any($1::bigint[])`,
);

/** Updates the version and the time of the last change of lists. */
export async function touchLists(shop: Pick<Shop, 'clock'>, tx: Tx, ids: readonly number[]): Promise<void> {
  await touch(tx, [ids, shop.clock.now()]);
}

/**
 * Runs a change of one list with its row locked, so that changes of one list wait for each other. The change itself
 * must call `touchLists` when it has changed the list.
 */
export async function changeList<Result>(
  shop: Shop,
  owner: Owner | null,
  ref: WishlistRef,
  change: (tx: Tx, list: ListRow) => Promise<Result>,
): Promise<Result | WishlistFailure> {
  if (owner === null) return refuse('LIST_NOT_FOUND');
  return inTransaction(shop.db, async (tx): Promise<Result | WishlistFailure> => {
    const [list] = await lockLists(shop, tx, owner, [ref]);
    return list ? change(tx, list) : refuse('LIST_NOT_FOUND');
  });
}

/**
 * Creates a function that updates columns of a locked list.
 * @param assignments SQL; `$1` is the id of the list and `$2` the current time
 */
export function defineListUpdate(name: string, assignments: string) {
  const update = sqlQuery<ListRow>(
    `wishlists.${name}`,
    `update wishlists l set ${assignments}, version = nextval('wishlist_versions'), updated_at = $2 where id = $1
    returning ${listColumnsSql}`,
  );
  return async ({ clock }: Shop, tx: Tx, id: number, values: readonly unknown[] = []): Promise<ListChanged> => {
    const [list] = await update(tx, [id, clock.now(), ...values]);
    if (!list) throw new Error('the list is locked and gone');
    return { ok: true, list };
  };
}
