import type { RenderContext } from '#platform/pages/render-context.ts';
import type { Order } from '../order.ts';
import { isAwaitingConfirmation } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';

/**
 * Lists what happens next with an order, by its payment and its delivery. Empty while the shopper has
 * something to do first, and when everything has happened.
 * @param isShipped whether anything of it was sent: its shipments tell the rest
 */
export function listNextSteps(
  { t, price }: Pick<RenderContext, 't' | 'price'>,
  order: Order,
  isShipped: boolean,
): string[] {
  if (isAwaitingConfirmation(order) || (order.status !== 'on-hold' && order.status !== 'processing')) return [];
  const payment = describePayOnDelivery({ t, price }, order);
  return [
    ...(order.status === 'on-hold' ? [t(texts.stepTransfer)] : []),
    ...(isShipped ? [] : listDeliverySteps({ t }, order)),
    ...(payment === null ? [] : [payment]),
  ];
}

/** What is paid when the items are handed over; null when it is paid in another way. */
export function describePayOnDelivery({ t, price }: Pick<RenderContext, 't' | 'price'>, order: Order): string | null {
  const { status, paidAt, total, capturedTotal, refundedTotal, currency, paymentTitle: payment } = order;
  if (paidAt !== null || status !== 'processing') return null;
  const due = price({ amount: total - capturedTotal + refundedTotal, currency });
  return t(getPickup(order) === null ? texts.stepPayOnDelivery : texts.stepPayAtPickup, { due, payment });
}

function listDeliverySteps({ t }: Pick<RenderContext, 't'>, order: Order): string[] {
  const [method] = order.shipping;
  const pickup = getPickup(order);
  if (pickup !== null) return [t(texts.stepPrepare), t(texts.stepPickup, { method: pickup })];
  if (order.delivery !== null && method)
    return [t(texts.stepPrepare), t(texts.stepShip, { method: method.title, city: order.delivery.city })];
  return [t(texts.stepVirtual)];
}

/** The name of the place where the shopper collects the order; null when it is sent. */
function getPickup({ shipping: [method] }: Order): string | null {
  return method?.methodId.startsWith(pickupPrefix) ? method.title : null;
}

/** Begins the ids of rates for picking up (spec 3.4/10). */
const pickupPrefix = 'local_pickup:';
