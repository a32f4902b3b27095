import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { cartPath, couponCodeField, formatCouponProblem, getCart, readCartHint } from '#features/cart/index.ts';
import { orderPath } from '#features/orders/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import {
  type CheckoutOrderReply,
  checkoutOrderCallPath,
  checkoutPath,
  refusedCheckoutPath,
  suggestionField,
  updateField,
} from '../contract.ts';
import { readDeliveryFirst } from '../delivery-first.ts';
import { checkoutErrors } from '../errors.ts';
import { readFormExtensions, withoutExtensionFields } from '../extensions.ts';
import { describeOrderFailure, formatOrderFailure } from '../failure-notices.ts';
import { renderCheckout } from '../pages/render-checkout.tsx';
import { type CouponRefusal, changeCoupons } from '../review/change-coupons.ts';
import { type CheckoutMessages, saveForm } from '../saved-forms/saved-forms.ts';
import { applySuggestion } from '../suggestions.ts';
import { findNextStep } from './authorize-payment.ts';
import { placeTypedOrder, type TypedOrderFailure } from './place-typed-order.ts';

type SubmitFailure = { readonly form: FormBody } & (TypedOrderFailure | CouponRefusal);

/**
 * Places the order. Buttons that update the totals or change the coupons only show the form again. A typed coupon
 * code that was not applied is applied first, so that no order omits it unnoticed. A refused form is saved and shown
 * after a redirect, so that going back or reloading repeats nothing.
 */
export const submitCheckout = defineMutation({
  name: 'checkout.place-order',
  description: "Orders the actor's whole cart. `placeOrder` counts it under the limits of `checkout.ordersPerHour`.",
  // Other features add fields, and all input is saved. `readCheckoutForm` reads the known fields.
  schema: formBody,
  errors: checkoutErrors,
  run: async ({ shop, request, getActor }, sent) => {
    const form = readDeliveryFirst(sent);
    const actor = await getActor();
    const owner = getOwner(actor);
    if (!owner) return { ok: false, code: 'EMPTY_CART', form };
    const coupons = await changeCoupons(shop, { owner, form, ipAddress: request.ip });
    if (!coupons.ok) return { ...coupons, form };
    if (coupons.isChanged || readSingleLine(form, updateField) !== '') return { ok: true, placed: null, form };
    if (readSingleLine(form, suggestionField) !== '')
      return { ok: true, placed: null, form: applySuggestion(shop, form) };
    const extensions = readFormExtensions(shop, request, form);
    const result = await placeTypedOrder(shop, actor, { form, extensions, ipAddress: request.ip });
    return result.ok ? { ok: true, placed: result, form } : { ...result, form };
  },
  hint: (call, { placed }) => placed && readCartHint(call),
  form: {
    path: checkoutPath,
    success: async ({ shop, getActor }, { placed, form }) => {
      if (!placed) {
        await keepForm(shop, await getActor(), form);
        return { redirectTo: checkoutPath };
      }
      return { redirectTo: (await findNextStep(shop, placed)).path };
    },
    failure: showFailure,
  },
  message: ({ shop }, failure) =>
    'failure' in failure ? formatCouponFailure(shop, failure) : formatOrderFailure(shop, failure, failure.form),
  problems: (failure) => (failure.code === 'FORM_INVALID' ? failure.problems : []),
  json: {
    path: ({ rest }) => checkoutOrderCallPath(rest),
    response: z.strictObject({
      redirectTo: z.string(),
      order: z.string().nullable(),
      client: z.record(z.string(), z.unknown()).nullable(),
    }),
    success: async ({ shop, getActor }, { placed, form }): Promise<CheckoutOrderReply> => {
      if (placed) {
        const { path, client } = await findNextStep(shop, placed);
        return { redirectTo: path, order: placed.token, client };
      }
      await keepForm(shop, await getActor(), form);
      return { redirectTo: checkoutPath, order: null, client: null };
    },
  },
});

async function keepForm(shop: Shop, actor: Actor, form: FormBody): Promise<void> {
  const typed = withoutExtensionFields(shop, withoutCoupon(form));
  await saveForm(shop, await getCart(shop, getOwner(actor)), { form: typed });
}

function withoutCoupon({ [couponCodeField]: _, ...form }: FormBody): FormBody {
  return form;
}

async function showFailure(call: MutationCall, failure: SubmitFailure): Promise<FormReply> {
  const { shop, getActor } = call;
  const { form } = failure;
  const actor = await getActor();
  if (failure.code === 'EMPTY_CART' || failure.code === 'CART_CHANGED') return { redirectTo: cartPath };
  if (failure.code === 'TOO_MANY_ORDERS') {
    // The form is not saved: a flood of requests must not cause writes.
    const messages = describeOrderFailure(shop, failure, form);
    return renderCheckout(shop, actor, { form, messages });
  }
  const cart = await getCart(shop, getOwner(actor));
  if (failure.code === 'REQUEST_KEY_USED' && cart.lines.length === 0)
    return { redirectTo: failure.order ? orderPath(failure.order.token) : cartPath };
  const typed = withoutExtensionFields(shop, form);
  const refusal = { id: randomBytes(9).toString('base64url'), messages: createMessages(shop, failure) };
  await saveForm(shop, cart, { form: typed, refusal });
  return { redirectTo: refusedCheckoutPath(refusal.id) };
}

type ShownFailure = Exclude<SubmitFailure, { readonly code: 'EMPTY_CART' | 'CART_CHANGED' | 'TOO_MANY_ORDERS' }>;

function createMessages(shop: Shop, failure: ShownFailure): Partial<CheckoutMessages> {
  if (!('failure' in failure)) return describeOrderFailure(shop, failure, failure.form);
  return { couponFailure: formatCouponFailure(shop, failure) };
}

function formatCouponFailure(shop: Shop, { failure }: CouponRefusal): string {
  return formatCouponProblem(shop.renderContext(checkoutPath), shop.choices.currency, failure);
}
