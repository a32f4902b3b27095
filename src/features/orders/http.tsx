import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ReactElement } from 'react';
import { z } from 'zod';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { seeOther } from '#platform/http/replies.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { confirmOrder } from './confirm/confirm-order.ts';
import { isConfirmationCode } from './confirm/confirmation-code.ts';
import { removeFreeText } from './confirm/remove-free-text.ts';
import { confirmCodeField, confirmPath, orderPath } from './contract.ts';
import { getOrder, type Order } from './order.ts';
import { ConfirmPage, InvalidCodePage, ReservationEndedPage } from './pages/confirm-page.tsx';
import { OrderPage } from './pages/order-page.tsx';
import { orderDetails } from './slots.ts';
import { isAwaitingConfirmation } from './status/order-status.ts';
import { orderTexts as texts } from './texts.ts';

export function registerOrderRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(orderPath(':token'), (request, reply) => showOrder(shop, request, reply));
  app.get(confirmPath(':token'), (request, reply) => showConfirmPage(shop, request, reply));
  app.post(confirmPath(':token'), (request, reply) => confirmByLink(shop, request, reply));
}

async function findRequestedOrder(shop: Shop, request: FastifyRequest): Promise<Order | null> {
  const { token } = request.params as { token: string };
  return /^[\w-]{22,100}$/.test(token) ? getOrder(shop.db, { token }) : null;
}

async function showOrder(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const order = await findRequestedOrder(shop, request);
  if (!order) return reply.callStatusPage(404);
  const context = shop.renderContext(orderPath(order.token));
  const actor = await getActor(shop, request);
  const details = await shop.fill(orderDetails, context, { order, actor });
  const body = <OrderPage context={context} order={order} shopEmail={shop.choices.email} details={details} />;
  return sendPage(shop, request, reply, { title: shop.t(texts.orderTitle, { number: order.number }), body });
}

const confirmationSchema = z.object({ [confirmCodeField]: z.string().max(100) });

function readCode(given: unknown): string {
  const read = confirmationSchema.safeParse(given ?? {});
  return read.success ? (read.data[confirmCodeField] ?? '') : '';
}

/** Changes nothing: e-mail scanners open links. */
async function showConfirmPage(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const order = await findRequestedOrder(shop, request);
  if (!order) return reply.callStatusPage(404);
  const code = readCode(request.query);
  if (!isConfirmationCode(shop, order, code)) return sendInvalidCode(shop, request, reply);
  if (order.status === 'cancelled') return sendReservationEnded(shop, request, reply, order);
  if (!isAwaitingConfirmation(order)) return seeOther(reply, orderPath(order.token));
  const context = shop.renderContext(confirmPath(order.token));
  const title = shop.t(texts.confirmTitle, { number: order.number });
  const body = <ConfirmPage {...{ shop, context, code }} order={removeFreeText(order)} />;
  return sendPage(shop, request, reply, { title, body });
}

async function confirmByLink(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const order = await findRequestedOrder(shop, request);
  if (!order) return reply.callStatusPage(404);
  if (!isConfirmationCode(shop, order, readCode(request.body))) return sendInvalidCode(shop, request, reply);
  await inTransaction(shop.db, (tx) => confirmOrder(shop, tx, { orderId: order.id, by: 'shopper' }));
  const current = (await getOrder(shop.db, { id: order.id })) ?? order;
  return current.status === 'cancelled'
    ? sendReservationEnded(shop, request, reply, current)
    : seeOther(reply, orderPath(order.token));
}

function sendInvalidCode(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const body = <InvalidCodePage context={shop.renderContext(orderPath(''))} />;
  return sendPage(shop, request, reply, { status: 403, title: shop.t(texts.confirmInvalidTitle), body });
}

function sendReservationEnded(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  order: Order,
): Promise<FastifyReply> {
  const body = <ReservationEndedPage context={shop.renderContext(confirmPath(order.token))} order={order} />;
  return sendPage(shop, request, reply, { status: 410, title: shop.t(texts.confirmEndedTitle), body });
}

interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly body: ReactElement;
}

/** The URL contains the order's token, so it must not reach other sites or search engines. */
function sendPage(
  shop: Shop,
  request: FastifyRequest,
  reply: FastifyReply,
  content: PageContent,
): Promise<FastifyReply> {
  reply.header('referrer-policy', 'same-origin');
  return renderPrivatePage(shop, request, reply, content);
}
