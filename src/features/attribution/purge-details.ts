import { sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { noValue } from './contract.ts';
import { attributionSettings } from './settings.ts';

const purgeDetails = sqlQuery<{ order_id: number }>(
  'attribution.purge-details',
  `update order_attributions set referrer = '${noValue}', session_entry = '${noValue}', user_agent = '${noValue}', utm_term = '${noValue}',
    session_start_time = null, session_pages = null, session_count = null
  where order_id in (
    select order_id from order_attributions a
    where a.placed_at < $1
      and (a.referrer, a.session_entry, a.user_agent, a.utm_term, a.session_start_time, a.session_pages, a.session_count) is distinct from
        ('${noValue}', '${noValue}', '${noValue}', '${noValue}', null::timestamptz, null::integer, null::integer)
    limit $2
  ) returning order_id`,
);

/** Deletes the data about the shopper, and keeps the data that reports need. */
export const purgeDetailsJob = defineJob({
  name: 'attribution:purge-details',
  every: '40 3 * * *',
  run: async (shop) => {
    const before = daysBefore(shop.clock.now(), shop.settings(attributionSettings).keepDetailsDays);
    await purgeInBatches(async (limit) => (await purgeDetails(shop.db, [before, limit])).length);
  },
});
