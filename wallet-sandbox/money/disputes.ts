import type { Context } from '../context.ts';
import { viewDispute } from '../rest/views.ts';
import type { CaptureDocument, DisputeDocument } from '../state/documents.ts';
import { createDisputeId } from '../state/ids.ts';
import { publishEvent } from '../webhooks/events.ts';
import { addRefund } from './refunds.ts';

export function openDispute(context: Context, capture: CaptureDocument, reason: string): DisputeDocument {
  const now = context.clock.now().getTime();
  const dispute = context.store.put('disputes', {
    id: createDisputeId(),
    captureId: capture.id,
    status: 'OPEN',
    reason,
    amount: capture.amount,
    outcome: null,
    createdAt: now,
    updatedAt: now,
  });
  publishDispute(context, dispute, 'CREATED');
  return dispute;
}

/** The provider looks into it. */
export function reviewDispute(context: Context, dispute: DisputeDocument): void {
  dispute.status = 'UNDER_REVIEW';
  dispute.updatedAt = context.clock.now().getTime();
  context.store.put('disputes', dispute);
  publishDispute(context, dispute, 'UPDATED');
}

/** In the buyer's favour the money goes back. */
export function resolveDispute(context: Context, dispute: DisputeDocument, outcome: 'BUYER' | 'SELLER'): void {
  const capture = context.store.get('captures', dispute.captureId);
  dispute.status = 'RESOLVED';
  dispute.outcome = `RESOLVED_${outcome}_FAVOUR`;
  dispute.updatedAt = context.clock.now().getTime();
  context.store.put('disputes', dispute);
  if (outcome === 'BUYER' && capture?.status === 'COMPLETED') {
    addRefund(context, capture, { amount: dispute.amount, isReversal: true });
  }
  publishDispute(context, dispute, 'RESOLVED');
}

export const isDisputed = ({ store }: Context, captureId: string) =>
  store.list('disputes').some((dispute) => dispute.captureId === captureId && dispute.status !== 'RESOLVED');

function publishDispute(context: Context, dispute: DisputeDocument, what: string): void {
  publishEvent(context, {
    type: `CUSTOMER.DISPUTE.${what}`,
    resourceType: 'dispute',
    summary: `A dispute was ${what.toLowerCase()}`,
    resource: viewDispute(context, dispute),
    orderId: context.store.get('captures', dispute.captureId)?.orderId ?? '',
  });
}
