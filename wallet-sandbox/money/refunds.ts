import type { Context } from '../context.ts';
import { toMinor, toMoney } from '../rest/amounts.ts';
import { Problem } from '../rest/problem.ts';
import { viewRefund } from '../rest/views.ts';
import type { CaptureDocument, Money, RefundDocument } from '../state/documents.ts';
import { createId } from '../state/ids.ts';
import { publishEvent } from '../webhooks/events.ts';

interface NewRefund {
  readonly amount: Money;
  readonly invoiceId?: string | undefined;
  readonly customId?: string | undefined;
  readonly note?: string | undefined;
  readonly isReversal?: boolean;
  readonly status?: 'COMPLETED' | 'PENDING';
}

export function sumRefunds({ store }: Context, captureId: string): bigint {
  return store
    .list('refunds')
    .filter((refund) => refund.captureId === captureId && refund.status !== 'FAILED' && refund.status !== 'CANCELLED')
    .reduce((sum, { amount }) => sum + toMinor(amount), 0n);
}

export function addRefund(context: Context, capture: CaptureDocument, input: NewRefund): RefundDocument {
  const now = context.clock.now().getTime();
  const currency = capture.amount.currency_code;
  const total = sumRefunds(context, capture.id) + toMinor(input.amount);
  const refund = context.store.put('refunds', {
    id: createId(),
    captureId: capture.id,
    status: input.status ?? 'COMPLETED',
    amount: input.amount,
    totalRefunded: toMoney(total, currency).value,
    ...names(input.customId ?? capture.customId, input.invoiceId),
    ...(input.note === undefined ? {} : { note: input.note }),
    isReversal: input.isReversal ?? false,
    createdAt: now,
    updatedAt: now,
  });
  capture.status = total >= toMinor(capture.amount) ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
  capture.updatedAt = now;
  context.store.put('captures', capture);
  publishRefund(context, refund, capture);
  return refund;
}

export function decideRefund(context: Context, refund: RefundDocument, status: 'COMPLETED' | 'FAILED'): void {
  const capture = context.store.get('captures', refund.captureId);
  if (!capture || refund.status !== 'PENDING') throw new Problem(422, 'NOT_PENDING');
  refund.status = status;
  refund.updatedAt = context.clock.now().getTime();
  context.store.put('refunds', refund);
  const left = sumRefunds(context, capture.id);
  if (status === 'FAILED') capture.status = left === 0n ? 'COMPLETED' : 'PARTIALLY_REFUNDED';
  context.store.put('captures', capture);
  publishRefund(context, refund, capture);
}

function publishRefund(context: Context, refund: RefundDocument, { orderId }: CaptureDocument): void {
  const done = refund.isReversal ? 'CAPTURE.REVERSED' : 'CAPTURE.REFUNDED';
  const what = refund.status === 'COMPLETED' ? done : `REFUND.${refund.status}`;
  publishEvent(context, {
    type: `PAYMENT.${what}`,
    resourceType: 'refund',
    summary: `A refund of ${refund.amount.value} ${refund.amount.currency_code} is ${refund.status.toLowerCase()}`,
    resource: viewRefund(context, refund),
    orderId,
  });
}

const names = (customId: string | undefined, invoiceId: string | undefined) => ({
  ...(customId === undefined ? {} : { customId }),
  ...(invoiceId === undefined ? {} : { invoiceId }),
});
