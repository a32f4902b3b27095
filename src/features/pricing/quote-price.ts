import { type AddonFiles, type AddonForm, type AddonResult, type AddonValue, readAddons } from './addons.ts';
import type { AddonDefinition, PriceView } from './contract.ts';

export interface PriceQuote {
  readonly ok: true;
  readonly addons: readonly AddonValue[];
  /** Price of one item with its add-ons. */
  readonly unitPrice: number;
  readonly total: number;
}

/**
 * Calculates prices with add-ons for both product pages and carts, so that the prices never differ.
 * @param files files that the form may name; default: none
 */
export function quotePrice(
  { price, addons }: { readonly price: PriceView; readonly addons: readonly AddonDefinition[] },
  form: AddonForm,
  quantity: number,
  files?: AddonFiles,
): PriceQuote | Extract<AddonResult, { ok: false }> {
  const result = readAddons(addons, form, files);
  if (!result.ok) return result;
  const unitPrice = price.current + result.price;
  return { ok: true, addons: result.values, unitPrice, total: unitPrice * quantity };
}
