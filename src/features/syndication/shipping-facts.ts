import { type DayRange, getTransitDays } from '#features/delivery-dates/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import { findCheapest, getCountryOptions } from '#features/shipping/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Cheapest shipping of one item to these countries, in minor units, as it is shown. */
export interface ShippingFacts {
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly amount: number;
  readonly title: string;
  /** Delivery days; null: no statement. */
  readonly transitDays: DayRange | null;
}

interface ShippedItem {
  /** As the shop enters prices, in minor units. */
  readonly enteredPrice: number;
  readonly weightGrams: number | null;
  readonly display: PriceDisplay;
  /** Null: its shipping is not taxed. */
  readonly taxClass: string | null;
}

/** Finds the cheapest shipping option for each country, and groups countries with the same one. */
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
