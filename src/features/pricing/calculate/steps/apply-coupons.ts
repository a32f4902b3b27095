import type { CouponProblem } from '../coupon-problem.ts';
import type { Coupon, FoundCoupon } from '../ports.ts';
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

interface CouponsApplied extends Discounted {
  /** Coupons in the order in which they apply. */
  readonly applied: readonly Coupon[];
  /** In the order of the codes. */
  readonly problems: readonly CouponProblem[];
}

/**
 * Applies coupons. Their conditions are tested on the lines before this step, in the order of the codes; discounts
 * are then applied by priority and id to the remaining amounts. A repeated coupon counts once.
 */
export function applyCoupons(discounted: Discounted, found: readonly FoundCoupon[]): CouponsApplied {
  const accepted: Coupon[] = [];
  const problems: CouponProblem[] = [];
  for (const each of found) {
    if ('problem' in each) problems.push(each.problem);
    else if (!accepted.some(({ id }) => id === each.coupon.id)) {
      const problem = findProblem(each.code, each.coupon, discounted.lines, accepted);
      if (problem) problems.push(problem);
      else accepted.push(each.coupon);
    }
  }
  const applied = accepted.toSorted((a, b) => a.priority - b.priority || a.id - b.id);
  return { ...applied.reduce(applyCoupon, discounted), applied, problems };
}

function findProblem(
  code: string,
  coupon: Coupon,
  lines: readonly DiscountedLine[],
  accepted: readonly Coupon[],
): CouponProblem | null {
  const spend = sumLineTotals(lines);
  if (coupon.minSpend !== null && spend < coupon.minSpend)
    return { code: 'COUPON_MIN_SPEND', coupon: code, missing: coupon.minSpend - spend };
  if (coupon.maxSpend !== null && spend > coupon.maxSpend)
    return { code: 'COUPON_MAX_SPEND', coupon: code, max: coupon.maxSpend };
  const scopeProblem = findScopeProblem(coupon, lines);
  if (scopeProblem) return { code: scopeProblem, coupon: code };
  const other = accepted.find((each) => each.isIndividual || coupon.isIndividual);
  return other ? { code: 'COUPON_NOT_WITH_OTHERS', coupon: code, other: other.code } : null;
}

function findScopeProblem(
  coupon: Coupon,
  lines: readonly DiscountedLine[],
): 'COUPON_NOT_FOR_PRODUCTS' | 'COUPON_SALE_ITEMS_ONLY' | null {
  const ofProducts = lines.filter((line) => isOfProducts(coupon, line));
  const matching = ofProducts.filter((line) => matches(coupon, line));
  if (matching.length === 0) return ofProducts.length > 0 ? 'COUPON_SALE_ITEMS_ONLY' : 'COUPON_NOT_FOR_PRODUCTS';
  const shipsOnly = coupon.discount.type === 'none';
  return shipsOnly && !lines.some(({ line }) => line.needsShipping) ? 'COUPON_NOT_FOR_PRODUCTS' : null;
}

function isOfProducts({ productIds }: Coupon, { line }: DiscountedLine): boolean {
  return line.agreedPrice === null && (productIds === null || productIds.includes(line.productId));
}

function matches(coupon: Coupon, line: DiscountedLine): boolean {
  return isOfProducts(coupon, line) && !(coupon.excludesSaleItems && (line.line.isOnSale ?? false));
}

function applyCoupon(before: Discounted, coupon: Coupon): Discounted {
  const matching = before.lines.filter((line) => matches(coupon, line));
  const { source, code } = coupon;
  return applyDiscounts(before, { source, name: code }, calculateDiscounts(coupon, matching));
}

function calculateDiscounts({ discount, maxItems }: Coupon, lines: readonly DiscountedLine[]): LineDiscounts {
  if (discount.type === 'none') return new Map();
  if (discount.type === 'amount' && discount.per === 'cart') return divideDiscount(discount.amount, lines);
  if (discount.type === 'percent' && maxItems === null)
    return divideDiscount(calculatePercentage(sumLineTotals(lines), discount.rate), lines);
  const items = takeItems(lines, maxItems ?? Number.MAX_SAFE_INTEGER, 'most-expensive');
  return new Map(
    items.map(({ key, quantity, amount }) => [
      key,
      discount.type === 'percent'
        ? calculatePercentage(amount, discount.rate)
        : Math.min(discount.amount * quantity, amount),
    ]),
  );
}
