import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getOrder, grantOrderAccess, orderPath } from '#features/orders/index.ts';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { callErrors } from '#platform/http/errors.ts';
import { seeOther, sendFailure } from '#platform/http/replies.ts';
import type { RateLimit } from '#platform/limits/limits.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { paymentPath, providerEventsPath } from './contract.ts';
import { paymentErrors } from './errors.ts';
import { storeEvent } from './events/store-event.ts';
import { findPaymentByPublicId, type Payment } from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import { settle } from './settle/settle.ts';
import { beginPayment } from './start/begin-payment.ts';
import { findOrCreateRetry } from './start/create-payment.ts';

const receiveProviderEvent: ApiOperation = {
  name: 'payments.receive-event',
  description: 'Takes an event of a payment provider, which signs the body in its own way.',
  params: z.object({ provider: z.string().describe('Id of the provider') }),
  response: z.strictObject({ received: z.literal(true) }),
  errors: { EVENT_REFUSED: paymentErrors.codes.EVENT_REFUSED, not_found: callErrors.codes.not_found },
};

export function registerPaymentRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(paymentPath(':publicId'), (request, reply) => returnFromProvider(shop, request, reply));
  const config = { crossSite: true, rawBody: true, api: receiveProviderEvent };
  app.post(providerEventsPath(':provider'), { config }, (request, reply) => receiveEvent(shop, request, reply));
}

async function findRequestedPayment(shop: Shop, request: FastifyRequest): Promise<Payment | null> {
  const { publicId } = request.params as { publicId: string };
  return z.uuid().safeParse(publicId).success ? findPaymentByPublicId(shop.db, publicId) : null;
}

/** The order's page tells how it went; what this could not settle, the job does. */
async function returnFromProvider(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const payment = await findRequestedPayment(shop, request);
  if (!payment?.orderId) return reply.callStatusPage(404);
  await settleIfPossible(shop, payment);
  const path = await findOrderPath(shop, reply, payment.orderId);
  return path === null ? reply.callStatusPage(404) : seeOther(reply, path);
}

/** Redirects to the provider's page, or to the order when there is nothing to pay. */
export const payAgain = defineMutation({
  name: 'payments.pay-again',
  description: 'Goes on with the payment of an order that still waits for it, or starts another one.',
  schema: z.unknown(),
  run: async ({ shop, request, reply }) => {
    const payment = await findRequestedPayment(shop, request);
    if (!payment?.orderId) return { ok: false, code: 'not_found' };
    await settleIfPossible(shop, payment);
    const paymentId = await findOrCreateRetry(shop, payment.orderId);
    const action = paymentId === null ? null : await beginPayment(shop, paymentId);
    const path = action?.kind === 'redirect' ? action.url : await findOrderPath(shop, reply, payment.orderId);
    return path === null ? { ok: false, code: 'not_found' } : { ok: true, path };
  },
  form: { path: paymentPath(':publicId'), success: (_, { path }) => ({ redirectTo: path }) },
});

/** Each use asks the provider: reloading the page must not become a flood of questions. */
const settleLimit: RateLimit = { name: 'payment-returns', seconds: 60, max: 30 };

async function settleIfPossible(shop: Shop, { id, publicId }: Payment): Promise<void> {
  const use = await shop.limits.consume([{ limit: settleLimit, key: publicId }]);
  if (!use.ok) return;
  try {
    await settle(shop, id);
  } catch (error) {
    shop.log.warn({ err: error, payment: id }, 'a payment could not be settled');
  }
}

/** Who knows the payment's public id may see its order, also in a browser that the provider's app has opened. */
async function findOrderPath(shop: Shop, reply: FastifyReply, orderId: number): Promise<string | null> {
  const order = await getOrder(shop.db, { id: orderId });
  if (order) grantOrderAccess(shop, reply, order);
  return order && orderPath(order.token);
}

/** Answers with 200 once the event is stored: before that, the provider has to send it again. */
async function receiveEvent(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider: id } = request.params as { provider: string };
  const provider = findRemoteProvider(shop, id);
  if (!provider?.parseEvent) return reply.callStatusPage(404);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const event = provider.parseEvent(shop, { body, headers: request.headers });
  if (event === null) return sendFailure(reply, 400, 'EVENT_REFUSED', 'The event is not signed by the provider.');
  if (event !== 'ignored') await storeEvent(shop, provider.id, event);
  return reply.header('cache-control', 'no-store').send({ received: true });
}
