import type { FreeShippingThreshold, ShippingOption, ShippingRefusal } from '#features/pricing/index.ts';
import type { MethodOf } from '../settings.ts';

/** Sums of the items of a package. Amounts in minor units, with or without tax as prices are entered. */
export interface PackageItems {
  readonly quantity: number;
  /** Price of the shipped items after discounts. */
  readonly total: number;
  /** Weight in grams. Items of unknown weight count as 0. */
  readonly weightGrams: number;
  /** The shipped items by shipping class. The key null has the items without a class. */
  readonly byClass: ReadonlyMap<string | null, { readonly quantity: number; readonly total: number }>;
  /** Price of all items of the order before discounts. */
  readonly orderSubtotal: number;
  readonly orderTotal: number;
  readonly hasFreeShippingCoupon: boolean;
}

/** Shipping options of one method for a package, or the reason why the method has none. */
export interface MethodQuote {
  readonly options: readonly ShippingOption[];
  readonly refusal: ShippingRefusal | null;
  /** Null when no minimum makes the method free. */
  readonly freeShipping: FreeShippingThreshold | null;
}

export type QuoteMethod = (items: PackageItems) => MethodQuote;

/**
 * Returns the quote of a method that may be free from a minimum price of the items.
 * @param cost null when the cost can't be calculated
 */
export function quoteCost(
  { id, title, transitDays, freeFrom }: Pick<MethodOf<'flat_rate'>, 'id' | 'title' | 'transitDays' | 'freeFrom'>,
  { orderTotal }: PackageItems,
  cost: number | null,
): MethodQuote {
  const freeShipping = freeFrom === undefined ? null : toThreshold(freeFrom, orderTotal);
  const amount = freeShipping?.missing === 0 ? 0 : cost;
  if (amount === null)
    return { options: [], refusal: { code: 'COST_UNDEFINED', methodId: id, title }, freeShipping: null };
  return { options: [{ id, title, amount, isPickup: false, transitDays }], refusal: null, freeShipping };
}

export function toThreshold(minimum: number, amount: number): FreeShippingThreshold {
  return { minimum, missing: Math.max(0, minimum - amount) };
}
