import type { CalculationProblem, ShippingOption } from '../calculation.ts';
import type { QuoteShipping, ShippingContents, ShippingQuote } from '../ports.ts';
import type { DiscountedLine } from './price-lines.ts';

export interface SelectedShipping extends ShippingQuote {
  /** The chosen option, else the first. */
  readonly selected: ShippingOption | null;
  readonly problems: readonly CalculationProblem[];
}

export interface ShippingChoice {
  /** Ids of the chosen option of each package. Null leaves shipping out of the totals. */
  readonly methodIds: readonly string[] | null;
  /** Whether a coupon of the order makes shipping free for methods that accept such coupons. */
  readonly hasFreeShippingCoupon: boolean;
}

/**
 * Quotes shipping for the discounted lines, and selects an option. Runs after all discounts of items and before
 * discounts of shipping.
 * @param quote null when nothing is shipped
 */
export function selectShipping(
  quote: QuoteShipping | null,
  lines: readonly DiscountedLine[],
  { methodIds, hasFreeShippingCoupon }: ShippingChoice,
): SelectedShipping {
  if (quote === null) return { options: [], refusals: [], freeShipping: null, selected: null, problems: [] };
  const quoted = quote(toContents(lines, hasFreeShippingCoupon));
  if (methodIds === null) return { ...quoted, selected: null, problems: [] };
  const [methodId] = methodIds;
  const chosen = quoted.options.find(({ id }) => id === methodId);
  const isUnavailable = quoted.options.length === 0 || (methodId !== undefined && chosen === undefined);
  return {
    ...quoted,
    selected: chosen ?? quoted.options[0] ?? null,
    problems: isUnavailable ? [{ code: 'SHIPPING_UNAVAILABLE' }] : [],
  };
}

function toContents(lines: readonly DiscountedLine[], hasFreeShippingCoupon: boolean): ShippingContents {
  return {
    lines: lines.filter(({ line }) => line.needsShipping),
    itemsSubtotal: lines.reduce((sum, { subtotal }) => sum + subtotal, 0),
    itemsTotal: lines.reduce((sum, { total }) => sum + total, 0),
    hasFreeShippingCoupon,
  };
}
