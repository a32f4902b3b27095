import { and, asc, inArray, isNotNull, isNull, lt, lte, ne, or } from 'drizzle-orm';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { OrderStatus } from '../contract.ts';
import { hasPaymentInProgress, paymentRefresh } from '../ports.ts';
import { orders } from '../tables.ts';
import { cancelLockedOrder } from './change-order.ts';
import { isAwaitingConfirmation, type LockedOrder, lockOrder } from './order-status.ts';

const unpaidStatuses: readonly OrderStatus[] = ['pending', 'failed', 'on-hold'];
const batchSize = 100;
/** Number of orders whose providers are asked in parallel: a provider may take many seconds to answer. */
const askedAtOnce = 10;

/** A transfer is due by the end of a day in the shop's time zone. A confirmation is due by an exact time. */
const isDueByDay = (order: LockedOrder): boolean => order.status === 'on-hold' && !isAwaitingConfirmation(order);

/** The opposite of `isDueByDay` as an SQL condition. */
const hasDueMoment = or(
  ne(orders.status, 'on-hold'),
  and(isNotNull(orders.suspicion), isNull(orders.confirmedAt), isNull(orders.paidAt)),
);

const findToday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate());

/**
 * Cancels unpaid orders that are overdue, unless a payment is in progress. Asks the providers first. Uses one
 * transaction per order, and checks again after locking the order, since a payment may have arrived.
 * @returns how many orders were cancelled
 * @throws the first failure, after the other orders
 */
export async function expireOrders(shop: Shop): Promise<number> {
  const now = shop.clock.now();
  const due = await shop.db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.status, [...unpaidStatuses]),
        lte(orders.dueAt, now),
        or(hasDueMoment, lt(orders.dueAt, findToday(now))),
      ),
    )
    .orderBy(asc(orders.dueAt))
    .limit(batchSize);
  let cancelled = 0;
  const failures: unknown[] = [];
  for (const [index, { id }] of due.entries()) {
    if (index % askedAtOnce === 0) await refreshPayments(shop, due.slice(index, index + askedAtOnce));
    try {
      if (await expireOrder(shop, id, now)) cancelled += 1;
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return cancelled === batchSize ? cancelled + (await expireOrders(shop)) : cancelled;
}

async function refreshPayments(shop: Shop, due: readonly { readonly id: number }[]): Promise<void> {
  const refreshers = shop.implementations(paymentRefresh);
  await Promise.all(due.flatMap(({ id }) => refreshers.map((refresh) => refresh(shop, id))));
}

async function expireOrder(shop: Shop, orderId: number, now: Date): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order?.dueAt || !unpaidStatuses.includes(order.status)) return false;
    if (order.dueAt > now || (isDueByDay(order) && order.dueAt >= findToday(now))) return false;
    if (await hasPaymentInProgress(shop, tx, orderId)) return false;
    const result = await cancelLockedOrder(shop, tx, order, { reason: 'expired', by: 'job' });
    return result.ok && result.changed;
  });
}

/** Runs every minute, so that an order expires within a minute after its due time or its due day. */
export const expireOrdersJob = defineJob({
  name: 'orders:expire-orders',
  every: '* * * * *',
  run: async (shop) => {
    await expireOrders(shop);
  },
});
