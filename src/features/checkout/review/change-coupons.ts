import { applyCoupon, type CouponFailure, couponCodeField, removeCoupon } from '#features/cart/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readSingleLine } from '#platform/forms/read-form.ts';
import type { FormBody } from '#platform/http/bodies/forms.ts';
import type { Refusal } from '#platform/mutations/mutation.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { applyCouponField, removeCouponField } from '../contract.ts';

export type CouponRefusal = Refusal<'COUPON_REFUSED' | 'COUPON_ATTEMPTS', { failure: CouponFailure }>;

interface CouponRequest {
  readonly owner: Owner;
  readonly form: FormBody;
  readonly ipAddress: string;
}

/**
 * Removes or applies the coupon that the form names. Also applies a code that was typed without pressing the button.
 */
export async function changeCoupons(
  shop: Shop,
  { owner, form, ipAddress }: CouponRequest,
): Promise<{ readonly ok: true; readonly isChanged: boolean } | CouponRefusal> {
  const removed = readSingleLine(form, removeCouponField);
  if (removed !== '') {
    await removeCoupon(shop, owner, removed);
    return { ok: true, isChanged: true };
  }
  const code = readSingleLine(form, couponCodeField);
  if (code === '' && readSingleLine(form, applyCouponField) === '') return { ok: true, isChanged: false };
  const applied = await applyCoupon(shop, { owner, code, ipAddress });
  if (applied.ok) return { ok: true, isChanged: code !== '' };
  return {
    ok: false,
    code: applied.code === 'COUPON_ATTEMPTS' ? applied.code : 'COUPON_REFUSED',
    failure: applied,
  };
}
