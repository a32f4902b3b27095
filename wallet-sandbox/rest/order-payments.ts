import type { Context } from '../context.ts';
import { addCapture, authorizeOrder } from '../money/captures.ts';
import { checkInstrument, saveOrder } from '../money/orders.ts';
import type { OrderDocument } from '../state/documents.ts';
import type { Call, Handler, Reply, Route } from './call.ts';
import { findOrder } from './orders.ts';
import { unprocessable } from './problem.ts';
import { runOnce } from './request-keys.ts';
import { viewOrder } from './views.ts';

const authorize: Handler = (context, call) => {
  const { document, isRepeated } = runOnce(context, call, {
    operation: 'authorizeOrder',
    kind: 'orders',
    lifetime: 'order',
    run: () => {
      const order = findOrder(context, call);
      if (order.intent !== 'AUTHORIZE') throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT');
      if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_AUTHORIZED');
      checkInstrument(context, order);
      authorizeOrder(context, order);
      return order;
    },
  });
  return reply(context, call, document, isRepeated);
};

const capture: Handler = (context, call) => {
  const { document, isRepeated } = runOnce(context, call, {
    operation: 'captureOrder',
    kind: 'orders',
    lifetime: 'order',
    run: () => captureWhole(context, call),
  });
  return reply(context, call, document, isRepeated);
};

function captureWhole(context: Context, call: Call): OrderDocument {
  const order = findOrder(context, call);
  if (order.intent !== 'CAPTURE') throw unprocessable('ACTION_DOES_NOT_MATCH_INTENT');
  if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED');
  checkInstrument(context, order);
  const { currency_code, value } = order.unit.amount;
  const amount = { currency_code, value };
  addCapture(context, order, { amount, authorizationId: null, isFinal: true, isPending: call.isPending });
  order.status = 'COMPLETED';
  saveOrder(context, order);
  return order;
}

/** Even the short reply tells the payments. */
function reply(context: Context, { wantsAll }: Call, order: OrderDocument, isRepeated: boolean): Reply {
  const status = isRepeated ? 200 : 201;
  const all = viewOrder(context, order) as Record<string, unknown> & { purchase_units: Record<string, unknown>[] };
  if (wantsAll) return { status, body: all };
  const { id, payment_source, payer, links, purchase_units } = all;
  const units = purchase_units.map(({ reference_id, shipping, payments }) => ({ reference_id, shipping, payments }));
  return { status, body: { id, status: order.status, payment_source, purchase_units: units, payer, links } };
}

export const orderPaymentRoutes: readonly Route[] = [
  { method: 'POST', path: '/v2/checkout/orders/:/authorize', operation: 'authorizeOrder', handler: authorize },
  { method: 'POST', path: '/v2/checkout/orders/:/capture', operation: 'captureOrder', handler: capture },
];
