import type { DeliveryEstimate } from '#features/delivery-dates/index.ts';
import { type DeliveryPromise, isCancelRequested, type Order } from '#features/orders/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { fulfilmentTexts as texts } from './texts.ts';

/** When an order arrives: on given days, or a number of days after its payment. */
export type DescribedPromise =
  | { readonly kind: 'dates'; readonly estimate: DeliveryEstimate }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Returns the delivery promise that the shopper was given, until items are shipped or the shopper asks to cancel the
 * order. While the order waits for its payment, days are counted from the payment.
 * @returns null when there is no promise to show
 */
export function describePromise({ t }: Pick<RenderContext, 't'>, order: Order): DescribedPromise | null {
  const { promise, status, confirmedAt, paymentInstructions } = order;
  if (promise === null || promise.isShipped || isCancelRequested(order)) return null;
  if (status === 'processing') return { kind: 'dates', estimate: promise };
  // An order to be paid on delivery waits only for its confirmation.
  const isAwaitingPayment = status === 'on-hold' && (confirmedAt !== null || paymentInstructions.length > 0);
  return isAwaitingPayment ? { kind: 'text', text: formatDaysAfterPayment({ t }, promise) } : null;
}

function formatDaysAfterPayment({ t }: Pick<RenderContext, 't'>, promise: DeliveryPromise): string {
  const { total, transit, waitDays: days, isPickup } = promise;
  if (days > 0) return t(isPickup ? texts.waitAndCollect : texts.waitAndArrive, { days, ...transit });
  if (isPickup) return t(texts.collectAfterPayment, { ...total });
  return t(total.min === total.max ? texts.arrivesAfterDays : texts.arrivesAfterPayment, { ...total });
}
