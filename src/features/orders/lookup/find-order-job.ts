import { z } from 'zod';
import { inTransaction, sqlQuery } from '#platform/database/database.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { linksByOrder } from '../access/send-link.tsx';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';

const selectMatch = sqlQuery<{ id: number }>(
  'orders.find-by-number-and-email',
  'select id from orders where number = $1 and lower(email) = lower($2)',
);

/**
 * Mails the link to an order to the order's address, if an order has this number and this address. A job does this so
 * that the request does the same work, and takes the same time, whether the order exists or not.
 */
export const findOrderJob = defineJob({
  name: 'orders:find-order',
  schema: z.object({
    number: z.int(),
    email: z.string(),
    /** Milliseconds since 1970, when the shopper sent the form. */
    sentAt: z.int(),
  }),
  run: async (shop, { number, email, sentAt }) => {
    const [order] = await selectMatch(shop.db, [number, email]);
    if (!order) return;
    const allowance = await shop.limits.consume([{ limit: linksByOrder, key: String(order.id) }]);
    if (!allowance.ok) return;
    await inTransaction(shop.db, (tx) => enqueueOrderMail(shop, tx, { order: order.id, kind: 'link', sentAt }));
  },
});
