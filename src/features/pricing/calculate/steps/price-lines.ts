import type { CalculationLine } from '../calculation.ts';

/** A line between the steps. Amounts in minor units, with or without tax, as prices are entered. */
export interface DiscountedLine {
  readonly line: CalculationLine;
  readonly unitPrice: number;
  /** Before discounts. */
  readonly subtotal: number;
  /** Total after the discounts that were applied so far. Not negative. */
  readonly total: number;
}

/** Calculates the price of each line: the agreed price, else the price with add-ons, times the quantity. */
export function priceLines(lines: readonly CalculationLine[]): DiscountedLine[] {
  return lines.map((line) => {
    const unitPrice = line.agreedPrice ?? line.unitPrice;
    const subtotal = unitPrice * line.quantity;
    return { line, unitPrice, subtotal, total: subtotal };
  });
}
