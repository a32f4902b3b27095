import { type CouponTexts, readCoupon } from '#features/promotions/coupons/coupon-input.ts';
import { saveCoupon } from '#features/promotions/coupons/coupons.ts';
import { type PromotionInput, savePromotion } from '#features/promotions/promotions.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Creates a coupon from texts as a file has them: a percentage, unless `type` says otherwise. @returns its id */
export async function addTestCoupon(shop: Shop, texts: CouponTexts & { readonly code: string }): Promise<number> {
  const read = await readCoupon(shop.db, { type: 'percent', ...texts }, shop.choices);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const saved = await saveCoupon(shop.db, null, read.input);
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

const nothing: Omit<PromotionInput, 'currency'> = {
  ...{ name: 'Sale', percent: null, amount: null, bundleQuantity: null, bundleFree: null, freeShipping: false },
  ...{ startsAt: null, endsAt: null, minQuantity: 1, minSpend: null, tierGroup: null, priority: 10 },
  ...{ firstOrderOnly: false, productIds: null, categoryIds: null, brandIds: null },
};

/** Creates a promotion with these fields and no other conditions. @returns its id */
export const addTestPromotion = (shop: Shop, facts: Partial<PromotionInput>): Promise<number> =>
  savePromotion(shop.db, null, { ...nothing, currency: shop.choices.currency, ...facts });
