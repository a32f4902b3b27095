import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { orderPath } from './contract.ts';
import { getOrder } from './order.ts';
import { OrderPage } from './pages/order-page.tsx';
import { orderDetails } from './slots.ts';
import { orderTexts as texts } from './texts.ts';

export function orderRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/order/:token', (request, reply) => showOrder(shop, request, reply));
}

async function showOrder(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  const order = /^[\w-]{22,100}$/.test(token) ? await getOrder(shop.db, { token }) : null;
  if (!order) return reply.callStatusPage(404);
  const context = shop.renderContext(orderPath(token));
  const details = await shop.fill(orderDetails, context, { order });
  const body = <OrderPage context={context} order={order} details={details} />;
  // The address is the key to the order: it must not travel to other sites, nor be kept by search engines.
  reply.header('referrer-policy', 'same-origin');
  return renderPrivatePage(shop, request, reply, { title: shop.t(texts.orderTitle, { number: order.number }), body });
}
