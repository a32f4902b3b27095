import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { cartPath } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { renderCart } from './pages/render-cart.tsx';
import { cartNoticeCodes } from './parts/cart-notices.tsx';
import { cartNoticeSources } from './ports.ts';
import { couponNoticeCodes } from './writes/coupon-notices.ts';

export function registerCartPage(app: FastifyInstance, shop: Shop): void {
  app.get(cartPath, (request, reply) => showCart(shop, request, reply));
}

async function showCart(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const actor = await getActor(shop, request);
  const sources = shop.implementations(cartNoticeSources);
  const codes = [...cartNoticeCodes, ...couponNoticeCodes, ...sources.flatMap((source) => source.codes)];
  const notices = consumeNotices(shop, request, reply, codes);
  // The shopper may never see a prefetched page.
  const isSeen = !request.headers['sec-purpose'];
  return renderPrivatePage(shop, request, reply, await renderCart(shop, actor, { notices, isSeen }));
}
