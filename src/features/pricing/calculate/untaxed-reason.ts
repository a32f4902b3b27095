import type { CalculationInput, TaxTotal, UntaxedReason } from './calculation.ts';

/** Whether the settings and the customer's VAT number allow to charge tax at an address. */
export interface TaxDuty {
  /** False when the shop charges no tax at all. */
  readonly isCharged: boolean;
  /** Whether the address is in a country that is untaxed by the settings. */
  readonly isOutsideArea: boolean;
  /** Whether the customer owes the tax (reverse charge). */
  readonly isReverseCharged: boolean;
}

/** @returns null when a tax is charged, also when its amount is 0 */
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
