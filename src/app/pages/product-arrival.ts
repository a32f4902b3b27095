import type { ProductView, VariationView } from '#features/catalog/index.ts';
import { estimateOption, formatEstimate } from '#features/delivery-dates/index.ts';
import { getBaseAddress } from '#features/pricing/index.ts';
import { findCheapest, getCountryOptions } from '#features/shipping/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';

export type FormatArrival = (variation: VariationView) => string | null;

/**
 * Makes a function that says when a variation arrives at the base address with the shipping option that structured
 * data names. The function returns null for variations that are not shipped or can't be bought, and where the shop
 * promises no date.
 */
export function createArrivalFormat(shop: Shop, context: RenderContext, product: ProductView): FormatArrival {
  const to = getBaseAddress(shop.choices);
  const named = shop.choices.countries.length > 1 ? to.country : null;
  // Results by input: most variations of a product have the same price, weight and stock.
  const known = new Map<string, string | null>();
  const format = (price: number, weightGrams: number | null, isBackordered: boolean) => {
    const option = findCheapest(getCountryOptions(shop, { country: to.country, price, weightGrams }));
    const estimate = option && estimateOption(shop, option, { to, at: context.now, isBackordered });
    return estimate && formatEstimate(context, estimate, named);
  };
  return ({ price, enteredPrice, weightGrams, stock, virtual, eventDate }) => {
    if (price === null || virtual || eventDate !== null || stock.state === 'out') return null;
    if (product.type === 'external') return null;
    const isBackordered = stock.state === 'backorder';
    const facts = [enteredPrice ?? price.current, weightGrams, isBackordered] as const;
    const key = facts.join();
    const found = known.has(key) ? (known.get(key) ?? null) : format(...facts);
    known.set(key, found);
    return found;
  };
}
