import type { FreeShippingThreshold, ShippingOption, ShippingRefusal } from '#features/pricing/index.ts';
import type { MethodOf } from '../settings.ts';

/** The items of a package, summed. Amounts in minor units, entered like prices. */
export interface PackageItems {
  /** Number of the shipped items. */
  readonly quantity: number;
  /** Of the shipped items, after discounts. */
  readonly total: number;
  /** Items of unknown weight weigh nothing. */
  readonly weightGrams: number;
  /** The shipped items by shipping class; null has those without one. */
  readonly byClass: ReadonlyMap<string | null, { readonly quantity: number; readonly total: number }>;
  /** All items of the order before discounts. */
  readonly orderSubtotal: number;
  readonly orderTotal: number;
  readonly hasFreeShippingCoupon: boolean;
}

/** What one method says of a package. */
export interface MethodQuote {
  readonly options: readonly ShippingOption[];
  readonly refusal: ShippingRefusal | null;
  /** Null when no minimum makes the method free. */
  readonly freeShipping: FreeShippingThreshold | null;
}

export type QuoteMethod = (items: PackageItems) => MethodQuote;

/** The quote of a method that a minimum of the items may make free. @param cost null when it has none */
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
