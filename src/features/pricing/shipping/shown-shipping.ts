import type { Calculation, TaxedShippingOption } from '../calculate/calculation.ts';
import type { TaxDisplay } from '../totals/totals-view.ts';
import { getOnlyPackage } from './packages.ts';

/** Lowest and highest amount in minor units. */
export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** Minor units, with or without tax as the shop displays amounts. */
export interface FreeShippingProgress {
  /** Price of the items from which shipping is free. */
  readonly minimum: number;
  /** Amount that is missing to the minimum; 0 when shipping is free. */
  readonly missing: number;
}

/**
 * Returns how much is missing until shipping is free at the address of a calculation, or at the base address while
 * the address is unknown.
 * @returns null when no minimum makes shipping free
 */
export function getFreeShippingProgress(calculation: Calculation, taxDisplay: TaxDisplay): FreeShippingProgress | null {
  const { freeShipping } = calculation.shipping;
  if (freeShipping === null) return null;
  const { minimum, missing } = freeShipping;
  return {
    minimum: toShownAmount(calculation, taxDisplay, minimum),
    missing: toShownAmount(calculation, taxDisplay, missing),
  };
}

/**
 * Converts an entered amount of additional items to the displayed amount, with the average tax of the calculation's
 * items. Rounds up, so that buying for this amount is enough.
 */
export function toShownAmount({ lines }: Calculation, taxDisplay: TaxDisplay, amount: number): number {
  const entered = lines.reduce((sum, { total }) => sum + total, 0);
  const shown = lines.reduce((sum, { net, gross }) => sum + (taxDisplay === 'including' ? gross : net), 0);
  if (entered === 0 || entered === shown) return amount;
  const product = BigInt(amount) * BigInt(shown);
  return Number((product + BigInt(entered) - 1n) / BigInt(entered));
}

export function getShownCost({ net, gross }: TaxedShippingOption, taxDisplay: TaxDisplay): number {
  return taxDisplay === 'including' ? gross : net;
}

/** Estimated shipping of a calculation that leaves shipping out, and the total with it. */
export interface ShippingEstimate {
  /** With or without tax, as the shop displays amounts. */
  readonly cost: AmountRange;
  /** Taxes of shipping when `cost` does not include them; else null. */
  readonly tax: AmountRange | null;
  readonly total: AmountRange;
}

/** @returns null when shipping is in the totals, or there are no options */
export function estimateShipping(calculation: Calculation, taxDisplay: TaxDisplay): ShippingEstimate | null {
  const { totals } = calculation;
  const { options, selected } = getOnlyPackage(calculation);
  if (selected !== null || options.length === 0) return null;
  const isTaxAdded = taxDisplay === 'excluding' && options.some(({ net, gross }) => net !== gross);
  return {
    tax: isTaxAdded ? toRange(options.map(({ net, gross }) => gross - net)) : null,
    cost: toRange(options.map((option) => getShownCost(option, taxDisplay))),
    total: toRange(options.map(({ gross }) => totals.total + gross)),
  };
}

function toRange(amounts: readonly number[]): AmountRange {
  return { min: Math.min(...amounts), max: Math.max(...amounts) };
}
