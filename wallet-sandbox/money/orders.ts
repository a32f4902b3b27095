import type { Context } from '../context.ts';
import { unprocessable } from '../rest/problem.ts';
import { checkoutLink, viewOrder } from '../rest/views.ts';
import { hours } from '../state/clock.ts';
import type { Approval, OrderDocument, ResponseCode } from '../state/documents.ts';
import { publishEvent } from '../webhooks/events.ts';

const approvalLasts = 3 * hours;
const orderLasts = 6 * hours;
const maxDeclines = 10;

export function approveOrder(context: Context, order: OrderDocument, approval: Omit<Approval, 'at'>): void {
  const now = context.clock.now().getTime();
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED');
  if (isExpired(context, order)) throw unprocessable('ORDER_EXPIRED');
  order.approval = { ...approval, at: now };
  order.status = 'APPROVED';
  order.needs = null;
  order.isReversed = false;
  saveOrder(context, order);
  publishEvent(context, {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: viewOrder(context, order),
    orderId: order.id,
  });
}

export function isExpired({ clock }: Context, { approval, createdAt, status }: OrderDocument): boolean {
  if (status === 'COMPLETED') return false;
  const now = clock.now().getTime();
  return approval ? now > approval.at + approvalLasts : now > createdAt + orderLasts;
}

/** Refuses when the payer hasn't approved, or the payer's instrument doesn't pay. */
export function checkInstrument(context: Context, order: OrderDocument): void {
  const { approval, plan } = order;
  if (isExpired(context, order)) throw unprocessable('ORDER_EXPIRED');
  if (!approval) throw unprocessable('ORDER_NOT_APPROVED');
  if (order.declines >= maxDeclines) throw unprocessable('MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED');
  // Of cards the capture says that they were declined.
  if (approval.card) return;
  const isFirst = order.declines === 0;
  const isDeclined = approval.instrument === 'declined' || (plan.instrumentDeclined && isFirst);
  if (order.needs === 'other-instrument' || isDeclined) {
    order.declines += 1;
    order.needs = 'other-instrument';
    saveOrder(context, order);
    throw unprocessable('INSTRUMENT_DECLINED', { links: [checkoutLink(context, order, 'redirect')] });
  }
  const asks = isFirst && (approval.instrument === 'challenge' || plan.payerActionRequired);
  if (order.needs === 'confirmation' || asks) {
    order.declines += 1;
    order.needs = 'confirmation';
    order.status = 'PAYER_ACTION_REQUIRED';
    saveOrder(context, order);
    throw unprocessable('PAYER_ACTION_REQUIRED', { links: [checkoutLink(context, order, 'payer-action')] });
  }
}

/** Code of the processor that declines a card, as it is planned or as the card always does. */
export function findDecline({ approval, plan }: OrderDocument): ResponseCode | null {
  if (!approval?.card) return null;
  return approval.card.decline ?? (plan.instrumentDeclined ? '0500' : null);
}

export function saveOrder(context: Context, order: OrderDocument): void {
  order.updatedAt = context.clock.now().getTime();
  context.store.put('orders', order);
}
