import { and, asc, inArray, lte } from 'drizzle-orm';
import { z } from 'zod';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { orders } from '../tables.ts';
import { cancelLockedOrder } from './change-order.ts';
import { lockOrder } from './order-status.ts';

const unpaidStatuses = ['pending', 'on-hold'] as const;
const batchSize = 100;

/**
 * Cancels what nobody has paid in time. Each order in a transaction of its own: one that is being paid at this moment is waited for, and
 * looked at again.
 * @returns how many were cancelled
 * @throws what stood in the way of one, once the others are done
 */
export async function expireOrders(shop: Shop): Promise<number> {
  const now = shop.clock.now();
  const due = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.status, [...unpaidStatuses]), lte(orders.dueAt, now)))
    .orderBy(asc(orders.dueAt))
    .limit(batchSize);
  let cancelled = 0;
  const failures: unknown[] = [];
  for (const { id } of due) {
    try {
      if (await expireOrder(shop, id, now)) cancelled += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return cancelled === batchSize ? cancelled + (await expireOrders(shop)) : cancelled;
}

async function expireOrder(shop: Shop, orderId: number, now: Date): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const isDue = order?.dueAt && order.dueAt <= now && (order.status === 'pending' || order.status === 'on-hold');
    if (!isDue) return false;
    const result = await cancelLockedOrder(shop, tx, order, { reason: 'expired', by: 'job' });
    return result.ok && result.changed;
  });
}

/** Added for the moment at which an order falls due; every few minutes too, for what was put off or missed. */
export const expireOrdersJob = defineJob({
  name: 'orders:expire',
  schema: z.object({}),
  every: '*/5 * * * *',
  run: async (shop) => {
    await expireOrders(shop);
  },
});

/** Runs at the moment when the order falls due; a later moment for the same order takes its place. */
export async function scheduleExpiry(shop: Shop, tx: Tx, orderId: number, dueAt: Date): Promise<void> {
  await shop.jobs.add(tx, expireOrdersJob, {}, { key: `orders:expire:${orderId}`, runAt: dueAt });
}
