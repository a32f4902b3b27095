import type { ShippingRefusal } from '#features/pricing/index.ts';
import type { MethodOf } from '../settings.ts';
import { type QuoteMethod, toThreshold } from './method-quote.ts';

/**
 * Compiles a method that is free always, from a minimum price of the items, with a coupon, or with either or both.
 */
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
    // Don't show how much is missing when a coupon decides: without the needed coupon, more items would not make
    // shipping free.
    const isReachable =
      requires === 'minimum' ||
      (requires === 'minimum-or-coupon' && !hasFreeShippingCoupon) ||
      (requires === 'minimum-and-coupon' && hasFreeShippingCoupon);
    const needsCoupon = requires.includes('coupon') && (requires !== 'minimum-or-coupon' || lacksMinimum !== null);
    const option = { id, title, amount: 0, isPickup: false, transitDays, needsCoupon };
    return { options: refusal ? [] : [option], refusal, freeShipping: isReachable ? threshold : null };
  };
}
