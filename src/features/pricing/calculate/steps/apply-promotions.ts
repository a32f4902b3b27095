import type { Promotion } from '../ports.ts';
import {
  applyDiscounts,
  calculatePercentage,
  type Discounted,
  divideDiscount,
  type LineDiscounts,
  sumLineTotals,
  takeItems,
} from './discounts.ts';
import type { DiscountedLine } from './price-lines.ts';

export interface PromotionsApplied extends Discounted {
  /** Promotions of the phase whose conditions are fulfilled, in the order in which they apply. */
  readonly applied: readonly Promotion[];
}

/**
 * Applies promotions of lines or of the cart. Their conditions are tested on the lines before this step; discounts
 * are then applied one after another to the remaining amounts. Lines with an agreed price are skipped.
 * @param promotions sorted by priority and id
 */
export function applyPromotions(
  { lines, adjustments }: Discounted,
  promotions: readonly Promotion[],
  appliesTo: Promotion['appliesTo'],
): PromotionsApplied {
  const fulfilled = promotions.filter(
    (promotion) => promotion.appliesTo === appliesTo && isFulfilled(promotion, lines),
  );
  const applied = fulfilled.filter((promotion) => isHighestTier(promotion, fulfilled));
  return { ...applied.reduce(applyPromotion, { lines, adjustments }), applied };
}

function matches({ productIds }: Promotion, { line }: DiscountedLine): boolean {
  return line.agreedPrice === null && (productIds === null || productIds.includes(line.productId));
}

function isFulfilled(promotion: Promotion, lines: readonly DiscountedLine[]): boolean {
  const matching = lines.filter((line) => matches(promotion, line));
  return (
    countItems(matching) >= Math.max(promotion.minQuantity, 1) && sumLineTotals(matching) >= (promotion.minSpend ?? 0)
  );
}

function countItems(lines: readonly DiscountedLine[]): number {
  return lines.reduce((sum, { line }) => sum + line.quantity, 0);
}

/** When thresholds are equal, the first promotion applies. */
function isHighestTier(promotion: Promotion, fulfilled: readonly Promotion[]): boolean {
  const { tierGroup = null } = promotion;
  if (tierGroup === null) return true;
  const tiers = fulfilled.filter((other) => other.tierGroup === tierGroup);
  const [highest] = tiers.toSorted(
    (a, b) =>
      (b.minSpend ?? 0) - (a.minSpend ?? 0) || b.minQuantity - a.minQuantity || tiers.indexOf(a) - tiers.indexOf(b),
  );
  return promotion === highest;
}

function applyPromotion(before: Discounted, promotion: Promotion): Discounted {
  const matching = before.lines.filter((line) => matches(promotion, line));
  return applyDiscounts(before, promotion, calculateDiscounts(promotion, matching));
}

function calculateDiscounts({ appliesTo, discount }: Promotion, lines: readonly DiscountedLine[]): LineDiscounts {
  switch (discount.type) {
    case 'none':
      return new Map();
    case 'bundle': {
      const bundles = Math.floor(countItems(lines) / discount.quantity);
      return new Map(takeItems(lines, bundles * discount.free, 'cheapest').map(({ key, amount }) => [key, amount]));
    }
    case 'percent':
      if (appliesTo === 'cart') return divideDiscount(calculatePercentage(sumLineTotals(lines), discount.rate), lines);
      return new Map(lines.map(({ line, total }) => [line.key, calculatePercentage(total, discount.rate)]));
    case 'amount':
      if (appliesTo === 'cart') return divideDiscount(discount.amount, lines);
      return new Map(lines.map(({ line, total }) => [line.key, Math.min(discount.amount * line.quantity, total)]));
  }
}
