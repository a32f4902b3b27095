import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AccountMerge } from '#platform/sessions/personal-data.ts';
import { getListName } from './lists/find-lists.ts';
import { findFreeName } from './merge-wishlists.ts';

interface MergedList {
  readonly id: number;
  readonly name: string | null;
  readonly isDefault: boolean;
  readonly isOfFrom: boolean;
  readonly isUsed: boolean;
}

const lockLists = sqlQuery<MergedList>(
  'wishlists.lock-lists-of-accounts',
  `select l.id, l.name, l.is_default as "isDefault", l.customer_id = $1 as "isOfFrom",
    l.deleted_at is null and (l.name is not null or l.is_gift_list or exists (select from wishlist_items i where i.wishlist_id = l.id)
      or exists (select from wishlist_purchases p where p.wishlist_id = l.id)) as "isUsed"
  from wishlists l where l.customer_id in ($1, $2) order by l.id for update`,
);
const deleteList = sqlQuery('wishlists.delete-unused-list', 'delete from wishlists where id = $1');
const nameDefault = sqlQuery(
  'wishlists.name-merged-list',
  'update wishlists set is_default = false, name = $2 where id = $1',
);
const moveLists = sqlQuery(
  'wishlists.move-lists-of-account',
  `update wishlists set customer_id = $2, request_key = null, version = nextval('wishlist_versions') where customer_id = $1`,
);
const movePurchases = sqlQuery(
  'wishlists.move-purchases-of-account',
  'update wishlist_purchases set customer_id = $2 where customer_id = $1',
);
/** Nobody follows a list of their own. */
const moveFollowed = sqlQuery(
  'wishlists.move-followed-of-account',
  `with moved as (delete from wishlist_followers where customer_id = $1 returning wishlist_id, followed_at),
    own as (delete from wishlist_followers f using wishlists l where l.id = f.wishlist_id and l.customer_id = $1 and f.customer_id = $2)
  insert into wishlist_followers (wishlist_id, customer_id, followed_at)
  select m.wishlist_id, $2, m.followed_at from moved m join wishlists l on l.id = m.wishlist_id
  where l.customer_id is distinct from $2 and l.customer_id is distinct from $1 on conflict do nothing`,
);

/**
 * All lists of an account become another one's. Each stays a list of its own, since others may see it: the default list of
 * the account gets a name where the other one has a default list, too.
 */
export async function mergeAccountLists(shop: Shop, tx: Tx, { from, into }: AccountMerge): Promise<void> {
  const lists = await lockLists(tx, [from.id, into.id]);
  const source = lists.find(({ isOfFrom, isDefault }) => isOfFrom && isDefault);
  const target = lists.find(({ isOfFrom, isDefault }) => !isOfFrom && isDefault);
  if (source && !source.isUsed) await deleteList(tx, [source.id]);
  else if (source && target && !target.isUsed) await deleteList(tx, [target.id]);
  else if (source && target) {
    const names = lists.filter((list) => list !== source).map((list) => getListName(shop, list));
    await nameDefault(tx, [source.id, findFreeName(getListName(shop, source), new Set(names))]);
  }
  await moveFollowed(tx, [from.id, into.id]);
  await moveLists(tx, [from.id, into.id]);
  await movePurchases(tx, [from.id, into.id]);
}
