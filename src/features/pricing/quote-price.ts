import { type AddonForm, type AddonResult, type AddonValue, readAddons } from './addons.ts';
import type { AddonDefinition, PriceView } from './contract.ts';

/** What some pieces of one thing cost with their add-ons. Amounts in minor units. */
export interface PriceQuote {
  readonly ok: true;
  readonly addons: readonly AddonValue[];
  /** One piece with its add-ons. */
  readonly unitPrice: number;
  readonly total: number;
}

interface ProductPricing {
  readonly price: PriceView;
  readonly addons: readonly AddonDefinition[];
}

/** The one place where a price with add-ons is worked out: for the product's page as for carts, so that they never differ. */
export function quotePrice(
  { price, addons }: ProductPricing,
  form: AddonForm,
  quantity: number,
): PriceQuote | Extract<AddonResult, { ok: false }> {
  const read = readAddons(addons, form);
  if (!read.ok) return read;
  const unitPrice = price.current + read.price;
  return { ok: true, addons: read.values, unitPrice, total: unitPrice * quantity };
}
