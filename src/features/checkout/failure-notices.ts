import { cartPath } from '#features/cart/index.ts';
import { orderPath, type ReservationCap } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/field.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { CheckoutNotice } from './checkout-view.ts';
import { checkoutPath, paymentMethodField, shippingMethodField } from './contract.ts';
import type { OrderLimitName } from './place/order-limits.ts';
import type { PlaceOrderFailure } from './place/place-order-result.ts';
import type { TypedOrderFailure } from './place/place-typed-order.ts';
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

function createLimitNotice(shop: Shop, { limit, retryAfter }: FailureWithCode<'TOO_MANY_ORDERS'>): CheckoutNotice {
  const minutes = Math.ceil(retryAfter / 60);
  return { text: shop.t(limitTexts[limit], { minutes }), link: createContactLink(shop) };
}

/** Explains how many items can be ordered and what else the shopper can do, with a link to change the cart. */
function createCapNotice(shop: Shop, failure: FailureWithCode<'RESERVATION_LIMIT'>): CheckoutNotice {
  const { cap, max, name, canPayNow, isSignedIn } = failure;
  const link = max > 0 ? createCartLink(shop) : createContactLink(shop);
  const ways = { canPayNow: canPayNow ? 'yes' : 'no', isSignedIn: isSignedIn ? 'yes' : 'no' };
  return { text: shop.t(capTexts[cap], { max, name, ...ways }), link };
}

function createContactLink({ t, choices }: Shop): NonNullable<CheckoutNotice['link']> {
  return { text: t(texts.contactUs, { email: choices.email }), href: `mailto:${choices.email}` };
}

/** Describes why an order was refused, as problems of fields or notices above the form. */
export function describeOrderFailure(
  shop: Shop,
  failure: TypedOrderFailure,
  form: FormBody,
): { readonly problems?: FormProblem[]; readonly notices?: CheckoutNotice[] } {
  const { t } = shop;
  switch (failure.code) {
    case 'EMPTY_CART':
      return { notices: [{ text: t(texts.emptyCart) }] };
    case 'CART_CHANGED':
      return { notices: [{ text: t(texts.CART_CHANGED), link: createCartLink(shop) }] };
    case 'TOO_MANY_ORDERS':
      return { notices: [createLimitNotice(shop, failure)] };
    case 'FORM_INVALID':
      return { problems: [...failure.problems] };
    case 'SHIPPING_UNAVAILABLE':
      return { problems: [{ field: shippingMethodField, message: formatShippingProblem(shop, form) }] };
    case 'PAYMENT_UNAVAILABLE':
      return { problems: [{ field: paymentMethodField, message: t(texts.paymentMissing) }] };
    case 'PRICE_CHANGED': {
      const { currency } = shop.choices;
      const total = shop.renderContext(checkoutPath).price({ amount: failure.total, currency });
      return { notices: [{ text: t(texts.PRICE_CHANGED, { total }), total: failure.total }] };
    }
    case 'COUPONS_LOST':
      return { notices: [{ text: t(texts.COUPONS_LOST, { codes: failure.codes.join(', ') }) }] };
    case 'OUT_OF_STOCK':
      return {
        notices: failure.shortages.map(({ name, available }) => ({
          text: t(texts.OUT_OF_STOCK, { name, available }),
          link: createCartLink(shop),
        })),
      };
    case 'RESERVATION_LIMIT':
      return { notices: [createCapNotice(shop, failure)] };
    case 'PAYMENT_IN_PROGRESS':
      return { notices: [{ text: t(texts.PAYMENT_IN_PROGRESS), ...createOrderLink(shop, failure.order) }] };
    case 'REQUEST_KEY_USED':
      return { notices: [{ text: t(texts.REQUEST_KEY_USED), ...createOrderLink(shop, failure.order) }] };
  }
}

function createCartLink({ t }: Shop): NonNullable<CheckoutNotice['link']> {
  return { text: t(texts.editCart), href: cartPath };
}

function createOrderLink(
  { t }: Shop,
  order: { readonly number: number; readonly token: string } | null,
): Pick<CheckoutNotice, 'link'> {
  if (!order) return {};
  return { link: { text: t(texts.viewOrder, { number: order.number }), href: orderPath(order.token) } };
}

function formatShippingProblem({ t }: Shop, form: FormBody): string {
  const isMissing = readSingleLine(form, shippingMethodField) === '';
  return t(isMissing ? texts.shippingMissing : texts.shippingUnavailable);
}

export function formatOrderFailure(shop: Shop, failure: TypedOrderFailure, form: FormBody): string {
  const { problems = [], notices = [] } = describeOrderFailure(shop, failure, form);
  return [...notices.map(({ text }) => text), ...problems.map(({ message }) => message)].join(' ');
}
