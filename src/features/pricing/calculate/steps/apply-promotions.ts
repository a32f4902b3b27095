import { allocate, divideRounded } from '../allocate.ts';
import type { Adjustment } from '../calculation.ts';
import type { Promotion } from '../ports.ts';
import type { DiscountedLine } from './price-lines.ts';

export interface Discounted {
  readonly lines: readonly DiscountedLine[];
  readonly adjustments: readonly Adjustment[];
}

/** 100 % in the unit of a promotion's `rate`. */
const hundredPercent = 1_000_000n;

/**
 * The step of one kind of promotions. Conditions are tested on the lines as they are at its start;
 * discounts then apply one after another to what remains. Lines with an agreed price are skipped.
 * @param promotions by priority and id
 */
export function applyPromotions(
  { lines, adjustments }: Discounted,
  promotions: readonly Promotion[],
  appliesTo: Promotion['appliesTo'],
): Discounted {
  const fulfilled = promotions.filter(
    (promotion) => promotion.appliesTo === appliesTo && isFulfilled(promotion, lines),
  );
  return fulfilled.reduce(applyPromotion, { lines, adjustments });
}

function matches({ productIds }: Promotion, { line }: DiscountedLine): boolean {
  return line.agreedPrice === null && (productIds === null || productIds.includes(line.productId));
}

function isFulfilled(promotion: Promotion, lines: readonly DiscountedLine[]): boolean {
  const matching = lines.filter((line) => matches(promotion, line));
  const quantity = matching.reduce((sum, { line }) => sum + line.quantity, 0);
  return quantity >= Math.max(promotion.minQuantity, 1);
}

function applyPromotion({ lines, adjustments }: Discounted, promotion: Promotion): Discounted {
  const matching = lines.filter((line) => matches(promotion, line));
  const discounts =
    promotion.appliesTo === 'line'
      ? new Map(matching.map((line) => [line.line.key, calculateLineDiscount(promotion, line)]))
      : calculateCartDiscounts(promotion, matching);
  const getDiscount = (line: DiscountedLine) => (matching.includes(line) ? (discounts.get(line.line.key) ?? 0) : 0);
  const { source, name } = promotion;
  return {
    lines: lines.map((line) => ({ ...line, total: line.total - getDiscount(line) })),
    adjustments: [
      ...adjustments,
      ...matching
        .filter((line) => getDiscount(line) > 0)
        .map((line) => ({ source, name, lineKey: line.line.key, amount: -getDiscount(line) })),
    ],
  };
}

function calculatePercentage(amount: number, rate: number): number {
  return Number(divideRounded(BigInt(amount) * BigInt(rate), hundredPercent));
}

function calculateLineDiscount({ discount }: Promotion, { total, line }: DiscountedLine): number {
  const amount =
    discount.type === 'percent' ? calculatePercentage(total, discount.rate) : discount.amount * line.quantity;
  return Math.min(amount, total);
}

/** Divides the discount among the lines by what remains of them. */
function calculateCartDiscounts({ discount }: Promotion, lines: readonly DiscountedLine[]): Map<string, number> {
  const sum = lines.reduce((before, { total }) => before + total, 0);
  const amount = discount.type === 'percent' ? calculatePercentage(sum, discount.rate) : discount.amount;
  const weights = lines.map(({ line, total }) => ({ key: line.key, weight: BigInt(total) }));
  const shares = allocate(BigInt(Math.min(amount, sum)), weights);
  return new Map([...shares].map(([key, share]) => [key, Number(share)]));
}
