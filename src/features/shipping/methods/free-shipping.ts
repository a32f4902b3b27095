import type { ShippingRefusal } from '#features/pricing/index.ts';
import type { MethodOf } from '../settings.ts';
import { type QuoteMethod, toThreshold } from './method-quote.ts';

/** Free with a minimum of the items, with a coupon, with either or both, or always. */
export function compileFreeShipping(method: MethodOf<'free_shipping'>): QuoteMethod {
  const { id, title, transitDays, requires, minimum = 0, minimumOf } = method;
  return ({ orderSubtotal, orderTotal, hasFreeShippingCoupon }) => {
    const threshold = toThreshold(minimum, minimumOf === 'full' ? orderSubtotal : orderTotal);
    const lacksMinimum: ShippingRefusal | null =
      threshold.missing > 0 ? { code: 'MINIMUM_NOT_REACHED', methodId: id, title, missing: threshold.missing } : null;
    const lacksCoupon: ShippingRefusal | null = hasFreeShippingCoupon
      ? null
      : { code: 'COUPON_REQUIRED', methodId: id, title };
    const refusal = {
      nothing: null,
      minimum: lacksMinimum,
      coupon: lacksCoupon,
      'minimum-or-coupon': lacksCoupon && lacksMinimum,
      'minimum-and-coupon': lacksCoupon ?? lacksMinimum,
    }[requires];
    // Who lacks a coupon would not reach free shipping with more items.
    const isReachable =
      requires === 'minimum' ||
      (requires === 'minimum-or-coupon' && !hasFreeShippingCoupon) ||
      (requires === 'minimum-and-coupon' && hasFreeShippingCoupon);
    const needsCoupon = requires.includes('coupon') && (requires !== 'minimum-or-coupon' || lacksMinimum !== null);
    const option = { id, title, amount: 0, isPickup: false, transitDays, needsCoupon };
    return { options: refusal ? [] : [option], refusal, freeShipping: isReachable ? threshold : null };
  };
}
