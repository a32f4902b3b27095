import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedSql, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { publicList } from '../contract.ts';
import { refuse, type WishlistFailure } from '../errors.ts';
import { findList } from './find-lists.ts';

const insertFollower = sqlQuery(
  'wishlists.follow-list',
  `insert into wishlist_followers (visitor_id, customer_id, wishlist_id, followed_at)
  select $1::uuid, $2::bigint, l.id, $4 from wishlists l where l.id = $3 and l.deleted_at is null on conflict do nothing`,
);

/**
 * Follows a public list of another owner. Following again changes nothing.
 * @param token the share token
 */
export async function followList(
  shop: Shop,
  follower: Owner,
  token: string,
): Promise<{ readonly ok: true; readonly token: string } | WishlistFailure> {
  const list = await findList(shop, shop.db, follower, token);
  if (list?.isUserOwner) return refuse('OWN_LIST');
  if (list?.privacy !== publicList) return refuse('LIST_NOT_FOUND');
  await inTransaction(shop.db, async (tx) => {
    await insertOwnerVisitor(tx, follower);
    await insertFollower(tx, [...toOwnerValues(follower), list.id, shop.clock.now()]);
  });
  return { ok: true, token: list.token };
}

const deleteFollower = sqlQuery(
  'wishlists.unfollow-list',
  `delete from wishlist_followers r using wishlists l where l.id = r.wishlist_id and l.share_token = $3 and ${isOwnedSql('r')}`,
);

/**
 * Stops following a list, even when the list is no longer public.
 * @param token the share token
 */
export async function unfollowList(shop: Shop, follower: Owner | null, token: string): Promise<{ readonly ok: true }> {
  await deleteFollower(shop.db, [...toOwnerValues(follower), token]);
  return { ok: true };
}
