import {
  cartPath,
  countCart,
  couponCodeField,
  formatCouponProblem,
  getCart,
  getCartOwner,
  toCartHint,
} from '#features/cart/index.ts';
import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { FormProblem } from '#platform/forms/fields.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { type CheckoutNotice, needsFullAddress } from '../checkout-view.ts';
import {
  checkoutPath,
  paymentMethodField,
  refusedCheckoutPath,
  shippingMethodField,
  suggestionField,
  updateField,
} from '../contract.ts';
import { checkoutErrors } from '../errors.ts';
import { readFormExtensions, withoutExtensionFields } from '../extensions.ts';
import { createCapNotice, createLimitNotice } from '../failure-notices.ts';
import { renderCheckout } from '../pages/render-checkout.tsx';
import { readCheckoutForm } from '../read-form.ts';
import { type CouponRefusal, changeCoupons } from '../review/change-coupons.ts';
import { type CheckoutMessages, saveForm } from '../saved-forms/saved-forms.ts';
import { checkoutFields } from '../slots.ts';
import { applySuggestion } from '../suggestions.ts';
import { checkoutTexts as texts } from '../texts.ts';
import { findNextPage } from './authorize-payment.ts';
import { placeOrder } from './place-order.ts';
import type { PlaceOrderFailure } from './place-order-result.ts';

type SubmitFailure = { readonly form: FormBody } & (
  | PlaceOrderFailure
  | { readonly ok: false; readonly code: 'FORM_INVALID'; readonly problems: readonly FormProblem[] }
  | CouponRefusal
);

/**
 * Places the order, or with the buttons that update the totals or change the coupons only shows it
 * again. A code that was typed and not applied is applied first: nobody orders without it unawares.
 * A refused form is kept and shown by a redirect: going back or reloading repeats nothing.
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
    const coupons = await changeCoupons(shop, { owner, form, ipAddress: request.ip });
    if (!coupons.ok) return { ...coupons, form };
    if (coupons.isChanged || readSingleLine(form, updateField) !== '') return { ok: true, placed: null, owner, form };
    if (readSingleLine(form, suggestionField) !== '')
      return { ok: true, placed: null, owner, form: applySuggestion(shop, form) };
    const extraFields = await shop.fill(checkoutFields, shop.renderContext(checkoutPath), { actor });
    const demand = { extras: extraFields, needsFullAddress: needsFullAddress(await getCart(shop, owner)) };
    const read = await readCheckoutForm(shop, form, demand);
    if (!read.ok) return { ok: false, code: 'FORM_INVALID', problems: read.problems, form };
    const input = { ...read.input, extensions: readFormExtensions(shop, request, form) };
    const result = await placeOrder(shop, actor, input, request.ip);
    return result.ok ? { ok: true, placed: result, owner, form } : { ...result, form };
  },
  hint: async ({ shop }, { placed, owner }) => placed && toCartHint(await countCart(shop.db, owner)),
  form: {
    path: checkoutPath,
    success: async ({ shop, getActor }, { placed, form }) => {
      if (!placed) {
        await saveForm(shop.db, await getCart(shop, getCartOwner(await getActor())), {
          form: withoutExtensionFields(shop, withoutCoupon(form)),
        });
        return { redirectTo: checkoutPath };
      }
      return { redirectTo: await findNextPage(shop, placed) };
    },
    failure: showFailure,
  },
});

/** A code that was applied is not typed any more. */
function withoutCoupon({ [couponCodeField]: _, ...form }: FormBody): FormBody {
  return form;
}

async function showFailure(call: MutationCall, failure: SubmitFailure): Promise<FormReply> {
  const { shop, getActor } = call;
  const { form } = failure;
  const actor = await getActor();
  if (failure.code === 'EMPTY_CART' || failure.code === 'CART_CHANGED') return { redirectTo: cartPath };
  if (failure.code === 'TOO_MANY_ORDERS') {
    // Not kept: whoever floods the shop must not make it write.
    const messages = { notices: [createLimitNotice(shop, failure)] };
    return {
      headers: { 'retry-after': failure.retryAfter },
      ...(await renderCheckout(shop, actor, { form, messages })),
    };
  }
  const cart = await getCart(shop, getCartOwner(actor));
  if (failure.code === 'REQUEST_KEY_USED' && cart.lines.length === 0)
    return { redirectTo: failure.order ? orderPath(failure.order.token) : cartPath };
  const typed = withoutExtensionFields(shop, form);
  await saveForm(shop.db, cart, { form: typed, messages: createMessages(shop, failure) });
  return { redirectTo: refusedCheckoutPath };
}

type ShownFailure = Exclude<SubmitFailure, { readonly code: 'EMPTY_CART' | 'CART_CHANGED' | 'TOO_MANY_ORDERS' }>;

function createMessages(shop: Shop, failure: ShownFailure): Partial<CheckoutMessages> {
  const { t } = shop;
  const context = shop.renderContext(checkoutPath);
  const { currency } = shop.choices;
  switch (failure.code) {
    case 'COUPON_REFUSED':
    case 'COUPON_ATTEMPTS':
      return { couponFailure: formatCouponProblem(context, currency, failure.failure) };
    case 'FORM_INVALID':
      return { problems: [...failure.problems] };
    case 'SHIPPING_UNAVAILABLE':
      return { problems: [{ field: shippingMethodField, message: formatShippingProblem(shop, failure.form) }] };
    case 'PAYMENT_UNAVAILABLE':
      return { problems: [{ field: paymentMethodField, message: t(texts.paymentMissing) }] };
    case 'PRICE_CHANGED': {
      const total = context.price({ amount: failure.total, currency });
      return { notices: [{ text: t(texts.PRICE_CHANGED, { total }) }] };
    }
    case 'OUT_OF_STOCK': {
      const link = { text: t(texts.editCart), href: cartPath };
      return {
        notices: failure.shortages.map(({ name, available }) => ({
          text: t(texts.OUT_OF_STOCK, { name, available }),
          link,
        })),
      };
    }
    case 'RESERVATION_LIMIT':
      return { notices: [createCapNotice(shop, failure)] };
    case 'PAYMENT_IN_PROGRESS':
      return { notices: [{ text: t(texts.PAYMENT_IN_PROGRESS), ...createOrderLink(shop, failure.order) }] };
    case 'REQUEST_KEY_USED':
      return { notices: [{ text: t(texts.REQUEST_KEY_USED), ...createOrderLink(shop, failure.order) }] };
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
