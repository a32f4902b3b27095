import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { listUnsettledPayments } from './list-unsettled.ts';
import { settle } from './settle.ts';

const batchSize = 200;

/**
 * Settles remote payments that wait for something. A payment that fails does not stop the others.
 * @returns how many were settled
 */
async function reconcilePayments(shop: Shop): Promise<number> {
  let settled = 0;
  for (const id of await listUnsettledPayments(shop, { isDue: true, limit: batchSize })) {
    try {
      await settle(shop, id);
      settled += 1;
    } catch (error) {
      shop.log.warn({ ...toLoggableFailure(error), payment: id }, 'a payment could not be settled');
    }
  }
  return settled;
}

/** Finds changes of payments that the shop did not learn from events and returning shoppers. */
export const reconcilePaymentsJob = defineJob({
  name: 'payments:reconcile-payments',
  every: '*/5 * * * *',
  run: async (shop) => {
    await reconcilePayments(shop);
  },
});
