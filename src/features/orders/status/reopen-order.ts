import { eq } from 'drizzle-orm';
import { addReservations, reserveLines } from '#features/inventory/index.ts';
import { holdCouponsAgain, lockFirstOrderAgain } from '#features/promotions/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { orderSettings } from '../settings.ts';
import { orders } from '../tables.ts';
import { changeOrderStatus, type LockedOrder } from './order-status.ts';

const findReplacement = sqlQuery<object>('orders.find-replacement', 'select from replacements where order_id = $1');

const selectLines = sqlQuery<{ position: number; variationId: number; quantity: number; hasStarted: boolean }>(
  'orders.find-lines-to-reserve',
  `select position, variation_id as "variationId", quantity,
    coalesce((event_date->>'startsAt')::timestamptz <= $2, false) as "hasStarted"
  from order_lines where order_id = $1 order by position`,
);

const minuteMs = 60 * 1000;

/**
 * Makes a locked order that expired or was superseded pending again, because its payment arrived late, if its stock
 * can still be reserved. The caller has ended the order that superseded it. The limits of reservations, coupons and
 * promotions for the first order do not apply to an order that is paid. Lock order: the order, stock by id, coupons
 * by id, the customer of a first order.
 * @returns the pending order, or null when something is sold out, an event that a shopper booked has begun, the order
 *   replaces units of another order, which may have been replaced by another order since, or the order ended for
 *   another reason
 */
export async function reopenOrder(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<LockedOrder | null> {
  if (order.cancelReason !== 'expired' && order.cancelReason !== 'superseded') return null;
  if ((await findReplacement(tx, [order.id])).length > 0) return null;
  const now = shop.clock.now();
  const lines = await selectLines(tx, [order.id, now]);
  if (order.source === 'checkout' && lines.some(({ hasStarted }) => hasStarted)) return null;
  const reserved = await reserveLines(shop, tx, lines, [], `order:${order.number}`);
  if (!reserved.ok) return null;
  await addReservations(tx, order.id, reserved.reservations);
  const coupons = await holdCouponsAgain(tx, order.id, now);
  const promotions = await lockFirstOrderAgain(tx, order.id, { id: order.customerId, email: order.email });
  if (order.supersededBy !== null) await tx.update(orders).set({ supersededBy: null }).where(eq(orders.id, order.id));
  const dueAt = new Date(now.getTime() + shop.settings(orderSettings).pendingMinutes * minuteMs);
  const text = `paid after it had ended; its items were still available${formatExceeded({ coupons, promotions })}`;
  const set = { cancelReason: null, cancelledAt: null, dueAt };
  return changeOrderStatus(shop, tx, order, { to: 'pending', now, by, text, set });
}

interface ExceededDiscounts {
  /** Codes of coupons that are used beyond their limits now. */
  readonly coupons: readonly string[];
  /** Names of promotions for the first order that another order of the customer has, too. */
  readonly promotions: readonly string[];
}

function formatExceeded({ coupons, promotions }: ExceededDiscounts): string {
  const ofCoupons = coupons.length > 0 ? `; coupons used beyond their limit: ${coupons.join(', ')}` : '';
  const ofPromotions =
    promotions.length > 0
      ? `; promotions for the first order that another order of the customer has too: ${promotions.join(', ')}`
      : '';
  return `${ofCoupons}${ofPromotions}`;
}
