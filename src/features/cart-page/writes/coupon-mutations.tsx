import { z } from 'zod';
import {
  applyCoupon,
  type CouponFailure,
  cartCouponCallPath,
  cartCouponPath,
  cartCouponRemoveCallPath,
  cartCouponRemovePath,
  cartErrors,
  cartPath,
  cartReply,
  cartTexts,
  countCart,
  couponCodeField,
  createCartReply,
  formatCouponProblem,
  readRequestedFragments,
  removeCoupon,
  toCartHint,
} from '#features/cart/index.ts';
import { cleanCode } from '#features/promotions/index.ts';
import type { FormReply } from '#platform/http/form-reply.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { Notice } from '#ui/notice.tsx';
import { PageHead } from '#ui/page-head.tsx';
import { cartStyles } from '../pages/cart-page.tsx';
import { cartPageTexts as texts } from '../texts.ts';
import { toCouponNotice } from './coupon-notices.ts';

const codeBody = z.object({ [couponCodeField]: z.string().max(1000) }).transform((body) => body[couponCodeField] ?? '');

const applyCouponMutation = defineMutation({
  name: 'cart.apply-coupon',
  description:
    'Puts a coupon into the cart. `applyCoupon` counts codes that do not apply under `cart.couponAttemptsPerHour` and `cart.couponAttemptsPerNetwork`.',
  schema: codeBody,
  errors: cartErrors,
  run: async ({ shop, request, getActor }, code) =>
    applyCoupon(shop, { owner: getOwner(await getActor()), code, ipAddress: request.ip }),
  hint: (_, { cart }) => toCartHint(cart),
  message: ({ shop }, failure) => formatCouponProblem(shop.renderContext(cartPath), shop.choices.currency, failure),
  form: {
    path: cartCouponPath,
    success: () => ({ redirectTo: cartPath, notices: [{ code: 'couponApplied' }] }),
    failure: showFailure,
  },
  json: {
    path: ({ rest }) => cartCouponCallPath(rest),
    response: cartReply,
    success: async (call, { cart }) =>
      createCartReply(call, {
        owner: getOwner(await call.getActor()),
        cart,
        message: call.shop.t(texts.couponApplied),
        fragments: readRequestedFragments(call.request.body),
      }),
  },
});

function showFailure({ shop, request }: MutationCall, failure: CouponFailure): FormReply {
  if (failure.code !== 'COUPON_ATTEMPTS') {
    const typed = cleanCode(codeBody.parse(request.body));
    return { redirectTo: cartPath, notices: [toCouponNotice(failure, typed)] };
  }
  const { t } = shop;
  const body = (
    <div className="wrap wrap--text">
      <PageHead title={t(texts.couponAttemptsTitle)} />
      <Notice kind="error" autoFocus>
        {t(cartTexts.COUPON_ATTEMPTS)}
      </Notice>
      <p>
        <a href={cartPath}>{t(texts.couponBack)}</a>
      </p>
    </div>
  );
  return { page: { title: t(texts.couponAttemptsTitle), styles: cartStyles, body } };
}

const removeCouponMutation = defineMutation({
  name: 'cart.remove-coupon',
  description: 'Takes a coupon out of the cart. Succeeds when the cart does not have it.',
  schema: codeBody,
  run: async ({ shop, getActor }, code) => {
    const owner = getOwner(await getActor());
    const isRemoved = owner !== null && (await removeCoupon(shop, owner, code));
    return { ok: true, owner, isRemoved } as const;
  },
  hint: async ({ shop }, { owner }) => owner && toCartHint(await countCart(shop.db, owner)),
  form: {
    path: cartCouponRemovePath,
    success: (_, { isRemoved }) => ({
      redirectTo: cartPath,
      notices: isRemoved ? [{ code: 'couponRemoved' }] : [],
    }),
  },
  json: {
    path: ({ rest }) => cartCouponRemoveCallPath(rest),
    response: cartReply,
    success: (call, { owner }) =>
      createCartReply(call, {
        owner,
        message: call.shop.t(texts.couponRemoved),
        fragments: readRequestedFragments(call.request.body),
      }),
  },
});

export const couponMutations = [applyCouponMutation, removeCouponMutation];
