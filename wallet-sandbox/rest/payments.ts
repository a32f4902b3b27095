import type { Context } from '../context.ts';
import { addAuthorization, addCapture, publishAuthorization } from '../money/captures.ts';
import { isDisputed } from '../money/disputes.ts';
import { addRefund, sumRefunds } from '../money/refunds.ts';
import { days } from '../state/clock.ts';
import type { AuthorizationDocument, CaptureDocument, OrderDocument, RefundDocument } from '../state/documents.ts';
import { readMoney, toMinor, toMoney } from './amounts.ts';
import type { Call, Handler, Reply, Route } from './call.ts';
import { readOptionalObject, readOptionalString } from './fields.ts';
import { notFound, unprocessable } from './problem.ts';
import { runOnce } from './request-keys.ts';
import { viewAuthorization, viewCapture, viewRefund } from './views.ts';

function find<K extends 'authorizations' | 'captures' | 'refunds'>(kind: K, { store }: Context, { ids }: Call) {
  const document = store.get(kind, ids[0] ?? '');
  if (!document) throw notFound();
  return document;
}

function shorten({ wantsAll }: Call, all: object, isRepeated: boolean): Reply {
  const { id, status, links } = all as Record<string, unknown>;
  return { status: isRepeated ? 200 : 201, body: wantsAll ? all : { id, status, links } };
}

/** The original and its reauthorizations: they share one sum. */
function findFamily({ store }: Context, { id, parentId }: AuthorizationDocument): AuthorizationDocument[] {
  const rootId = parentId ?? id;
  return store.list('authorizations').filter((each) => each.id === rootId || each.parentId === rootId);
}

function findOrderOf({ store }: Context, { orderId }: AuthorizationDocument): OrderDocument {
  const order = store.get('orders', orderId);
  if (!order) throw notFound();
  return order;
}

function checkOpen({ clock }: Context, { status, expiresAt }: AuthorizationDocument): void {
  if (status === 'VOIDED') throw unprocessable('AUTHORIZATION_VOIDED');
  if (status === 'CAPTURED') throw unprocessable('AUTHORIZATION_ALREADY_CAPTURED');
  if (status === 'DENIED') throw unprocessable('AUTHORIZATION_DENIED');
  if (clock.now().getTime() > expiresAt) throw unprocessable('AUTHORIZATION_EXPIRED');
}

function captureAuthorization(context: Context, call: Call): CaptureDocument {
  const authorization = find('authorizations', context, call) as AuthorizationDocument;
  checkOpen(context, authorization);
  const family = findFamily(context, authorization);
  const ids = new Set(family.map(({ id }) => id));
  const taken = context.store
    .list('captures')
    .filter(({ authorizationId, status }) => ids.has(authorizationId ?? '') && status !== 'DECLINED')
    .reduce((sum, { amount }) => sum + toMinor(amount), 0n);
  const body = readOptionalObject(call.body, '/') ?? {};
  const { currency_code } = authorization.amount;
  const left = toMinor(authorization.amount) - taken;
  const rules = { currency: currency_code, isPositive: true, mismatch: 'CURRENCY_MISMATCH' };
  const amount = body.amount === undefined ? toMoney(left, currency_code) : readMoney(body.amount, '/amount', rules);
  if (toMinor(amount) > left) throw unprocessable('MAX_CAPTURE_AMOUNT_EXCEEDED', { field: '/amount' });
  const isFinal = body.final_capture === true || toMinor(amount) === left;
  const capture = addCapture(context, findOrderOf(context, authorization), {
    amount,
    authorizationId: authorization.id,
    isFinal,
    isPending: call.isPending,
    invoiceId: readOptionalString(body.invoice_id, '/invoice_id', 127),
  });
  for (const each of family) setStatus(context, each, isFinal ? 'CAPTURED' : 'PARTIALLY_CAPTURED');
  return capture;
}

function setStatus(context: Context, authorization: AuthorizationDocument, status: AuthorizationDocument['status']) {
  authorization.status = status;
  authorization.updatedAt = context.clock.now().getTime();
  context.store.put('authorizations', authorization);
}

function reauthorize(context: Context, call: Call): AuthorizationDocument {
  const authorization = find('authorizations', context, call) as AuthorizationDocument;
  checkOpen(context, authorization);
  const family = findFamily(context, authorization);
  if (authorization.parentId !== null || family.length > 1) throw unprocessable('REAUTHORIZATION_NOT_SUPPORTED');
  const isSoon = context.clock.now().getTime() < authorization.createdAt + 3 * days;
  if (isSoon) throw unprocessable('REAUTHORIZATION_TOO_SOON');
  const body = readOptionalObject(call.body, '/') ?? {};
  const rules = { currency: authorization.amount.currency_code, isPositive: true, mismatch: 'AUTH_CURRENCY_MISMATCH' };
  const amount = body.amount === undefined ? authorization.amount : readMoney(body.amount, '/amount', rules);
  if (toMinor(amount) > toMinor(authorization.amount)) throw unprocessable('AUTHORIZATION_AMOUNT_EXCEEDED');
  return addAuthorization(context, findOrderOf(context, authorization), amount, authorization);
}

