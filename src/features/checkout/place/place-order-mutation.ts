import {
  applyCoupon,
  type CouponFailure,
  cartPath,
  countCart,
  couponCodeField,
  formatCouponProblem,
  getCart,
  getCartOwner,
  removeCoupon,
  toCartHint,
} from '#features/cart/index.ts';
import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { CheckoutNotice } from '../checkout-view.ts';
import {
  applyCouponField,
  checkoutPath,
  paymentMethodField,
  removeCouponField,
  shippingMethodField,
  updateField,
} from '../contract.ts';
import { checkoutErrors } from '../errors.ts';
import { createCapNotice, createLimitNotice } from '../failure-notices.ts';
import { type CheckoutState, renderCheckout } from '../pages/render-checkout.tsx';
import { readCheckoutForm } from '../read-form.ts';
import { checkoutFields } from '../slots.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { findPaymentPage } from './authorize-payment.ts';
import { placeOrder } from './place-order.ts';
import type { PlaceOrderFailure } from './place-order-result.ts';

type SubmitFailure = { readonly form: FormBody } & (
  | PlaceOrderFailure
  | { readonly ok: false; readonly code: 'FORM_INVALID'; readonly problems: readonly FormProblem[] }
  | { readonly ok: false; readonly code: 'COUPON_REFUSED'; readonly failure: CouponFailure }
  | { readonly ok: false; readonly code: 'COUPON_ATTEMPTS'; readonly failure: CouponFailure }
);

/**
 * Places the order, or with the buttons that update the totals or change the coupons only shows it
 * again. A code that was typed and not applied is applied first: nobody orders without it unawares.
 */
export const submitCheckout = defineMutation({
  name: 'checkout.place-order',
  description: "Orders the actor's whole cart. `placeOrder` counts it under the limits of `checkout.ordersPerHour`.",
  schema: formBody,
  errors: checkoutErrors,
  run: async ({ shop, request, getActor }, form) => {
    const actor = await getActor();
    const owner = getCartOwner(actor);
    if (!owner) return { ok: false, code: 'EMPTY_CART', form };
    const removed = readSingleLine(form, removeCouponField);
    if (removed !== '') await removeCoupon(shop, owner, removed);
    const code = removed === '' ? readSingleLine(form, couponCodeField) : '';
    if (code !== '' || readSingleLine(form, applyCouponField) !== '') {
      const applied = await applyCoupon(shop, { owner, code, ipAddress: request.ip });
      if (!applied.ok) return toCouponRefusal(applied, form);
    }
    if (removed !== '' || code !== '' || readSingleLine(form, updateField) !== '')
      return { ok: true, placed: null, owner, form };
    const extraFields = await shop.fill(checkoutFields, shop.renderContext(checkoutPath), { actor });
    const read = await readCheckoutForm(shop, form, extraFields);
    if (!read.ok) return { ok: false, code: 'FORM_INVALID', problems: read.problems, form };
    const result = await placeOrder(shop, actor, read.input, request.ip);
    return result.ok ? { ok: true, placed: result, owner, form } : { ...result, form };
  },
  hint: async ({ shop }, { placed, owner }) => placed && toCartHint(await countCart(shop.db, owner)),
  form: {
    path: checkoutPath,
    success: async ({ shop, getActor }, { placed, form }) => {
      if (!placed) return renderCheckout(shop, await getActor(), { form });
      const paymentPage = placed.isPaymentOpen ? await findPaymentPage(shop, placed.number) : null;
      return { redirectTo: paymentPage ?? orderPath(placed.token) };
    },
    failure: showFailure,
  },
});

function toCouponRefusal(failure: CouponFailure, form: FormBody): SubmitFailure & { readonly ok: false } {
  const code = failure.code === 'COUPON_ATTEMPTS' ? failure.code : 'COUPON_REFUSED';
  return { ok: false, code, failure, form };
}

async function showFailure(call: MutationCall, failure: SubmitFailure): Promise<FormReply> {
  const { shop, getActor } = call;
  const { t } = shop;
  const { form } = failure;
  const actor = await getActor();
  const showAgain = (state: CheckoutState) => renderCheckout(shop, actor, { form, ...state });
  switch (failure.code) {
    case 'EMPTY_CART':
    case 'CART_CHANGED':
      return { redirectTo: cartPath };
    case 'COUPON_REFUSED':
    case 'COUPON_ATTEMPTS': {
      const context = shop.renderContext(checkoutPath);
      return showAgain({ couponFailure: formatCouponProblem(context, shop.choices.currency, failure.failure) });
    }
    case 'FORM_INVALID':
      return showAgain({ problems: failure.problems });
    case 'SHIPPING_UNAVAILABLE':
      return showAgain({ problems: [{ field: shippingMethodField, message: formatShippingProblem(shop, form) }] });
    case 'PAYMENT_UNAVAILABLE':
      return showAgain({ problems: [{ field: paymentMethodField, message: t(texts.paymentMissing) }] });
    case 'PRICE_CHANGED': {
      const total = shop.renderContext(checkoutPath).price({ amount: failure.total, currency: shop.choices.currency });
      return showAgain({ notices: [{ text: t(texts.PRICE_CHANGED, { total }) }] });
    }
    case 'OUT_OF_STOCK': {
      const link = { text: t(texts.editCart), href: cartPath };
      return showAgain({
        notices: failure.shortages.map(({ name, available }) => ({
          text: t(texts.OUT_OF_STOCK, { name, available }),
          link,
        })),
      });
    }
    case 'RESERVATION_LIMIT':
      return showAgain({ notices: [createCapNotice(shop, failure)] });
    case 'TOO_MANY_ORDERS': {
      const headers = { 'retry-after': failure.retryAfter };
      return { headers, ...(await showAgain({ notices: [createLimitNotice(shop, failure)] })) };
    }
    case 'PAYMENT_IN_PROGRESS':
      return showAgain({ notices: [{ text: t(texts.PAYMENT_IN_PROGRESS), ...createOrderLink(shop, failure.order) }] });
    case 'REQUEST_KEY_USED': {
      const { order } = failure;
      const { lines } = await getCart(shop, getCartOwner(actor));
      if (lines.length === 0) return { redirectTo: order ? orderPath(order.token) : cartPath };
      const notice = { text: t(texts.REQUEST_KEY_USED), ...createOrderLink(shop, order) };
      return showAgain({ needsNewKey: true, notices: [notice] });
    }
  }
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
