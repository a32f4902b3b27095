import type { Context } from '../context.ts';
import { viewOrder } from '../rest/views.ts';
import { seconds } from '../state/clock.ts';
import type { OrderDocument } from '../state/documents.ts';
import { publishEvent } from '../webhooks/events.ts';
import { decideCapture } from './captures.ts';
import { openDispute } from './disputes.ts';
import { isExpired, saveOrder } from './orders.ts';
import { addRefund } from './refunds.ts';

/** How long after the payment the provider or the payer does what the plan has. */
const plannedAfter = 5 * seconds;

/** Does what time brings: pending captures are decided, approvals lapse, planned refunds and disputes come. */
export function passTime(context: Context): void {
  const now = context.clock.now().getTime();
  for (const capture of context.store.list('captures')) {
    if (capture.decision && capture.decision.at <= now) decideCapture(context, capture, capture.decision.status);
  }
  for (const order of context.store.list('orders')) {
    if (order.status === 'APPROVED' && !order.isReversed && isExpired(context, order)) reverseApproval(context, order);
    const isPlanned = order.plan.foreignRefund || order.plan.dispute;
    if (isPlanned && !order.isPlanDone && order.updatedAt + plannedAfter <= now) followPlan(context, order);
  }
}

function reverseApproval(context: Context, order: OrderDocument): void {
  order.isReversed = true;
  saveOrder(context, order);
  publishEvent(context, {
    type: 'CHECKOUT.PAYMENT-APPROVAL.REVERSED',
    resourceType: 'checkout-order',
    summary: 'The approval of an order has lapsed',
    resource: viewOrder(context, order),
    orderId: order.id,
  });
}

function followPlan(context: Context, order: OrderDocument): void {
  const paid = context.store
    .list('captures')
    .find(({ orderId, status }) => orderId === order.id && status === 'COMPLETED');
  if (!paid) return;
  order.isPlanDone = true;
  saveOrder(context, order);
  if (order.plan.foreignRefund) addRefund(context, paid, { amount: paid.amount });
  else openDispute(context, paid, 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED');
}
