import type { CalculationProblem, ShippingOption } from '../calculation.ts';
import type { QuoteShipping } from '../ports.ts';
import type { DiscountedLine } from './price-lines.ts';

export interface SelectedShipping {
  readonly options: readonly ShippingOption[];
  /** The chosen option, else the first. */
  readonly selected: ShippingOption | null;
  readonly problems: readonly CalculationProblem[];
}

/**
 * The step that quotes shipping on the discounted lines.
 * @param quote null when nothing is shipped
 * @param methodId the chosen option; undefined while none is chosen
 */
export function selectShipping(
  quote: QuoteShipping | null,
  lines: readonly DiscountedLine[],
  methodId: string | undefined,
): SelectedShipping {
  if (quote === null) return { options: [], selected: null, problems: [] };
  const options = quote(lines.reduce((sum, { total }) => sum + total, 0));
  const chosen = options.find(({ id }) => id === methodId);
  const isUnavailable = options.length === 0 || (methodId !== undefined && chosen === undefined);
  return {
    options,
    selected: chosen ?? options[0] ?? null,
    problems: isUnavailable ? [{ code: 'SHIPPING_UNAVAILABLE' }] : [],
  };
}
