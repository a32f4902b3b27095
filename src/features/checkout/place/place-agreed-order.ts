import { getOrder } from '#features/orders/index.ts';
import { fetchHeldApproval, findExpressProvider, settleOrderPayments } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { findStartedPayment } from '../express/held-attempts.ts';
import type { CheckoutInput } from '../read-form.ts';
import { type OrderRequest, placeOrder } from './place-order.ts';
import type { PlaceOrderFailure, PlaceOrderSuccess } from './place-order-result.ts';

/**
 * Places an order with a payment that the shopper has already approved for its total at the provider: the shopper
 * returned to the form from the provider's page, or has closed its window. The caller must not hold locks.
 * @returns null when there is no such payment: the order then starts a new one
 */
export async function placeAgreedOrder(
  shop: Shop,
  actor: Actor,
  input: CheckoutInput,
  request: OrderRequest,
): Promise<PlaceOrderSuccess | PlaceOrderFailure | null> {
  const owner = getOwner(actor);
  if (owner === null || !findExpressProvider(shop, input.paymentMethod)) return null;
  const held = await findStartedPayment(shop, owner, [input.paymentMethod]);
  if (!held) return null;
  const approval = await fetchHeldApproval(shop, held.paymentId);
  if (approval.state !== 'approved') return null;
  const { expectedTotal = null } = input;
  if (expectedTotal !== null && expectedTotal !== approval.amount) return null;
  const returnedAt = shop.clock.now();
  // The input is passed unchanged, since repeated requests are recognised by their input.
  const placed = await placeOrder(shop, actor, input, { ...request, held, agreedTotal: approval.amount });
  if (!placed.ok) return placed.code === 'PRICE_CHANGED' && expectedTotal === null ? null : placed;
  const order = await getOrder(shop.db, { token: placed.token });
  if (!order) throw new Error(`order ${placed.number} was placed and is not there`);
  await settleOrderPayments(shop, order.id, returnedAt);
  return placed;
}
