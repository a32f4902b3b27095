import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderSettings } from '../settings.ts';

/** Rows that are locked by another transaction are found in the next run. */
const markReminded = sqlQuery<{ id: number }>(
  'orders.mark-reminded',
  `with due as (
    select id from orders
    where status = 'on-hold' and paid_at is null and (suspicion is null or confirmed_at is not null) and reminded_at is null and due_at > $1
      and due_at <= $1 + make_interval(hours => $2) and coalesce(confirmed_at, created_at) <= due_at - 2 * make_interval(hours => $2)
    order by id limit 100 for update skip locked
  )
  update orders o set reminded_at = $1 from due where o.id = due.id returning o.id`,
);

/**
 * Enqueues reminders of bank transfers that are due soon, one per order.
 * @returns how many
 */
export async function remindOfPayments(shop: Shop): Promise<number> {
  const { reminderHours } = shop.settings(orderSettings);
  if (reminderHours === null) return 0;
  return inTransaction(shop.db, async (tx) => {
    const marked = await markReminded(tx, [shop.clock.now(), reminderHours]);
    for (const { id } of marked) await enqueueOrderMail(shop, tx, { order: id, kind: 'payment-reminder' });
    return marked.length;
  });
}

export const remindOfPaymentsJob = defineJob({
  name: 'orders:remind-of-payments',
  every: '*/5 * * * *',
  run: async (shop) => {
    await remindOfPayments(shop);
  },
});
