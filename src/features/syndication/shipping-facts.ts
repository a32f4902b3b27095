import { type DayRange, getTransitDays } from '#features/delivery-dates/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import { findCheapest, getCountryOptions } from '#features/shipping/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/**
 * Cheapest shipping of one item to some countries. The amount is in minor units, with or without tax as prices are
 * shown.
 */
export interface ShippingFacts {
  /** ISO 3166-1 alpha-2 codes. */
  readonly countries: readonly string[];
  readonly amount: number;
  readonly title: string;
  /** Days in transit; null when the shop makes no statement. */
  readonly transitDays: DayRange | null;
}

interface ShippedItem {
  /** Minor units, with or without tax as the shop enters prices. */
  readonly enteredPrice: number;
  readonly weightGrams: number | null;
  readonly display: PriceDisplay;
  /** Null when the item's shipping is not taxed. */
  readonly taxClass: string | null;
}

/** Finds the cheapest shipping option of each country, and groups countries with equal options. */
export function listShippingFacts(
  shop: Pick<Shop, 'settings' | 'choices'>,
  { enteredPrice, weightGrams, display, taxClass }: ShippedItem,
): ShippingFacts[] {
  const groups = new Map<string, ShippingFacts & { readonly countries: string[] }>();
  for (const country of shop.choices.countries) {
    const options = getCountryOptions(shop, { country, price: enteredPrice, weightGrams });
    const cheapest = findCheapest(options);
    if (!cheapest) continue;
    const { amount, title } = cheapest;
    const transitDays = getTransitDays(shop, cheapest);
    const key = JSON.stringify([amount, title, transitDays]);
    const group = groups.get(key);
    if (group) group.countries.push(country);
    else groups.set(key, { countries: [country], amount, title, transitDays });
  }
  return [...groups.values()].map((group) => ({ ...group, amount: display.toShownShipping(group.amount, taxClass) }));
}
