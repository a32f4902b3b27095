import type { Context } from '../context.ts';
import { isExpired, saveOrder } from '../money/orders.ts';
import type { OrderDocument } from '../state/documents.ts';
import { createId } from '../state/ids.ts';
import type { Call, Handler, Reply, Route } from './call.ts';
import { readArray, readChoice, readObject } from './fields.ts';
import { checkOrder, readPurchaseUnit, readSource } from './order-input.ts';
import { patchOrder } from './patch.ts';
import { invalid, notFound, Problem, unprocessable } from './problem.ts';
import { runOnce } from './request-keys.ts';
import { viewMinimalOrder, viewOrder } from './views.ts';

export function findOrder({ store }: Context, { ids }: Call): OrderDocument {
  const order = store.get('orders', ids[0] ?? '');
  if (!order) throw notFound();
  return order;
}

function reply(context: Context, { wantsAll }: Call, order: OrderDocument, status: number): Reply {
  return { status, body: wantsAll ? viewOrder(context, order) : viewMinimalOrder(context, order) };
}

const create: Handler = (context, call) => {
  const body = readObject(call.body, '/');
  if (body.payment_source !== undefined && call.requestKey === null) {
    throw new Problem(400, 'PAYPAL_REQUEST_ID_REQUIRED');
  }
  const { document, isRepeated } = runOnce(context, call, {
    operation: 'createOrder',
    kind: 'orders',
    lifetime: 'order',
    run: () => addOrder(context, body),
  });
  return reply(context, call, document, isRepeated ? 200 : 201);
};

function addOrder(context: Context, body: Record<string, unknown>): OrderDocument {
  const intent = readChoice(body.intent, '/intent', ['CAPTURE', 'AUTHORIZE']);
  const units = readArray(body.purchase_units, '/purchase_units', 10);
  if (units.length > 1) throw invalid('NOT_SUPPORTED', '/purchase_units/1');
  const { hasSource, verification, sheet, context: experience } = readSource(body);
  const isAllowed = sheet ? context.faults.hasSheets : context.faults.hasCardFields;
  if (verification !== null && !isAllowed) throw unprocessable('NOT_ENABLED_FOR_CARD_PROCESSING');
  const unit = readPurchaseUnit(units[0], "/purchase_units/@reference_id=='default'");
  checkOrder(unit, experience, '/purchase_units/0');
  const now = context.clock.now().getTime();
  return context.store.put('orders', {
    id: createId(),
    intent,
    status: hasSource && verification === null ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    unit,
    hasSource,
    verification,
    ...(sheet ? { sheet } : {}),
    context: experience,
    approval: null,
    declines: 0,
    needs: null,
    isReversed: false,
    plan: context.faults.planPayment(),
    isPlanDone: false,
    createdAt: now,
    updatedAt: now,
  });
}

const get: Handler = (context, call) => ({ status: 200, body: viewOrder(context, findOrder(context, call)) });

const patch: Handler = (context, call) => {
  const order = findOrder(context, call);
  patchOrder(order, call.body);
  saveOrder(context, order);
  return { status: 204 };
};

const confirmSource: Handler = (context, call) => {
  const order = findOrder(context, call);
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_COMPLETED');
  if (order.approval) throw unprocessable('PAYMENT_ALREADY_APPROVED');
  if (isExpired(context, order)) throw unprocessable('ORDER_EXPIRED');
  const body = readObject(call.body, '/');
  readObject(body.payment_source, '/payment_source');
  const { verification, context: experience } = readSource(body);
  if (verification !== null) throw invalid('NOT_SUPPORTED', '/payment_source/card');
  checkOrder(order.unit, experience, '/purchase_units/0');
  Object.assign(order, { hasSource: true, context: experience, status: 'PAYER_ACTION_REQUIRED' });
  saveOrder(context, order);
  return reply(context, call, order, 200);
};

const path = '/v2/checkout/orders';

export const orderRoutes: readonly Route[] = [
  { method: 'POST', path, operation: 'createOrder', handler: create },
  { method: 'GET', path: `${path}/:`, operation: 'getOrder', handler: get },
  { method: 'PATCH', path: `${path}/:`, operation: 'patchOrder', handler: patch },
  { method: 'POST', path: `${path}/:/confirm-payment-source`, operation: 'confirmSource', handler: confirmSource },
];
