import { releaseUploadsOfOrders, uploadSettings } from '#features/uploads/index.ts';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Skips locked orders: a late payment may be reopening such an order. */
const lockEnded = sqlQuery<{ id: number }>(
  'orders.lock-ended-with-uploads',
  `select id from orders where status = 'cancelled' and paid_at is null and captured_total = 0 and cancelled_at < $1
    and id in (select order_id from order_uploads) order by id limit $2 for update skip locked`,
);

/** Releases the files of orders that were cancelled before `before` and never paid. */
export async function releaseUploads(shop: Shop, before: Date): Promise<void> {
  await purgeInBatches((limit) =>
    inTransaction(shop.db, async (tx) => {
      const ids = (await lockEnded(tx, [before, limit])).map(({ id }) => id);
      if (ids.length > 0) await releaseUploadsOfOrders(tx, ids);
      return ids.length;
    }),
  );
}

/** Runs before the job that deletes unused files. */
export const releaseUploadsJob = defineJob({
  name: 'orders:release-uploads',
  every: '15 3 * * *',
  run: async (shop) => {
    const { keepCancelledDays } = shop.settings(uploadSettings);
    await releaseUploads(shop, daysBefore(shop.clock.now(), keepCancelledDays));
  },
});
