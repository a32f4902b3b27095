import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  findVisibleOrder,
  getOrder,
  orderPath,
  orderPayPath,
  orderPayStepPath,
  showNoAccess,
} from '#features/orders/index.ts';
import { isPayable, settleOrderPayments } from '#features/payments/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { renderOrderPay } from './order-pay-page.tsx';
import { findPaymentProgress } from './payment-step/payment-progress.ts';
import { renderPaymentStep } from './payment-step/step-page.tsx';
import { orderPayTexts as texts } from './texts.ts';

export function registerOrderPayRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(orderPayPath(':token'), (request, reply) => showOrderPay(shop, request, reply));
  app.get(orderPayStepPath(':token'), (request, reply) => showPaymentStep(shop, request, reply));
}

const refusals = ['BOT_CHECK_REQUIRED', 'ORDER_BEING_PAID', 'METHOD_UNAVAILABLE', 'PAYMENT_NOT_STARTED'] as const;

/** An order that is paid or has ended is shown on its own page, also when a shopper goes back after paying. */
async function showOrderPay(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  await settleOrderPayments(shop, access.order.id);
  const order = (await getOrder(shop.db, { id: access.order.id })) ?? access.order;
  if (!isPayable(shop, order)) return seeOther(reply, orderPath(order.token));
  const [refusal] = consumeNotices(shop, request, reply, refusals);
  const page = await renderOrderPay(
    shop,
    order,
    await getActor(shop, request),
    refusal ? shop.t(texts[refusal.code]) : null,
  );
  // The URL contains the order's token, so it must not reach other sites or search engines.
  return renderPrivatePage(shop, request, reply.header('referrer-policy', 'same-origin'), page);
}

/**
 * Reloading the page goes on with the same payment. When the payment has ended, the shopper is redirected to the page
 * that says so.
 */
async function showPaymentStep(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { order, step, path } = await findPaymentProgress(shop, access.order);
  if (step === null) return seeOther(reply, path);
  const page = await renderPaymentStep(shop, order, step);
  return renderPrivatePage(shop, request, reply.header('referrer-policy', 'same-origin'), page);
}
