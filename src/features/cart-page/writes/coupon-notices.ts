import { type CouponFailure, formatCouponProblem } from '#features/cart/index.ts';
import type { Notice } from '#platform/http/notices.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { cartPageTexts as texts } from '../texts.ts';

export const couponNoticeCodes = [
  'couponApplied',
  'couponRemoved',
  'COUPON_REQUIRED',
  'COUPON_CART_EMPTY',
  'COUPON_LIMIT',
  'COUPON_INVALID',
  'COUPON_EXPIRED',
  'COUPON_USED_UP',
  'COUPON_USED_BY_CUSTOMER',
  'COUPON_NOT_FOR_PRODUCTS',
  'COUPON_SALE_ITEMS_ONLY',
  'COUPON_MIN_SPEND',
  'COUPON_MAX_SPEND',
  'COUPON_NOT_WITH_OTHERS',
] as const;

export interface CouponNotice extends Notice {
  readonly code: (typeof couponNoticeCodes)[number];
}

/** Maximum amount in minor units that a notice may contain. For larger amounts a notice without an amount is used. */
const maxNoticeNumber = 1_000_000;

type NoticedFailure = Exclude<CouponFailure, { readonly code: 'COUPON_ATTEMPTS' }>;

/** @param typed the refused code, which stays in the field */
export function toCouponNotice(failure: NoticedFailure, typed: string): CouponNotice {
  return { ...describeFailure(failure), typed };
}

function describeFailure(failure: NoticedFailure): CouponNotice {
  if (failure.code === 'COUPON_MIN_SPEND') return withAmount(failure.code, failure.missing);
  if (failure.code === 'COUPON_MAX_SPEND') return withAmount(failure.code, failure.max);
  return { code: failure.code };
}

function withAmount(code: CouponNotice['code'], amount: number): CouponNotice {
  return amount > maxNoticeNumber ? { code: 'COUPON_NOT_FOR_PRODUCTS' } : { code, max: amount };
}

export function isCouponNotice(notice: Notice): notice is CouponNotice {
  return couponNoticeCodes.some((code) => code === notice.code);
}

/** Returns the text of a notice, and whether it reports a failure. */
export function formatCouponNotice(
  context: Pick<RenderContext, 't' | 'price'>,
  currency: string,
  { code, max = 0 }: CouponNotice,
): { readonly text: string; readonly isFailure: boolean } {
  const { t } = context;
  switch (code) {
    case 'couponApplied':
    case 'couponRemoved':
      return { text: t(texts[code]), isFailure: false };
    case 'COUPON_MIN_SPEND':
      return { text: formatCouponProblem(context, currency, { code, coupon: '', missing: max }), isFailure: true };
    case 'COUPON_MAX_SPEND':
      return { text: formatCouponProblem(context, currency, { code, coupon: '', max }), isFailure: true };
    case 'COUPON_NOT_WITH_OTHERS':
      return { text: t(texts.COUPON_NOT_WITH_OTHER_COUPON), isFailure: true };
    case 'COUPON_REQUIRED':
    case 'COUPON_CART_EMPTY':
    case 'COUPON_LIMIT':
    case 'COUPON_INVALID':
      return { text: formatCouponProblem(context, currency, { ok: false, code }), isFailure: true };
    default:
      return { text: formatCouponProblem(context, currency, { code, coupon: '' }), isFailure: true };
  }
}
