import { readPercent } from '#platform/input/read-number.ts';
import { getMinorDigits } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';

/** Change of a price. Amounts in minor units. */
export type PriceFormula =
  | { readonly kind: 'percent'; readonly percent: number }
  | { readonly kind: 'add'; readonly amount: number }
  | { readonly kind: 'set'; readonly amount: number };

/**
 * `00` rounds to whole units and `50` to half units; `95` and `99` round to this ending in hundredths of the unit.
 */
export const roundings = ['none', '95', '99', '50', '00'] as const;
export type Rounding = (typeof roundings)[number];

/**
 * Reads `+10 %`, `-5%`, `+2.00`, `-1` or `=12.50`.
 * @returns null when the text is not a formula
 */
export function readPriceFormula(typed: string, currency: string): PriceFormula | null {
  const [, sign = '', rest = '', percent] = /^([+=−–-])\s*([^%]*?)\s*(%)?$/.exec(typed.trim()) ?? [];
  if (rest === '') return null;
  const factor = sign === '+' || sign === '=' ? 1 : -1;
  if (percent) {
    const value = sign === '=' ? null : readPercent(rest);
    return value === null ? null : { kind: 'percent', percent: factor * value };
  }
  const amount = readAmount(rest, currency);
  if (amount === null) return null;
  return sign === '=' ? { kind: 'set', amount } : { kind: 'add', amount: factor * amount };
}

/**
 * Applies a formula, and rounds to the nearest amount with the ending.
 * @returns minor units, which may be negative
 */
export function applyPriceFormula(
  price: number,
  formula: PriceFormula,
  { rounding, currency }: { readonly rounding: Rounding; readonly currency: string },
): number {
  if (formula.kind !== 'percent')
    return roundPrice(formula.amount + (formula.kind === 'add' ? price : 0), rounding, currency);
  // Multiply by a whole number, so that 5 % of 10.10 is exact.
  const exact = (price * Math.round((100 + formula.percent) * 10_000)) / 1_000_000;
  return roundPrice(Math.round(exact), rounding, currency);
}

function roundPrice(amount: number, rounding: Rounding, currency: string): number {
  if (rounding === 'none') return amount;
  const unit = 10 ** getMinorDigits(currency);
  const step = rounding === '50' ? unit / 2 : unit;
  const ending = rounding === '50' ? 0 : Math.round((Number(rounding) * unit) / 100);
  const rounded = Math.round((amount - ending) / step) * step + ending;
  // Rounding never makes a price free.
  return rounded <= 0 && amount > 0 ? ending || Math.max(1, step) : rounded;
}
