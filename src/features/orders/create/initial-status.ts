import { closeCart } from '#features/cart/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PaymentInstruction } from '../contract.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { commitReservations } from '../reservations/reservations.ts';
import { orderSettings } from '../settings.ts';
import { scheduleExpiry } from '../status/expire-orders.ts';
import { changeOrderStatus, type LockedOrder } from '../status/order-status.ts';

/** How a new order goes on: it waits for its payment, or for the money to arrive by itself, or it is worked on without it. */
export type InitialStatus =
  | { readonly to: 'pending' }
  | { readonly to: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly to: 'processing'; readonly instructions: readonly PaymentInstruction[] };

/**
 * In the transaction that made the order. Once more than a payment has to be waited for, its cart is closed and its shopper gets a mail. An
 * order that waits for its money and is not confirmed is kept for a short time only.
 */
export async function setInitialStatus(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  acceptance: InitialStatus,
  by: string,
): Promise<void> {
  const { dueAt, paymentSeconds } = calculateDueDate(shop, order, acceptance);
  if (dueAt) await scheduleExpiry(shop, tx, order.id, dueAt);
  if (acceptance.to === 'pending') return;
  const { to, instructions } = acceptance;
  const set = { dueAt, paymentSeconds, paymentInstructions: instructions };
  await changeOrderStatus(tx, order, { to, now: shop.clock.now(), by, set });
  if (to === 'processing') await commitReservations(tx, order.id);
  if (order.cartId) await closeCart(tx, order.cartId);
  const awaitsConfirmation = to === 'on-hold' && order.confirmedAt === null;
  await enqueueOrderMail(shop, tx, { order: order.id, kind: awaitsConfirmation ? 'confirm-request' : 'placed' });
}

const second = 1000;
const minute = 60 * second;

/** When the pieces go back, and how long there is to pay from the confirmation on, where that is awaited. */
function calculateDueDate(
  { clock, settings }: Shop,
  order: LockedOrder,
  acceptance: InitialStatus,
): Pick<LockedOrder, 'dueAt' | 'paymentSeconds'> {
  if (acceptance.to === 'pending') return { dueAt: order.dueAt, paymentSeconds: null };
  if (acceptance.to === 'processing') return { dueAt: null, paymentSeconds: null };
  if (order.confirmedAt !== null) return { dueAt: acceptance.dueAt, paymentSeconds: null };
  const now = clock.now().getTime();
  const keptFor = settings(orderSettings).confirmMinutes * minute;
  const toPay = acceptance.dueAt.getTime() - now;
  return {
    dueAt: new Date(now + Math.min(keptFor, toPay)),
    paymentSeconds: Math.max(Math.ceil(toPay / second), 1),
  };
}