const voidAuthorization: Handler = (context, call) => {
  const { document } = runOnce(context, call, {
    operation: 'void',
    kind: 'authorizations',
    lifetime: 'payment',
    run: () => {
      const authorization = find('authorizations', context, call) as AuthorizationDocument;
      if (authorization.parentId !== null) throw unprocessable('CANNOT_BE_VOIDED');
      if (authorization.status === 'VOIDED') throw unprocessable('PREVIOUSLY_VOIDED');
      if (authorization.status === 'CAPTURED') throw unprocessable('PREVIOUSLY_CAPTURED');
      for (const each of findFamily(context, authorization)) setStatus(context, each, 'VOIDED');
      publishAuthorization(context, authorization, 'VOIDED');
      return authorization;
    },
  });
  return call.wantsAll ? { status: 200, body: viewAuthorization(context, document) } : { status: 204 };
};

function refund(context: Context, call: Call): RefundDocument {
  const capture = find('captures', context, call) as CaptureDocument;
  if (capture.status === 'PENDING') throw unprocessable('PENDING_CAPTURE');
  if (capture.status === 'DECLINED' || capture.status === 'FAILED') throw unprocessable('REFUND_NOT_ALLOWED');
  if (isDisputed(context, capture.id)) throw unprocessable('TRANSACTION_DISPUTED');
  const refunded = sumRefunds(context, capture.id);
  const left = toMinor(capture.amount) - refunded;
  if (left <= 0n) throw unprocessable('CAPTURE_FULLY_REFUNDED');
  if (context.clock.now().getTime() > capture.createdAt + 180 * days) throw unprocessable('REFUND_TIME_LIMIT_EXCEEDED');
  const body = readOptionalObject(call.body, '/') ?? {};
  const { currency_code } = capture.amount;
  const rules = { currency: currency_code, isPositive: true, mismatch: 'REFUND_CAPTURE_CURRENCY_MISMATCH' };
  const amount = body.amount === undefined ? toMoney(left, currency_code) : readMoney(body.amount, '/amount', rules);
  if (toMinor(amount) > left)
    throw unprocessable('REFUND_AMOUNT_EXCEEDED', { field: '/amount/value', value: amount.value });
  const invoiceId = readOptionalString(body.invoice_id, '/invoice_id', 127);
  const isUsed = invoiceId !== undefined && context.store.list('refunds').some((each) => each.invoiceId === invoiceId);
  if (isUsed) throw unprocessable('DUPLICATE_INVOICE_ID');
  const customId = readOptionalString(body.custom_id, '/custom_id', 127);
  return addRefund(context, capture, {
    amount,
    invoiceId,
    customId,
    note: readOptionalString(body.note_to_payer, '/note_to_payer', 255),
    status: call.isPending ? 'PENDING' : 'COMPLETED',
  });
}

const authorizationPath = '/v2/payments/authorizations/:';
const post = (path: string, operation: string, handler: Handler): Route => ({
  method: 'POST',
  path,
  operation,
  handler,
});
const get = (path: string, operation: string, handler: Handler): Route => ({ method: 'GET', path, operation, handler });

const capturing: Handler = (context, call) => {
  const run = () => captureAuthorization(context, call);
  const work = { operation: 'captureAuthorization', kind: 'captures', lifetime: 'payment', run } as const;
  const { document, isRepeated } = runOnce(context, call, work);
  return shorten(call, viewCapture(context, document), isRepeated);
};

const reauthorizing: Handler = (context, call) => {
  const run = () => reauthorize(context, call);
  const work = { operation: 'reauthorize', kind: 'authorizations', lifetime: 'payment', run } as const;
  const { document, isRepeated } = runOnce(context, call, work);
  return shorten(call, viewAuthorization(context, document), isRepeated);
};

const refunding: Handler = (context, call) => {
  const run = () => refund(context, call);
  const work = { operation: 'refund', kind: 'refunds', lifetime: 'payment', run } as const;
  const { document, isRepeated } = runOnce(context, call, work);
  return shorten(call, viewRefund(context, document), isRepeated);
};

export const paymentRoutes: readonly Route[] = [
  get(authorizationPath, 'getAuthorization', (context, call) => ({
    status: 200,
    body: viewAuthorization(context, find('authorizations', context, call) as AuthorizationDocument),
  })),
  post(`${authorizationPath}/capture`, 'captureAuthorization', capturing),
  post(`${authorizationPath}/reauthorize`, 'reauthorize', reauthorizing),
  post(`${authorizationPath}/void`, 'void', voidAuthorization),
  get('/v2/payments/captures/:', 'getCapture', (context, call) => ({
    status: 200,
    body: viewCapture(context, find('captures', context, call) as CaptureDocument),
  })),
  post('/v2/payments/captures/:/refund', 'refund', refunding),
  get('/v2/payments/refunds/:', 'getRefund', (context, call) => ({
    status: 200,
    body: viewRefund(context, find('refunds', context, call) as RefundDocument),
  })),
];
