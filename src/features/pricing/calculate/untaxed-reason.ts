import type { CalculationInput, TaxTotal, UntaxedReason } from './calculation.ts';

/** What the settings say of the address. */
export interface TaxDuty {
  /** False: the shop charges no tax at all. */
  readonly isCharged: boolean;
  /** Whether the address is in a country without tax by the settings. */
  readonly isOutsideArea: boolean;
  /** Whether the customer owes the tax. */
  readonly isReverseCharged: boolean;
}

/** @returns null when tax is charged, also on an amount of nothing */
export function findUntaxedReason(
  { isCharged, isOutsideArea, isReverseCharged }: TaxDuty,
  { lines, customer }: Pick<CalculationInput, 'lines' | 'customer'>,
  taxes: readonly TaxTotal[],
): UntaxedReason | null {
  if (taxes.some(({ rate }) => rate.rate > 0)) return null;
  if (!isCharged) return 'not-charged';
  if (customer?.isTaxExempt) return 'exempt';
  if (taxes.length > 0) return 'zero-rate';
  if (lines.length > 0 && lines.every(({ taxStatus }) => taxStatus !== 'taxable')) return 'not-taxable';
  if (isReverseCharged) return 'reverse-charge';
  return isOutsideArea ? 'outside-area' : 'no-rate';
}
