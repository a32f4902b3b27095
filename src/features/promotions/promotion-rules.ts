import type { PromotionInput } from './promotions.ts';

type PromotionFacts = Omit<PromotionInput, 'productIds' | 'categoryIds' | 'brandIds'>;

export type PromotionProblem =
  | 'NAME_INVALID'
  | 'NOT_ONE_DISCOUNT'
  | 'BUNDLE_INVALID'
  | 'TIER_GROUP_INVALID'
  | 'ENDS_BEFORE_START';

/** Finds the first broken rule of a promotion. The ranges of numbers are checked elsewhere. */
export function findPromotionProblem(promotion: PromotionFacts): PromotionProblem | null {
  const { name, percent, amount, bundleQuantity, bundleFree, freeShipping, tierGroup, startsAt, endsAt } = promotion;
  const discounts = [percent, amount, bundleQuantity].filter((each) => each !== null).length;
  if (name.trim() === '' || name.length > 200) return 'NAME_INVALID';
  if (discounts > 1 || (discounts === 0 && !freeShipping)) return 'NOT_ONE_DISCOUNT';
  if (bundleQuantity !== null && !(bundleFree !== null && bundleFree >= 1 && bundleFree < bundleQuantity))
    return 'BUNDLE_INVALID';
  if (tierGroup !== null && !/^[a-z0-9-]{1,50}$/.test(tierGroup)) return 'TIER_GROUP_INVALID';
  return startsAt && endsAt && endsAt <= startsAt ? 'ENDS_BEFORE_START' : null;
}
