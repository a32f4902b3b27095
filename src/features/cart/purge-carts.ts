import { z } from 'zod';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { cartSettings } from './settings.ts';

/** A cart that somebody changes or orders at this moment is left to the next run. The state is no parameter, for the partial indexes. */
const purgeSql = (state: 'open' | 'ordered') =>
  `delete from carts where id in (
    select id from carts where state = '${state}' and updated_at < $1 order by updated_at limit $2 for update skip locked
  ) returning id`;
const purgeOpen = sqlQuery<{ id: string }>('cart.purge-open', purgeSql('open'));
const purgeOrdered = sqlQuery<{ id: string }>('cart.purge-ordered', purgeSql('ordered'));

interface PurgeBefore {
  /** Open carts that nobody has changed or ordered since go. */
  readonly openSince: Date;
  /** Carts that were ordered before go; their orders stay. */
  readonly orderedSince: Date;
}

/** @returns how many carts were removed, with their lines */
export async function purgeCarts(db: Db, { openSince, orderedSince }: PurgeBefore): Promise<number> {
  let removed = 0;
  for (const [purge, since] of [
    [purgeOpen, openSince],
    [purgeOrdered, orderedSince],
  ] as const) {
    await purgeInBatches(async (limit) => {
      const { length } = await purge(db, [since, limit]);
      removed += length;
      return length;
    });
  }
  return removed;
}

export const purgeCartsJob = defineJob({
  name: 'carts:purge',
  schema: z.object({}),
  every: '10 3 * * *',
  run: async (shop) => {
    const { keepOpenDays, keepOrderedDays } = shop.settings(cartSettings);
    const now = shop.clock.now();
    const removed = await purgeCarts(shop.db, {
      openSince: daysBefore(now, keepOpenDays),
      orderedSince: daysBefore(now, keepOrderedDays),
    });
    shop.log.info({ removed }, 'old carts were purged');
  },
});
