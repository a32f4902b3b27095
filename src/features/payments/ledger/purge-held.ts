import { sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Days for which a payment without order and money is kept. Providers end such payments much earlier. */
const keptDays = 30;

const purgeHeld = sqlQuery<{ id: number }>(
  'payments.purge-held-payments',
  `delete from payments where id in (
    select p.id from payments p where p.order_id is null and p.created_at < $1
      and not exists (select from payment_transactions t where t.payment_id = p.id)
      and not exists (select from provider_events e where e.payment_id = p.id)
    order by p.created_at limit $2 for update skip locked
  ) returning id`,
);

/** Deletes payments that began before an order and got neither an order nor money. */
export const purgeHeldPaymentsJob = defineJob({
  name: 'payments:purge-held-payments',
  every: '45 3 * * *',
  run: async (shop) => {
    const before = daysBefore(shop.clock.now(), keptDays);
    const removed = await purgeInBatches(async (limit) => (await purgeHeld(shop.db, [before, limit])).length);
    shop.log.info({ removed }, 'payments that came to nothing were purged');
  },
});
