import { sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Days after which an attempt without order and payment is deleted. */
const keptDays = 1;

const purgeAttempts = sqlQuery<{ id: number }>(
  'checkout.purge-attempts',
  `delete from checkout_attempts where id in (
    select a.id from checkout_attempts a where a.order_id is null and a.created_at < $1
      and not exists (select from payments p where p.attempt_id = a.id)
    order by a.created_at limit $2 for update skip locked
  ) returning id`,
);

/** Deletes attempts without an order whose payment has been deleted. */
export const purgeAttemptsJob = defineJob({
  name: 'checkout:purge-attempts',
  every: '50 3 * * *',
  run: async (shop) => {
    const before = daysBefore(shop.clock.now(), keptDays);
    const removed = await purgeInBatches(async (limit) => (await purgeAttempts(shop.db, [before, limit])).length);
    shop.log.info({ removed }, 'attempts to order that came to nothing were purged');
  },
});
