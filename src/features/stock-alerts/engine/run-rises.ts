import { z } from 'zod';
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
 * Counts each rise that is due and mails a wave of it. Each is a transaction of its own, so that a process that dies
 * between two leaves the others as they are. A rise that fails is left for the next run.
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

/** Rows say what is due, so that it goes on where a process stopped. */
export const runRisesJob = defineJob({
  name: 'stock-alerts:run-rises',
  schema: z.object({}),
  every: '* * * * *',
  run: async (shop) => {
    await releaseEndedReservations(shop);
    await runDueRises(shop);
  },
});
