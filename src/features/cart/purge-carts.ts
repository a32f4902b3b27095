import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { cartSettings } from './settings.ts';

/** Skips locked carts. The condition contains literals, so that PostgreSQL can use the partial indexes. */
const purgeSql = (condition: string) =>
  `delete from carts where id in (
    select id from carts where ${condition} and updated_at < $1 order by updated_at limit $2 for update skip locked
  ) returning id`;
const purgeGuests = sqlQuery<{ id: string }>(
  'cart.purge-guests-carts',
  purgeSql(`state = 'open' and customer_id is null`),
);
const purgeCustomers = sqlQuery<{ id: string }>(
  'cart.purge-customers-carts',
  purgeSql(`state = 'open' and customer_id is not null`),
);
const purgeOrdered = sqlQuery<{ id: string }>('cart.purge-ordered-carts', purgeSql(`state = 'ordered'`));
const purgeMerged = sqlQuery<{ id: string }>('cart.purge-merged-carts', purgeSql(`state = 'merged'`));

interface PurgeCutoffs {
  /** Guests' open carts last changed before this moment are deleted. */
  readonly openBefore: Date;
  /** Customers' open carts last changed before this moment are deleted, with the carts merged into them. */
  readonly customersBefore: Date;
  /** Carts ordered or merged before this moment are deleted. Their orders stay. */
  readonly orderedBefore: Date;
}

/**
 * Deletes old carts with their lines.
 * @returns number of deleted carts
 */
export async function purgeCarts(
  db: Db,
  { openBefore, customersBefore, orderedBefore }: PurgeCutoffs,
): Promise<number> {
  let removed = 0;
  for (const [purge, before] of [
    [purgeGuests, openBefore],
    [purgeCustomers, customersBefore],
    [purgeOrdered, orderedBefore],
    [purgeMerged, orderedBefore],
  ] as const)
    removed += await purgeInBatches(async (limit) => (await purge(db, [before, limit])).length);
  return removed;
}

export const purgeCartsJob = defineJob({
  name: 'cart:purge-carts',
  every: '10 3 * * *',
  run: async (shop) => {
    const { keepOpenDays, keepCustomersDays, keepOrderedDays } = shop.settings(cartSettings);
    const now = shop.clock.now();
    const removed = await purgeCarts(shop.db, {
      openBefore: daysBefore(now, keepOpenDays),
      customersBefore: daysBefore(now, keepCustomersDays),
      orderedBefore: daysBefore(now, keepOrderedDays),
    });
    shop.log.info({ removed }, 'old carts were purged');
  },
});
