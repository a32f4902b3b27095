import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { correctCartHint } from '#features/cart/index.ts';
import { findUploads, sendUpload } from '#features/uploads/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices, type Notice } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, isOwnedBy } from '#platform/sessions/owner.ts';
import { findVisibleOrder } from './access/find-visible-order.ts';
import { showNoAccess } from './access/send-link.tsx';
import { findCancelWay } from './cancel/cancel-by-shopper.ts';
import { showCancelPage } from './cancel/cancel-page.tsx';
import { showConfirmPage } from './confirm/confirm-by-link.tsx';
import { cancelOrderPath, confirmPath, findOrderPath, orderFilePath, orderPath } from './contract.ts';
import { showLookup } from './lookup/find-order.tsx';
import type { EmailForm } from './pages/awaiting-confirmation.tsx';
import { OrderPage, orderNotices, orderStyles } from './pages/order-page.tsx';
import { loadPaymentFacts } from './ports.ts';
import { orderDetails, orderNext } from './slots.ts';
import { hasShipment } from './status/change-order.ts';
import { orderTexts as texts } from './texts.ts';

export function registerOrderRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(orderPath(':token'), (request, reply) => showOrder(shop, request, reply));
  app.get(orderFilePath(':token', ':id'), (request, reply) => sendFile(shop, request, reply));
  app.get(findOrderPath, (request, reply) => showLookup(shop, request, reply));
  app.get(cancelOrderPath(':token'), (request, reply) => showCancelPage(shop, request, reply));
  app.get(confirmPath(':token'), (request, reply) => showConfirmPage(shop, request, reply));
}

async function showOrder(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { order } = access;
  await correctCartHint(shop, request, reply);
  const context = shop.renderContext(orderPath(order.token));
  const actor = await getActor(shop, request);
  const [notice] = consumeNotices(shop, request, reply, noticeCodes);
  const emailForm = isOwnedBy(order, getOwner(actor)) ? createEmailForm(shop, notice) : null;
  const message = notice && notice.code !== 'EMAIL_INVALID' ? notice.code : null;
  const [isShipped, payment, next, details] = await Promise.all([
    hasShipment(shop.db, order.id),
    loadPaymentFacts(shop, shop.db, order),
    shop.fill(orderNext, context, { order, actor }),
    shop.fill(orderDetails, context, { order, actor }),
  ]);
  const cancelWay = findCancelWay(shop, order, isShipped);
  const view = { context, order, isShipped, payment, cancelWay, next, details, emailForm, message };
  const body = <OrderPage {...view} shopEmail={shop.choices.email} />;
  // The URL contains the order's token, so it must not reach other sites or search engines.
  reply.header('referrer-policy', 'same-origin');
  const title = shop.t(texts.orderTitle, { number: order.number });
  return renderPrivatePage(shop, request, reply, { title, styles: orderStyles, body });
}

type NoticeCode = keyof typeof orderNotices;
const noticeCodes = Object.keys(orderNotices) as NoticeCode[];

function createEmailForm({ t }: Shop, notice: (Notice & { readonly code: NoticeCode }) | undefined): EmailForm {
  const isInvalid = notice?.code === 'EMAIL_INVALID';
  return { typed: notice?.typed ?? '', error: isInvalid ? t(orderNotices.EMAIL_INVALID) : undefined };
}

/** Sends a file of the order's lines, if the request may see the order. */
async function sendFile(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const access = await findVisibleOrder(shop, request, reply);
  if (!access.ok) return showNoAccess(shop, request, reply, access);
  const { id } = request.params as { id: string };
  const addons = access.order.lines.flatMap((line) => line.addons);
  const isOfOrder = addons.some(({ files = [] }) => files.some((file) => file.id === id));
  const [upload] = isOfOrder ? await findUploads(shop.db, [id]) : [];
  return upload ? sendUpload(shop, reply, upload) : reply.callStatusPage(404);
}
