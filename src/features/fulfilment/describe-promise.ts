import type { DeliveryEstimate } from '#features/delivery-dates/index.ts';
import { type DeliveryPromise, isCancelRequested, type Order } from '#features/orders/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { fulfilmentTexts as texts } from './texts.ts';

/** When an order arrives: on these days, or so many days after its payment. */
export type DescribedPromise =
  | { readonly kind: 'dates'; readonly estimate: DeliveryEstimate }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Tells when an order arrives as its shopper was told, until something of it is sent or the shopper asks to cancel it. While it waits for
 * its payment, the days count from then.
 * @returns null when there is nothing to say
 */
export function describePromise({ t }: Pick<RenderContext, 't'>, order: Order): DescribedPromise | null {
  const { promise, status, confirmedAt, paymentInstructions } = order;
  if (promise === null || promise.isShipped || isCancelRequested(order)) return null;
  if (status === 'processing') return { kind: 'dates', estimate: promise };
  // A payment on delivery may wait for its confirmation only.
  const isAwaitingPayment = status === 'on-hold' && (confirmedAt !== null || paymentInstructions.length > 0);
  return isAwaitingPayment ? { kind: 'text', text: formatDaysAfterPayment({ t }, promise) } : null;
}

function formatDaysAfterPayment({ t }: Pick<RenderContext, 't'>, promise: DeliveryPromise): string {
  const { total, transit, waitDays: days, isPickup } = promise;
  if (days > 0) return t(isPickup ? texts.waitAndCollect : texts.waitAndArrive, { days, ...transit });
  if (isPickup) return t(texts.collectAfterPayment, { ...total });
  return t(total.min === total.max ? texts.arrivesAfterDays : texts.arrivesAfterPayment, { ...total });
}
