import type { ApplicableRate } from '../ports.ts';
import type { Prepared } from '../prepare.ts';
import { removeTaxes, type TaxableAmount, type TaxRate } from '../taxes.ts';

/** Rates of taxes that are included in entered amounts, and rates of taxes that are charged. */
export interface TaxZone {
  readonly pricesIncludeTax: boolean;
  /** Rates included in entered amounts. Not read when `pricesIncludeTax` is false. */
  readonly includedRates: readonly ApplicableRate[];
  readonly rates: readonly ApplicableRate[];
}

/**
 * Entered prices with tax include the taxes of the base address. At other addresses either the price with tax or the
 * price without tax stays equal, by the setting `otherZones`. Exempt customers pay the price without tax.
 */
export function createTaxZone(
  { pricesIncludeTax, taxRules, baseRates, rates: ratesAtAddress }: Prepared,
  { isExempt, isPickup }: { readonly isExempt: boolean; readonly isPickup: boolean },
): TaxZone {
  const rates = isPickup ? baseRates : ratesAtAddress;
  if (isExempt) return { pricesIncludeTax, includedRates: baseRates, rates: [] };
  return { pricesIncludeTax, includedRates: taxRules.otherZones === 'same-net' ? baseRates : rates, rates };
}

interface EnteredAmount {
  readonly key: string;
  readonly amount: number;
  /** Null when the amount is not taxed. */
  readonly taxClass: string | null;
  readonly isShipping: boolean;
}

export function toTaxable(zone: TaxZone, { key, amount, taxClass, isShipping }: EnteredAmount): TaxableAmount {
  const rates = selectRates(zone.rates, taxClass, isShipping);
  if (!zone.pricesIncludeTax) return { key, amount, includesTax: false, rates };
  const included = selectRates(zone.includedRates, taxClass, isShipping);
  const isSame = included.length === rates.length && included.every((rate, index) => rate.key === rates[index]?.key);
  return isSame
    ? { key, amount, includesTax: true, rates }
    : { key, amount: removeTaxes({ amount, rates: included }), includesTax: false, rates };
}

/** Returns the rates that an entered amount of a tax class includes. */
export function selectIncludedRates(zone: TaxZone, taxClass: string | null, isShipping: boolean): TaxRate[] {
  return zone.pricesIncludeTax ? selectRates(zone.includedRates, taxClass, isShipping) : [];
}

/** Returns the rates of a tax class, compound rates last. */
function selectRates(rates: readonly ApplicableRate[], taxClass: string | null, isShipping: boolean): TaxRate[] {
  const selected = rates.filter((rate) => rate.taxClass === taxClass && (!isShipping || rate.appliesToShipping));
  return [...selected.filter((rate) => !rate.isCompound), ...selected.filter((rate) => rate.isCompound)];
}

export function selectShippingRates(zone: TaxZone, taxClass: string): TaxRate[] {
  return selectRates(zone.rates, taxClass, true);
}
