import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderCartCrossSells } from '#features/listing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { consumeNotices } from '#platform/http/notices.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { calculateCart } from './calculate-cart.ts';
import { getCart } from './cart.ts';
import { cartPath } from './contract.ts';
import { couponNoticeCodes, isCouponNotice } from './coupons/coupon-notices.ts';
import { getCartOwner } from './owner.ts';
import { CartPage, cartStyles } from './pages/cart-page.tsx';
import { type CartNotice, cartNoticeCodes } from './parts/cart-notices.tsx';
import { cartTexts as texts } from './texts.ts';

export function registerCartRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(cartPath, (request, reply) => showCart(shop, request, reply));
}

async function showCart(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const context = shop.renderContext(cartPath);
  const cart = await getCart(shop, getCartOwner(await getActor(shop, request)));
  const calculation = cart.lines.length > 0 ? await calculateCart(shop, shop.db, cart) : null;
  const saved = consumeNotices(shop, request, reply, [...cartNoticeCodes, ...couponNoticeCodes]);
  const couponNotices = saved.filter(isCouponNotice);
  const notices = saved.filter((notice): notice is CartNotice => !isCouponNotice(notice));
  const crossSells = await renderCartCrossSells(shop, context, [...new Set(cart.lines.map((line) => line.productId))]);
  const body = <CartPage {...{ shop, context, cart, calculation, notices, couponNotices, crossSells }} />;
  return renderPrivatePage(shop, request, reply, { title: shop.t(texts.title), styles: cartStyles, body });
}
