import { sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { restoreTime } from './lists/change-lists.ts';
import { wishlistSettings } from './settings.ts';

/** Skips lists that are locked by other transactions. */
const purgeSql = (condition: string, column: string) =>
  `delete from wishlists where id in (
    select id from wishlists where ${condition} and ${column} < $1 order by ${column} limit $2 for update skip locked
  ) returning id`;
/** Keeps lists whose event is in the future, and lists with recently bought gifts. */
const purgeGuests = sqlQuery<{ id: number }>(
  'wishlists.purge-guests',
  purgeSql(
    `customer_id is null and (event_date is null or event_date < $1) and not exists (
      select from wishlist_purchases p where p.wishlist_id = wishlists.id and p.bought_at >= $1
    )`,
    'updated_at',
  ),
);
const purgeDeleted = sqlQuery<{ id: number }>(
  'wishlists.purge-deleted',
  purgeSql('deleted_at is not null', 'deleted_at'),
);
const purgeRemoved = sqlQuery<{ id: number }>(
  'wishlists.purge-removed-items',
  `delete from wishlist_items where id in (
    select id from wishlist_items where removed_at < $1 order by removed_at limit $2 for update skip locked
  ) returning id`,
);

/** Keeps the followed lists of guests who have written something recently, such as added a product to a cart. */
const purgeFollowers = sqlQuery<{ id: number }>(
  'wishlists.purge-followers',
  `delete from wishlist_followers where (wishlist_id, visitor_id) in (
    select f.wishlist_id, f.visitor_id from wishlist_followers f join platform.visitors v on v.id = f.visitor_id
    where f.followed_at < $1 and v.seen_at < $1 order by f.followed_at limit $2
  ) returning wishlist_id as id`,
);
/** Removes the guest from the mark of a gift, but keeps the mark. */
const purgeGivers = sqlQuery<{ id: number }>(
  'wishlists.purge-givers',
  `update wishlist_purchases set visitor_id = null where id in (
    select id from wishlist_purchases where visitor_id is not null and bought_at < $1 order by bought_at limit $2
  ) returning id`,
);

export const purgeWishlistsJob = defineJob({
  name: 'wishlists:purge-wishlists',
  every: '20 3 * * *',
  run: async ({ db, clock, settings, log }) => {
    const now = clock.now();
    const guestsBefore = daysBefore(now, settings(wishlistSettings).keepGuestDays);
    const deletedBefore = new Date(now.getTime() - restoreTime);
    let removed = 0;
    for (const [purge, before] of [
      [purgeGuests, guestsBefore],
      [purgeDeleted, deletedBefore],
      [purgeRemoved, deletedBefore],
      [purgeFollowers, guestsBefore],
      [purgeGivers, guestsBefore],
    ] as const)
      await purgeInBatches(async (limit) => {
        const { length } = await purge(db, [before, limit]);
        removed += length;
        return length;
      });
    log.info({ removed }, 'old wishlists were purged');
  },
});
