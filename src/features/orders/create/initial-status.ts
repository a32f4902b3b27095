import { eq } from 'drizzle-orm';
import { commitReservations } from '#features/inventory/index.ts';
import { markCouponsUsed } from '#features/promotions/index.ts';
import { awaitAll, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { OrderStatus, PaymentInstruction } from '../contract.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { orderSettings } from '../settings.ts';
import { changeOrderStatus, isUnconfirmedSuspicion, type LockedOrder } from '../status/order-status.ts';
import { orders } from '../tables.ts';

export type InitialStatus =
  | { readonly to: 'pending' }
  | { readonly to: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly to: 'processing'; readonly instructions: readonly PaymentInstruction[] };

/**
 * Moves an order to the first status of its payment method, in the transaction that created the order or changed its
 * method. Sends an email unless the order stays pending. A suspicious order is on hold first, with any payment
 * method, and due after the confirmation period.
 * @returns the status
 */
export async function setInitialStatus(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  initial: InitialStatus,
  by: Author,
): Promise<OrderStatus> {
  if (initial.to === 'pending') return initial.to;
  const { dueAt, paymentSeconds } = calculateDueDate(shop, order, initial);
  const { instructions } = initial;
  const awaitsConfirmation = isUnconfirmedSuspicion(order);
  const to = awaitsConfirmation ? 'on-hold' : initial.to;
  const now = shop.clock.now();
  // A change of the payment method does not extend the time to pay.
  const isLater = order.status === to && order.dueAt !== null && dueAt !== null && dueAt > order.dueAt;
  const set = { dueAt: isLater ? order.dueAt : dueAt, paymentSeconds, paymentInstructions: instructions };
  await awaitAll([
    // The status stays when an order on hold gets another payment method that waits for money.
    order.status === to
      ? tx
          .update(orders)
          .set({ ...set, updatedAt: now })
          .where(eq(orders.id, order.id))
      : changeOrderStatus(shop, tx, order, { to, now, by, set }),
    to === 'processing' ? commitReservations(tx, order.id) : null,
    to === 'processing' ? markCouponsUsed(tx, order.id, now) : null,
    enqueueOrderMail(
      shop,
      tx,
      awaitsConfirmation
        ? { order: order.id, kind: 'confirm-request', email: order.email }
        : { order: order.id, kind: 'placed' },
    ),
  ]);
  return to;
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;

/**
 * @returns when the order expires, and how many seconds remain to pay after the confirmation: null when no payment is
 * awaited then
 */
function calculateDueDate(
  { clock, settings }: Shop,
  order: LockedOrder,
  initial: Exclude<InitialStatus, { to: 'pending' }>,
): Pick<LockedOrder, 'dueAt' | 'paymentSeconds'> {
  const awaitsConfirmation = isUnconfirmedSuspicion(order);
  const confirmMs = settings(orderSettings).confirmMinutes * minuteMs;
  const now = clock.now().getTime();
  if (initial.to === 'processing')
    return { dueAt: awaitsConfirmation ? new Date(now + confirmMs) : null, paymentSeconds: null };
  if (!awaitsConfirmation) return { dueAt: initial.dueAt, paymentSeconds: null };
  const paymentMs = initial.dueAt.getTime() - now;
  return {
    dueAt: new Date(now + Math.min(confirmMs, paymentMs)),
    paymentSeconds: Math.max(Math.ceil(paymentMs / secondMs), 1),
  };
}
