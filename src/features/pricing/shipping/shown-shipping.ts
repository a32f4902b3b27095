import type { Calculation, TaxedShippingOption } from '../calculate/calculation.ts';
import type { TaxDisplay } from '../totals/totals-view.ts';
import { getOnlyPackage } from './packages.ts';

/** From the lowest to the highest amount, in minor units. */
export interface AmountRange {
  readonly min: number;
  readonly max: number;
}

/** Minor units, with or without tax as it is shown. */
export interface FreeShippingProgress {
  /** What the items must cost. */
  readonly minimum: number;
  /** 0 when shipping is free. */
  readonly missing: number;
}

/**
 * Tells how much is missing until delivery is free at the address of a calculation, or at the base
 * address while it is unknown.
 * @returns null when no minimum makes delivery free
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
 * Converts an entered amount of further items to the shown basis: as the items of the calculation
 * are taxed on average. Rounds up, so that it is enough.
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

/** What shipping adds to a calculation that leaves it out, and what the order then costs. */
export interface ShippingEstimate {
  /** With or without tax as it is shown. */
  readonly cost: AmountRange;
  /** The taxes of shipping where `cost` is without them; else null. */
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
