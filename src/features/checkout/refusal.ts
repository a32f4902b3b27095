import { cartPath } from '#features/cart/index.ts';
import type { ReservationCap } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { OrderLimitName } from './order-limits.ts';
import type { PlaceFailure } from './place-order.ts';
import { checkoutTexts as texts } from './texts.ts';
import type { CheckoutNotice } from './view.ts';

type FailureOf<Code extends PlaceFailure['code']> = Extract<PlaceFailure, { readonly code: Code }>;

const limitTexts: Readonly<Record<OrderLimitName, Text>> = {
  visitor: texts.tooManyByVisitor,
  address: texts.tooManyByAddress,
  email: texts.tooManyByEmail,
  domain: texts.tooManyByDomain,
  all: texts.tooManyInAll,
};

const capTexts: Readonly<Record<ReservationCap, Text>> = {
  'visitor-pieces': texts.tooManyItems,
  'visitor-share': texts.tooLargeShare,
  'unconfirmed-share': texts.tooManyUnconfirmed,
};

/** Which limit it is, when to come back, and whom to write to. */
export function limitNotice(shop: Shop, { limit, retryAfter }: FailureOf<'TOO_MANY_ORDERS'>): CheckoutNotice {
  const minutes = Math.ceil(retryAfter / 60);
  return { text: shop.t(limitTexts[limit], { minutes }), link: writeTo(shop) };
}

/** How many pieces can be ordered, and where to change them. */
export function capNotice(shop: Shop, { cap, max, name }: FailureOf<'RESERVATION_LIMIT'>): CheckoutNotice {
  const link = max > 0 ? { text: shop.t(texts.editCart), href: cartPath } : writeTo(shop);
  return { text: shop.t(capTexts[cap], { max, name }), link };
}

function writeTo({ t, choices }: Shop): CheckoutNotice['link'] & {} {
  return { text: t(texts.contactUs, { email: choices.email }), href: `mailto:${choices.email}` };
}
