import type { Context } from '../context.ts';
import { Problem, unprocessable } from '../rest/problem.ts';
import { viewAuthorization, viewCapture } from '../rest/views.ts';
import { days } from '../state/clock.ts';
import type { AuthorizationDocument, CaptureDocument, Money, OrderDocument } from '../state/documents.ts';
import { createId } from '../state/ids.ts';
import { publishEvent } from '../webhooks/events.ts';
import { findDecline, saveOrder } from './orders.ts';

export function authorizeOrder(context: Context, order: OrderDocument): AuthorizationDocument {
  const authorization = addAuthorization(context, order, order.unit.amount, null);
  order.status = 'COMPLETED';
  saveOrder(context, order);
  return authorization;
}

export function addAuthorization(
  context: Context,
  order: OrderDocument,
  { currency_code, value }: Money,
  parent: AuthorizationDocument | null,
): AuthorizationDocument {
  const now = context.clock.now().getTime();
  const decline = findDecline(order);
  const authorization = context.store.put('authorizations', {
    id: createId(),
    orderId: order.id,
    parentId: parent?.id ?? null,
    status: decline === null ? 'CREATED' : 'DENIED',
    ...(order.approval?.card ? { responseCode: decline ?? '0000' } : {}),
    amount: { currency_code, value },
    ...names(order.unit.custom_id, order.unit.invoice_id),
    createdAt: now,
    updatedAt: now,
    expiresAt: parent?.expiresAt ?? now + 29 * days,
  });
  if (decline === null) publishAuthorization(context, authorization, 'CREATED');
  return authorization;
}

export function publishAuthorization(context: Context, authorization: AuthorizationDocument, what: string): void {
  publishEvent(context, {
    type: `PAYMENT.AUTHORIZATION.${what}`,
    resourceType: 'authorization',
    summary: `A payment authorization was ${what.toLowerCase()}`,
    resource: viewAuthorization(context, authorization),
    orderId: authorization.orderId,
  });
}

interface NewCapture {
  readonly amount: Money;
  readonly authorizationId: string | null;
  readonly isFinal: boolean;
  readonly isPending: boolean;
  readonly invoiceId?: string | undefined;
}

export function addCapture(context: Context, order: OrderDocument, input: NewCapture): CaptureDocument {
  const { store, clock } = context;
  const now = clock.now().getTime();
  const invoiceId = input.invoiceId ?? order.unit.invoice_id;
  const isUsed = ({ invoiceId: other, orderId }: CaptureDocument) => other === invoiceId && orderId !== order.id;
  if (invoiceId !== undefined && store.list('captures').some(isUsed)) throw unprocessable('DUPLICATE_INVOICE_ID');
  const decline = findDecline(order);
  const isLater =
    decline === null &&
    (input.isPending || order.approval?.instrument === 'bank' || order.plan.pending || order.plan.pendingDenied);
  const decided = order.plan.pendingDenied ? ('DECLINED' as const) : ('COMPLETED' as const);
  const capture = store.put('captures', {
    id: createId(),
    orderId: order.id,
    authorizationId: input.authorizationId,
    status: decline !== null ? 'DECLINED' : isLater ? 'PENDING' : 'COMPLETED',
    ...(order.approval?.card ? { responseCode: decline ?? '0000' } : {}),
    ...(isLater ? { reason: order.approval?.instrument === 'bank' ? 'ECHECK' : 'PENDING_REVIEW' } : {}),
    amount: input.amount,
    isFinal: input.isFinal,
    ...names(order.unit.custom_id, invoiceId),
    decision: isLater ? { at: now + context.faults.waits.pendingCapture, status: decided } : null,
    createdAt: now,
    updatedAt: now,
  });
  publishCapture(context, capture);
  return capture;
}

/** A pending capture becomes money, or doesn't. */
export function decideCapture(context: Context, capture: CaptureDocument, status: 'COMPLETED' | 'DECLINED'): void {
  if (capture.status !== 'PENDING') throw new Problem(422, 'NOT_PENDING');
  capture.status = status;
  capture.decision = null;
  if (status === 'COMPLETED') delete capture.reason;
  capture.updatedAt = context.clock.now().getTime();
  context.store.put('captures', capture);
  publishCapture(context, capture);
}

function publishCapture(context: Context, capture: CaptureDocument): void {
  // What was pending is denied; a card is declined at once.
  const isDenied = capture.status === 'DECLINED' && !capture.responseCode;
  const what = isDenied ? 'DENIED' : capture.status;
  publishEvent(context, {
    type: `PAYMENT.CAPTURE.${what}`,
    resourceType: 'capture',
    summary: `Payment ${what.toLowerCase()} for ${capture.amount.value} ${capture.amount.currency_code}`,
    resource: viewCapture(context, capture),
    orderId: capture.orderId,
  });
}

const names = (customId: string | undefined, invoiceId: string | undefined) => ({
  ...(customId === undefined ? {} : { customId }),
  ...(invoiceId === undefined ? {} : { invoiceId }),
});
