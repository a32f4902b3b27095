import { eq } from 'drizzle-orm';
import { commitReservations } from '#features/inventory/index.ts';
import { markCouponsUsed } from '#features/promotions/index.ts';
import { awaitAll, type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Author } from '#platform/sessions/author.ts';
import { getOwner, isOwnedSql, toOwnerValues } from '#platform/sessions/owner.ts';
import type { ConfirmedBy } from '../contract.ts';
import { enqueueOrderMail } from '../emails/order-mail-job.ts';
import { addHistoryEntry } from '../history.ts';
import { orderSettings } from '../settings.ts';
import type { OrderChange, OrderChangeResult } from '../status/change-order.ts';
import {
  changeOrderStatus,
  isAwaitingConfirmation,
  type LockedOrder,
  lockOrder,
  orderNotFound,
  statusNotAllowed,
} from '../status/order-status.ts';
import { orders } from '../tables.ts';

const secondMs = 1000;

/**
 * Confirms an order. An order that awaited its confirmation is placed now: its reservation is extended to its payment
 * period, or it is processed if no payment is awaited, and its emails are sent. Idempotent.
 * @param change `by`: `shopper` for the link in the email, else the member of staff or the program that confirms it
 */
export async function confirmOrder(
  shop: Shop,
  tx: Tx,
  { orderId, by, text = 'confirmed' }: OrderChange,
): Promise<OrderChangeResult> {
  const order = await lockOrder(tx, orderId);
  if (!order) return orderNotFound;
  if (order.confirmedAt) return { ok: true, changed: false };
  if (order.status !== 'on-hold' && order.status !== 'processing') return statusNotAllowed(order.status);
  const now = shop.clock.now();
  const isPlaced = isAwaitingConfirmation(order);
  const dueAt = order.paymentSeconds === null ? order.dueAt : new Date(now.getTime() + order.paymentSeconds * secondMs);
  const confirmedBy: ConfirmedBy = by === 'shopper' ? by : 'shop';
  const set = { confirmedAt: now, confirmedBy, paymentSeconds: null, dueAt };
  await tx
    .update(orders)
    .set({ ...set, updatedAt: now })
    .where(eq(orders.id, orderId));
  await addHistoryEntry(tx, { orderId, at: now, text, by });
  if (isPlaced && order.paymentSeconds === null) await startProcessing(shop, tx, { ...order, ...set }, by);
  if (isPlaced) await enqueueOrderMail(shop, tx, { order: orderId, kind: 'placed' });
  return { ok: true, changed: true };
}

/** Moves an order that is paid on delivery to `processing`. */
async function startProcessing(shop: Shop, tx: Tx, order: LockedOrder, by: Author): Promise<void> {
  const now = shop.clock.now();
  await changeOrderStatus(shop, tx, order, { to: 'processing', now, by, set: { dueAt: null } });
  await awaitAll([commitReservations(tx, order.id), markCouponsUsed(tx, order.id, now)]);
}

const findConfirmedOrder = sqlQuery<{ id: number }>(
  'orders.find-confirmed-order',
  `select id from orders where ${isOwnedSql('orders')} and confirmed_by = 'shopper' and lower(email) = lower($3) limit 1`,
);

/**
 * Finds who has confirmed a new order before the order is created: the shopper, by a verified email address or an
 * earlier order of the same owner with this address; or the shop, when its settings require no confirmation. At most
 * one query.
 * @returns null when the order must be confirmed
 */
export async function findAdvanceConfirmation(
  shop: Shop,
  db: Db,
  actor: Actor,
  email: string,
): Promise<ConfirmedBy | null> {
  const { customer } = actor;
  if (customer?.isEmailVerified && customer.email.toLowerCase() === email.toLowerCase()) return 'shopper';
  if ((await findConfirmedOrder(db, [...toOwnerValues(getOwner(actor)), email])).length > 0) return 'shopper';
  return shop.settings(orderSettings).confirmation === 'off' ? 'shop' : null;
}
