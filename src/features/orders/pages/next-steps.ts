import type { RenderContext } from '#platform/pages/render-context.ts';
import { getDeliveryKind, getPickup } from '../delivery-kind.ts';
import type { Order } from '../order.ts';
import { awaitsRest, isAwaitingConfirmation, isCancelRequested } from '../status/order-status.ts';
import { orderTexts as texts } from '../texts.ts';

/**
 * Lists what happens next with an order, by its payment and its delivery. Empty while the shopper has something to do
 * first, and when everything has happened.
 * @param isShipped whether any unit of the order was sent; the page then lists the shipments instead of the delivery
 * steps
 */
export function listNextSteps(
  { t, price }: Pick<RenderContext, 't' | 'price'>,
  order: Order,
  isShipped: boolean,
): string[] {
  if (isAwaitingConfirmation(order) || isCancelRequested(order)) return [];
  if (order.status !== 'on-hold' && order.status !== 'processing') return [];
  const payment = getPayOnDelivery(order);
  const paymentStep = payment?.isCollected ? texts.stepPayAtPickup : texts.stepPayOnDelivery;
  const due = payment && price({ amount: payment.due, currency: order.currency });
  return [
    ...(order.status === 'on-hold' ? [t(texts.stepTransfer)] : []),
    ...(isShipped ? [] : listDeliverySteps({ t }, order)),
    ...(due === null ? [] : [t(paymentStep, { due, payment: order.paymentTitle })]),
  ];
}

/** True when an order is shipped before it is paid, and is paid by its payment instructions. */
export const isOnAccount = ({ status, paidAt, paymentInstructions }: Order): boolean =>
  status === 'processing' && paidAt === null && paymentInstructions.length > 0;

/**
 * Returns the amount that is paid when the items are handed over, in minor units; null when the order is paid in
 * another way.
 */
export function getPayOnDelivery(order: Order): { readonly due: number; readonly isCollected: boolean } | null {
  const { status, paidAt, total } = order;
  if (paidAt !== null || status !== 'processing' || awaitsRest(order) || isOnAccount(order)) return null;
  // Nothing was paid yet, so the whole total is due.
  return { due: total, isCollected: getPickup(order) !== null };
}

function listDeliverySteps({ t }: Pick<RenderContext, 't'>, order: Order): string[] {
  const [method] = order.shipping;
  const download = t(order.paidAt === null ? texts.stepDownloadLater : texts.stepDownload);
  const downloads = order.lines.some(({ downloadable }) => downloadable) ? [download] : [];
  switch (getDeliveryKind(order)) {
    case 'downloaded':
      return downloads;
    case 'virtual':
      return [t(texts.stepVirtual), ...downloads];
    case 'collected':
      return [t(texts.stepPrepare), t(texts.stepPickup, { method: method?.title ?? '' }), ...downloads];
    case 'shipped':
    case 'mixed': {
      const city = order.delivery?.city ?? '';
      const sent = method ? [t(texts.stepShip, { method: method.title, city })] : [];
      return [t(texts.stepPrepare), ...sent, ...downloads];
    }
  }
}
