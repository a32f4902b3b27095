import { sqlQuery } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { checkoutSettings, maxLastOrderDays } from '../settings.ts';

/** Also deletes saved forms of placed orders, since an order has its own copy of the data. */
const purgeForms = sqlQuery<{ cartId: string }>(
  'checkout.purge-forms',
  `delete from checkout_forms where cart_id in (
    select d.cart_id from checkout_forms d join carts c on c.id = d.cart_id
    where d.updated_at < $1 or (c.state <> 'open' and d.updated_at < $2)
    order by d.updated_at limit $3 for update of d skip locked
  ) returning cart_id as "cartId"`,
);

const purgeCleared = sqlQuery<{ id: string }>(
  'checkout.purge-cleared-details',
  `delete from checkout_cleared_details where visitor_id in (
    select visitor_id from checkout_cleared_details where cleared_at < $1 order by cleared_at limit $2
  ) returning visitor_id as id`,
);

export const purgeFormsJob = defineJob({
  name: 'checkout:purge-forms',
  every: '40 3 * * *',
  run: async (shop) => {
    const now = shop.clock.now();
    const before = daysBefore(now, shop.settings(checkoutSettings).keepFormsDays);
    const orderedBefore = daysBefore(now, 1);
    const removed = await purgeInBatches(
      async (limit) => (await purgeForms(shop.db, [before, orderedBefore, limit])).length,
    );
    const clearedBefore = daysBefore(now, maxLastOrderDays);
    await purgeInBatches(async (limit) => (await purgeCleared(shop.db, [clearedBefore, limit])).length);
    shop.log.info({ removed }, 'old forms of the checkout were purged');
  },
});
