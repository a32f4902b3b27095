import type { CouponProblem } from '#features/pricing/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { maxCoupons } from '../contract.ts';
import { cartTexts as texts } from '../texts.ts';
import type { CouponFailure } from './change-coupons.ts';

type Formatters = Pick<RenderContext, 't' | 'price'>;

/** @param currency the ISO 4217 code of the amounts in the problem */
export function formatCouponProblem(
  { t, price }: Formatters,
  currency: string,
  problem: CouponProblem | CouponFailure,
): string {
  switch (problem.code) {
    case 'COUPON_MIN_SPEND':
      return t(texts.COUPON_MIN_SPEND, { amount: price({ amount: problem.missing, currency }) });
    case 'COUPON_MAX_SPEND':
      return t(texts.COUPON_MAX_SPEND, { amount: price({ amount: problem.max, currency }) });
    case 'COUPON_NOT_WITH_OTHERS':
      return t(texts.COUPON_NOT_WITH_OTHERS, { other: problem.other });
    case 'COUPON_LIMIT':
      return t(texts.COUPON_LIMIT, { max: maxCoupons });
    default:
      return t(texts[problem.code]);
  }
}
