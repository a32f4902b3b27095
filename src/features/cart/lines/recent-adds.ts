import { createHash } from 'node:crypto';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';

/** Ids made by a client, such as UUIDs. */
const requestKeyPattern = /^[\w-]{16,100}$/;

/** The greatest number of requests that a cart remembers. Browsers send one after another. */
export const maxRecentAdds = 10;

/** Milliseconds for which a request that added something is remembered. */
const keyLifetime = 24 * 60 * 60 * 1000;

export const isRequestKey = (text: string): boolean => requestKeyPattern.test(text);

/** A request that has added something, as its cart remembers it. */
export interface RecentAdd {
  readonly key: string;
  /** Of the items that it named. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Added quantities by fingerprint. */
  readonly lines: Readonly<Record<string, number>>;
}

/** Hashes what was to be added, without add-ons: a file that is sent again may have another name. */
export function hashItems(items: readonly object[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 22);
}

/**
 * Returns the key of a form that was sent without one: cached pages can have none. It consists of
 * the form and of the version of the cart that the browser knew, so a form that is sent again before
 * its answer came has the same key, and one that is sent after it has another.
 * @param version the cart's version in the browser's hint cookie; never reused, '0' for no cart
 * @returns null without a known cart
 */
export function createFormKey(version: string, form: Readonly<Record<string, unknown>>): string | null {
  if (!/^[1-9]\d{0,18}$/.test(version)) return null;
  return createHash('sha256')
    .update(`${version} ${JSON.stringify(form)}`)
    .digest('base64url');
}

/** Oldest `at` that still counts. */
export const getOldestAdd = (now: Date): number => now.getTime() - keyLifetime;

interface EarlierAdd {
  readonly hash: string;
  /** Added quantities by cart_item_key, of the lines that are still in the cart or set aside. */
  readonly quantities: Readonly<Record<string, number>>;
}

const selectAdd = sqlQuery<EarlierAdd>(
  'cart.find-recent-add',
  `select r.add->>'hash' as hash,
    coalesce(jsonb_object_agg(l.id, r.add->'lines'->l.fingerprint) filter (where l.id is not null), '{}') as quantities
  from carts c cross join jsonb_array_elements(c.recent_adds) as r(add)
  left join cart_lines l on l.cart_id = c.id and (l.removed_at is null or l.is_aside) and r.add->'lines' ? l.fingerprint
  where ${isOwnedSql('c')} and c.state = 'open' and r.add->>'key' = $3 and (r.add->'at')::bigint > $4::bigint
  group by r.add`,
);

/** Finds the request with this key among those that have added to the owner's open cart. */
export async function findRecentAdd(db: Db, owner: Owner, key: string, now: Date): Promise<EarlierAdd | null> {
  return (await selectAdd(db, [...toOwnerValues(owner), key, getOldestAdd(now)]))[0] ?? null;
}

const deleteAdd = sqlQuery<object>(
  'cart.forget-recent-add',
  `update carts set recent_adds = jsonb_path_query_array(recent_adds, '$[*] ? (@.key != $key)', jsonb_build_object('key', $3::text))
  where ${isOwnedSql('carts')} and state = 'open'`,
);

/** Forgets a request whose items are not in the cart, so that it can add them. */
export async function forgetRecentAdd(db: Db, owner: Owner, key: string): Promise<void> {
  await deleteAdd(db, [...toOwnerValues(owner), key]);
}
