import { z } from 'zod';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { cartSettings } from './settings.ts';

/**
 * Skips carts that are locked at the moment. The state is a literal, so that partial indexes apply.
 */
const purgeSql = (state: 'open' | 'ordered') =>
  `delete from carts where id in (
    select id from carts where state = '${state}' and updated_at < $1 order by updated_at limit $2 for update skip locked
  ) returning id`;
const purgeOpen = sqlQuery<{ id: string }>('cart.purge-open-carts', purgeSql('open'));
const purgeOrdered = sqlQuery<{ id: string }>('cart.purge-ordered-carts', purgeSql('ordered'));

interface PurgeBefore {
  /** Deletes open carts last changed before. */
  readonly openBefore: Date;
  /** Deletes carts ordered before. Their orders stay. */
  readonly orderedBefore: Date;
}

/**
 * Deletes old carts with their lines.
 * @returns number of deleted carts
 */
export async function purgeCarts(db: Db, { openBefore, orderedBefore }: PurgeBefore): Promise<number> {
  let removed = 0;
  for (const [purge, before] of [
    [purgeOpen, openBefore],
    [purgeOrdered, orderedBefore],
  ] as const) {
    await purgeInBatches(async (limit) => {
      const { length } = await purge(db, [before, limit]);
      removed += length;
      return length;
    });
  }
  return removed;
}

export const purgeCartsJob = defineJob({
  name: 'cart:purge-carts',
  schema: z.object({}),
  every: '10 3 * * *',
  run: async (shop) => {
    const { keepOpenDays, keepOrderedDays } = shop.settings(cartSettings);
    const now = shop.clock.now();
    const removed = await purgeCarts(shop.db, {
      openBefore: daysBefore(now, keepOpenDays),
      orderedBefore: daysBefore(now, keepOrderedDays),
    });
    shop.log.info({ removed }, 'old carts were purged');
  },
});
