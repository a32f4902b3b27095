import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { correctCartHint } from '#features/cart/index.ts';
import { getOrder, grantOrderAccess, orderPath, orderPayPath, orderPayStepPath } from '#features/orders/index.ts';
import type { ApiOperation } from '#platform/api/operation.ts';
import type { Shop } from '#platform/features/shop.ts';
import { callErrors } from '#platform/http/errors.ts';
import { seeOther, sendFailure } from '#platform/http/replies.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { checkoutPath, heldPaymentField, paymentCancelPath, paymentPath, providerEventsPath } from './contract.ts';
import { paymentErrors } from './errors.ts';
import { storeEvent } from './events/store-event.ts';
import {
  findPayment,
  findPaymentByPublicId,
  hasEnded,
  isAwaitingShopper,
  listTransactions,
  type Payment,
} from './ledger/payment.ts';
import { findRemoteProvider } from './providers/provider.ts';
import { settleOnRequest } from './settle/settle-on-request.ts';
import { isPayable } from './start/start-payment.ts';

const receiveProviderEvent: ApiOperation = {
  name: 'payments.receive-event',
  description: 'Takes an event of a payment provider, which signs the body in its own way.',
  params: z.object({ provider: z.string().describe('Id of the provider') }),
  response: z.strictObject({ received: z.literal(true) }),
  errors: {
    EVENT_REFUSED: paymentErrors.codes.EVENT_REFUSED,
    EVENT_UNCHECKED: paymentErrors.codes.EVENT_UNCHECKED,
    not_found: callErrors.codes.not_found,
  },
};

export function registerPaymentRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(paymentPath(':publicId'), (request, reply) => returnFromProvider(shop, request, reply, shop.clock.now()));
  app.get(paymentCancelPath(':publicId'), (request, reply) => returnFromProvider(shop, request, reply, null));
  const config = { crossSite: true, rawBody: true, api: receiveProviderEvent };
  app.post(providerEventsPath(':provider'), { config }, (request, reply) => receiveEvent(shop, request, reply));
}

async function findRequestedPayment(shop: Shop, request: FastifyRequest): Promise<Payment | null> {
  const { publicId } = request.params as { publicId: string };
  return z.uuid().safeParse(publicId).success ? findPaymentByPublicId(shop.db, publicId) : null;
}

/**
 * Settles the payment and redirects to the page of the order, which shows the result; if settling fails, the job does
 * it later. A payment that has no order yet leads to the checkout, which asks for the missing data.
 * @param returnedAt null for a shopper who has cancelled
 */
async function returnFromProvider(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  returnedAt: Date | null,
): Promise<FastifyReply> {
  const payment = await findRequestedPayment(shop, request);
  if (!payment) return reply.callStatusPage(404);
  await settleOnRequest(shop, payment, returnedAt);
  if (payment.orderId === null)
    return seeOther(reply, returnedAt === null ? checkoutPath : heldCheckoutPath(payment.publicId));
  await correctCartHint(shop, request, reply);
  const path = await findNextPath(shop, reply, payment, returnedAt === null);
  return path === null ? reply.callStatusPage(404) : seeOther(reply, path);
}

const heldCheckoutPath = (publicId: string): string => `${checkoutPath}?${heldPaymentField}=${publicId}`;

/**
 * Milliseconds after the begin of a payment in which its path grants access to its order. Shoppers come back sooner.
 */
const returnTime = 24 * 60 * 60 * 1000;

/**
 * Finds the next page: the provider's page on which the shopper chooses another card or account, the page of the
 * order, the page to pay it in another way when this payment has failed, or the page on which a script continues the
 * payment. A browser that knows the payment's public id may see the order, also when the provider's app has opened
 * this browser. Later the address grants no access, since it remains in histories and logs.
 */
async function findNextPath(
  shop: Shop,
  reply: FastifyReply,
  { id, orderId, createdAt }: Payment,
  hasGivenUp: boolean,
): Promise<string | null> {
  const order = orderId === null ? null : await getOrder(shop.db, { id: orderId });
  if (!order) return null;
  if (shop.clock.now().getTime() - createdAt.getTime() < returnTime) grantOrderAccess(shop, reply, order);
  const payment = await findPayment(shop.db, id);
  if (payment === null || !isPayable(shop, order)) return orderPath(order.token);
  if (hasEnded(payment) || hasGivenUp) return orderPayPath(order.token);
  const action = payment.status === 'requires_action' ? payment.nextAction : null;
  if (action?.kind === 'client') return orderPayStepPath(order.token);
  const isAskedAgain = action !== null && isAwaitingShopper(payment, await listTransactions(shop.db, id));
  return isAskedAgain ? action.url : orderPath(order.token);
}

/** Answers with 200 only after the event is stored: until then, the provider has to send it again. */
async function receiveEvent(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { provider: id } = request.params as { provider: string };
  const provider = findRemoteProvider(shop, id);
  if (!provider?.parseEvent) return reply.callStatusPage(404);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  let event: Awaited<ReturnType<typeof provider.parseEvent>>;
  try {
    event = await provider.parseEvent(shop, { body, headers: request.headers });
  } catch (error) {
    shop.log.warn({ ...toLoggableFailure(error), provider: id }, 'an event of a payment provider could not be checked');
    return sendFailure(reply, 503, 'EVENT_UNCHECKED', 'The event could not be checked. Please send it again.');
  }
  if (event === null) return sendFailure(reply, 400, 'EVENT_REFUSED', 'The event is not signed by the provider.');
  if (event !== 'ignored') await storeEvent(shop, provider.id, event);
  return reply.header('cache-control', 'no-store').send({ received: true });
}
