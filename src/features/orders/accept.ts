import { closeCart } from '#features/cart/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PaymentInstruction } from './contract.ts';
import { addExpiry } from './expire.ts';
import { sellHolds } from './holds.ts';
import { addOrderMail } from './mails.ts';
import { type LockedOrder, moveOrder } from './status.ts';

/** How a new order goes on: it waits for its payment, or for the money to arrive by itself, or it is worked on without it. */
export type Acceptance =
  | { readonly to: 'pending' }
  | { readonly to: 'on-hold'; readonly dueAt: Date; readonly instructions: readonly PaymentInstruction[] }
  | { readonly to: 'processing'; readonly instructions: readonly PaymentInstruction[] };

/** In the transaction that made the order. Once more than a payment has to be waited for, its cart is closed and its shopper gets a mail. */
export async function acceptOrder(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  acceptance: Acceptance,
  by: string,
): Promise<void> {
  const dueAt = acceptance.to === 'pending' ? order.dueAt : acceptance.to === 'on-hold' ? acceptance.dueAt : null;
  if (dueAt) await addExpiry(shop, tx, order.id, dueAt);
  if (acceptance.to === 'pending') return;
  const { to, instructions } = acceptance;
  await moveOrder(tx, order, { to, now: shop.clock.now(), by, set: { dueAt, paymentInstructions: instructions } });
  if (to === 'processing') await sellHolds(tx, order.id);
  if (order.cartId) await closeCart(tx, order.cartId);
  await addOrderMail(shop, tx, { order: order.id, kind: 'placed' });
}
