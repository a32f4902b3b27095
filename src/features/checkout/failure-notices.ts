import { cartPath } from '#features/cart/index.ts';
import type { ReservationCap } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { CheckoutNotice } from './checkout-view.ts';
import type { OrderLimitName } from './place/order-limits.ts';
import type { PlaceOrderFailure } from './place/place-order-result.ts';
import { checkoutTexts as texts } from './texts.ts';

type FailureWithCode<Code extends PlaceOrderFailure['code']> = Extract<PlaceOrderFailure, { readonly code: Code }>;

const limitTexts: Readonly<Record<OrderLimitName, Text>> = {
  visitor: texts.tooManyByVisitor,
  address: texts.tooManyByAddress,
  email: texts.tooManyByEmail,
  domain: texts.tooManyByDomain,
  all: texts.tooManyInAll,
};

const capTexts: Readonly<Record<ReservationCap, Text>> = {
  'visitor-quantity': texts.tooManyItems,
  'visitor-share': texts.tooLargeShare,
  'unconfirmed-share': texts.tooManyUnconfirmed,
};

/** Explains which limit was reached, when to try again, and how to contact the shop. */
export function createLimitNotice(
  shop: Shop,
  { limit, retryAfter }: FailureWithCode<'TOO_MANY_ORDERS'>,
): CheckoutNotice {
  const minutes = Math.ceil(retryAfter / 60);
  return { text: shop.t(limitTexts[limit], { minutes }), link: createContactLink(shop) };
}

/** Explains how many items can be ordered, with a link to change the cart. */
export function createCapNotice(shop: Shop, { cap, max, name }: FailureWithCode<'RESERVATION_LIMIT'>): CheckoutNotice {
  const link = max > 0 ? { text: shop.t(texts.editCart), href: cartPath } : createContactLink(shop);
  return { text: shop.t(capTexts[cap], { max, name }), link };
}

function createContactLink({ t, choices }: Shop): NonNullable<CheckoutNotice['link']> {
  return { text: t(texts.contactUs, { email: choices.email }), href: `mailto:${choices.email}` };
}
