import type { CalculationLine } from '../calculation.ts';

/** A line between the steps. Amounts in minor units, entered like prices. */
export interface DiscountedLine {
  readonly line: CalculationLine;
  readonly unitPrice: number;
  /** Before discounts. */
  readonly subtotal: number;
  /** The total after the discounts that were applied so far. Not negative. */
  readonly total: number;
}

/** The step that prices lines: the agreed price, else the price with add-ons, times the quantity. */
export function priceLines(lines: readonly CalculationLine[]): DiscountedLine[] {
  return lines.map((line) => {
    const unitPrice = line.agreedPrice ?? line.unitPrice;
    const subtotal = unitPrice * line.quantity;
    return { line, unitPrice, subtotal, total: subtotal };
  });
}
