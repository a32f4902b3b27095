import type { Adjustment, ShippingOption } from '../calculation.ts';
import type { AdjustmentSource } from './discounts.ts';
import type { SelectedShipping } from './select-shipping.ts';

interface DiscountedShipping extends Pick<SelectedShipping, 'freeShipping'> {
  /** With what they cost after the discount. */
  readonly options: readonly ShippingOption[];
  readonly selected: ShippingOption | null;
  readonly adjustments: readonly Adjustment[];
}

/**
 * The step of shipping discounts: whichever option of a package is chosen costs nothing.
 * @param packageIndex of the package
 * @param freeBy what makes shipping free, in the order in which it applies; the first one does
 */
export function discountShipping(
  { options, selected, freeShipping }: Pick<SelectedShipping, 'options' | 'selected' | 'freeShipping'>,
  packageIndex: number,
  [first]: readonly AdjustmentSource[],
): DiscountedShipping {
  if (!first) return { options, selected, freeShipping, adjustments: [] };
  const { source, name } = first;
  return {
    options: options.map((option) => ({ ...option, amount: 0 })),
    selected: selected && { ...selected, amount: 0 },
    freeShipping: null,
    adjustments:
      selected && selected.amount > 0 ? [{ source, name, lineKey: null, packageIndex, amount: -selected.amount }] : [],
  };
}
