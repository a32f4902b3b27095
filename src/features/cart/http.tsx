import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderCartCrossSells } from '#features/listing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { cartPath } from './contract.ts';
import { couponNoticeCodes, isCouponNotice } from './coupons/coupon-notices.ts';
import { renderCartContent } from './pages/cart-content.tsx';
import { CartPage, cartStyles } from './pages/cart-page.tsx';
import { type CartNotice, cartNoticeCodes } from './parts/cart-notices.tsx';
import { renderPriceChanges } from './parts/price-changes.tsx';
import { loadCart } from './state/cart-state.ts';
import { cartTexts as texts } from './texts.ts';

export function registerCartRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(cartPath, (request, reply) => showCart(shop, request, reply));
}

async function showCart(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const context = shop.renderContext(cartPath);
  const actor = await getActor(shop, request);
  const loaded = await loadCart(shop, actor, 'cart');
  const { cart } = loaded;
  const saved = consumeNotices(shop, request, reply, [...cartNoticeCodes, ...couponNoticeCodes]);
  const couponNotices = saved.filter(isCouponNotice);
  const notices = saved.filter((notice): notice is CartNotice => !isCouponNotice(notice));
  const crossSells = await renderCartCrossSells(shop, context, [...new Set(cart.lines.map((line) => line.productId))]);
  const content = await renderCartContent(shop, loaded, couponNotices);
  // A prefetched page may never be seen.
  const changes = request.headers['sec-purpose'] ? null : await renderPriceChanges(shop, context, cart);
  const body = <CartPage {...{ context, cart, notices, changes, content, crossSells }} />;
  return renderPrivatePage(shop, request, reply, { title: shop.t(texts.title), styles: cartStyles, body });
}
