import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { releaseEndedReservations } from '../reserve/reservations.ts';
import { runWave } from './run-wave.ts';

const selectDue = sqlQuery<{ id: number; stockId: number }>(
  'stock-alerts.find-due-rises',
  'select id, stock_id as "stockId" from stock_alert_rises where ended_at is null and due_at <= $1 and id <> all($2::bigint[]) order by due_at, id limit 100',
);

/**
 * Mails the next wave of each due rise, with each rise in its own transaction: a process that dies in between leaves
 * the others intact. A rise that fails is retried at the next run.
 */
export async function runDueRises(shop: Shop): Promise<void> {
  const failed: number[] = [];
  for (;;) {
    const due = await selectDue(shop.db, [shop.clock.now(), failed]);
    if (due.length === 0) return;
    for (const rise of due) {
      try {
        await inTransaction(shop.db, (tx) => runWave(shop, tx, rise));
      } catch (error) {
        failed.push(rise.id);
        shop.log.error({ err: error, rise: rise.id }, 'a rise of stock was not counted');
      }
    }
  }
}

/** The due rises are stored in rows, so the job continues where a stopped process left off. */
export const runRisesJob = defineJob({
  name: 'stock-alerts:run-rises',
  every: '* * * * *',
  run: async (shop) => {
    await releaseEndedReservations(shop);
    await runDueRises(shop);
  },
});
