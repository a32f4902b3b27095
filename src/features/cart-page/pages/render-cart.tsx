import { cartPath, cartTexts, loadCart } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Notice } from '#platform/http/notices.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { renderCartChanges } from '../changes/cart-changes.tsx';
import { isCartNotice } from '../parts/cart-notices.tsx';
import { cartNoticeSources } from '../ports.ts';
import { cartBelow } from '../slots.ts';
import { isCouponNotice } from '../writes/coupon-notices.ts';
import type { DestinationFormState } from '../writes/destination-form.ts';
import { renderCartContent } from './cart-content.tsx';
import { CartPage, cartStyles } from './cart-page.tsx';

interface CartView {
  /** Notices of the cart, its coupons, and other features (`cartNoticeSources`). */
  readonly notices: readonly Notice[];
  /**
   * Whether the shopper sees the page, so that it may report changes since the last view and record them. Default:
   * yes.
   */
  readonly isSeen?: boolean;
  /** The submitted form that estimates delivery, with its problems. */
  readonly destination?: DestinationFormState;
}

export async function renderCart(
  shop: Shop,
  actor: Actor,
  { notices: saved, isSeen = true, destination }: CartView,
): Promise<PrivateView> {
  const context = shop.renderContext(cartPath);
  const loaded = await loadCart(shop, actor, 'cart');
  const { cart } = loaded;
  const couponNotices = saved.filter(isCouponNotice);
  const notices = saved.filter(isCartNotice);
  const others = shop
    .implementations(cartNoticeSources)
    .flatMap(({ codes, render }) =>
      saved.filter(({ code }) => codes.includes(code)).map((notice) => render(context, notice)),
    );
  const productIds = [...new Set(cart.lines.map((line) => line.productId))];
  const below = productIds.length > 0 ? await shop.fill(cartBelow, context, { productIds }) : [];
  const content = await renderCartContent(shop, actor, loaded, { couponNotices, destination });
  const changes = isSeen ? await renderCartChanges(shop, context, cart) : null;
  const body = <CartPage {...{ context, cart, notices, others, changes, content, below }} />;
  return { title: shop.t(cartTexts.title), styles: cartStyles, body };
}
