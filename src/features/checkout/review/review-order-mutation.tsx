import { z } from 'zod';
import { cartPath, couponCodeField, formatCouponProblem, setVatNumber } from '#features/cart/index.ts';
import { formBody, readSingleLine } from '#platform/forms/read-form.ts';
import { renderHtml } from '#platform/fragments/fragments.tsx';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import { defineMutation } from '#platform/mutations/mutation.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { type CheckoutView, needsFullAddress } from '../checkout-view.ts';
import {
  applyCouponField,
  type CheckoutReviewReply,
  checkedFieldsField,
  checkoutFragment,
  checkoutPath,
  checkoutReviewCallPath,
  listsProblemsField,
  refusalField,
  removeCouponField,
} from '../contract.ts';
import { checkoutErrors } from '../errors.ts';
import { withoutExtensionFields } from '../extensions.ts';
import { CheckoutContent } from '../pages/checkout-content.tsx';
import { loadCheckout } from '../pages/load-checkout.ts';
import { readCheckoutForm } from '../read-form.ts';
import { readRefusal, saveForm } from '../saved-forms/saved-forms.ts';
import { applySuggestion } from '../suggestions.ts';
import { changeCoupons } from './change-coupons.ts';

/** Whether the shopper pressed a coupon button. A code that is still being typed is not applied yet. */
const isAboutCoupons = (form: FormBody) =>
  [applyCouponField, removeCouponField].some((name) => readSingleLine(form, name) !== '');

/** Adds the problems of fields that the shopper has left, as if the order were placed. */
async function checkFields(view: CheckoutView): Promise<CheckoutView> {
  const { shop, form, order, extraFields } = view;
  const checked = readSingleLine(form, checkedFieldsField).split(' ');
  const demand = { extras: extraFields, needsFullAddress: () => needsFullAddress(order.cart) };
  const read = await readCheckoutForm(shop, form, demand);
  const problems = read.ok ? [] : read.problems.filter(({ field }) => checked.includes(field));
  return { ...view, problems, listsProblems: readSingleLine(form, listsProblemsField) !== '' };
}

/** Saves the form and shows the order for its current input. Nothing is ordered or refused. */
export const reviewOrder = defineMutation({
  name: 'checkout.review-order',
  description:
    'Keeps the fields of the checkout and answers with the checkout for them. With `apply_coupon` or `remove_coupon` it changes the coupons first; with `use_suggestion` it takes over the suggestion for that field. Checks the fields that `checked_fields` names.',
  // Any fields are accepted and saved, as for placing an order.
  schema: formBody,
  errors: checkoutErrors,
  run: async ({ shop, request, getActor }, form) => {
    const receivedAt = shop.clock.now();
    const actor = await getActor();
    const owner = getOwner(actor);
    const coupons =
      owner && isAboutCoupons(form) ? await changeCoupons(shop, { owner, form, ipAddress: request.ip }) : null;
    const typed = applySuggestion(shop, form);
    const { [couponCodeField]: _, ...others } = typed;
    const kept = coupons?.ok ? others : typed;
    const couponFailure =
      coupons?.ok === false
        ? formatCouponProblem(shop.renderContext(checkoutPath), shop.choices.currency, coupons.failure)
        : null;
    const refusal = readRefusal(form[refusalField]);
    const view = await loadCheckout(shop, actor, { form: kept, messages: { couponFailure }, refusal });
    if (view) {
      await saveForm(shop, view.order.cart, {
        form: withoutExtensionFields(shop, kept),
        receivedAt,
        shownRefusal: refusal,
      });
      await setVatNumber(shop.db, view.order.cart, view.order.vatNumber);
    }
    return { ok: true, view: view && (await checkFields(view)) } as const;
  },
  json: {
    path: ({ rest }) => checkoutReviewCallPath(rest),
    response: z
      .strictObject({ fragments: z.record(z.string(), z.string()), redirectTo: z.string().nullable() })
      .meta({ id: 'CheckoutReviewReply' }),
    success: (_, { view }): CheckoutReviewReply => {
      if (!view) return { fragments: {}, redirectTo: cartPath };
      const html = renderHtml(checkoutFragment, <CheckoutContent view={view} />);
      return { fragments: { [checkoutFragment]: html }, redirectTo: null };
    },
  },
});
