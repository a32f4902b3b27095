import { allocate, divideRounded } from '../allocate.ts';
import type { Adjustment } from '../calculation.ts';
import type { DiscountedLine } from './price-lines.ts';

export interface Discounted {
  readonly lines: readonly DiscountedLine[];
  readonly adjustments: readonly Adjustment[];
}

export interface AdjustmentSource {
  readonly source: string;
  readonly name: string;
}

/** Minor units by the key of the line. Each discount is between 0 and the line's total. */
export type LineDiscounts = ReadonlyMap<string, number>;

/** 100 % in the unit of `rate`. */
const hundredPercent = 1_000_000n;

export function sumLineTotals(lines: readonly DiscountedLine[]): number {
  return lines.reduce((sum, { total }) => sum + total, 0);
}

export function applyDiscounts(
  { lines, adjustments }: Discounted,
  { source, name }: AdjustmentSource,
  discounts: LineDiscounts,
): Discounted {
  const getDiscount = ({ line }: DiscountedLine) => discounts.get(line.key) ?? 0;
  return {
    lines: lines.map((line) => ({ ...line, total: line.total - getDiscount(line) })),
    adjustments: [
      ...adjustments,
      ...lines
        .filter((line) => getDiscount(line) > 0)
        .map((line) => ({ source, name, lineKey: line.line.key, packageIndex: null, amount: -getDiscount(line) })),
    ],
  };
}

/** @param rate percent times 10,000 */
export function calculatePercentage(amount: number, rate: number): number {
  return Number(divideRounded(BigInt(amount) * BigInt(rate), hundredPercent));
}

/** Divides a discount among lines in proportion to their remaining totals, of which it takes at most the sum. */
export function divideDiscount(amount: number, lines: readonly DiscountedLine[]): LineDiscounts {
  const weights = lines.map(({ line, total }) => ({ key: line.key, weight: BigInt(total) }));
  const shares = allocate(BigInt(Math.min(amount, sumLineTotals(lines))), weights);
  return new Map([...shares].map(([key, share]) => [key, Number(share)]));
}

/** Some items of a line, with their remaining price in minor units. */
export interface LineItems {
  readonly key: string;
  readonly quantity: number;
  readonly amount: number;
}

/** Takes a number of items, sorted by the remaining price of one item. Equal prices are sorted by the line's key. */
export function takeItems(
  lines: readonly DiscountedLine[],
  count: number,
  first: 'cheapest' | 'most-expensive',
): LineItems[] {
  const direction = first === 'cheapest' ? 1 : -1;
  const sorted = lines.toSorted((a, b) => direction * compareUnits(a, b) || (a.line.key < b.line.key ? -1 : 1));
  const taken: LineItems[] = [];
  let left = count;
  for (const { line, total } of sorted) {
    const quantity = Math.min(left, line.quantity);
    if (quantity === 0) break;
    left -= quantity;
    const amount = Number(divideRounded(BigInt(total) * BigInt(quantity), BigInt(line.quantity)));
    taken.push({ key: line.key, quantity, amount });
  }
  return taken;
}

/** Compares the remaining prices of one item without dividing, and so without rounding. */
function compareUnits(a: DiscountedLine, b: DiscountedLine): number {
  const difference = BigInt(a.total) * BigInt(b.line.quantity) - BigInt(b.total) * BigInt(a.line.quantity);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
