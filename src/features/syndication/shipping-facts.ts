import type { PriceDisplay } from '#features/pricing/index.ts';
import { getCountryOptions } from '#features/shipping/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Cheapest shipping of one item to these countries, in minor units, as it is shown. */
export interface ShippingFacts {
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly amount: number;
  readonly title: string;
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
  const groups = new Map<string, { countries: string[]; amount: number; title: string }>();
  for (const country of shop.choices.countries) {
    const options = getCountryOptions(shop, { country, price: enteredPrice, weightGrams });
    const [first, ...others] = options;
    if (!first) continue;
    const { amount, title } = others.reduce((best, option) => (option.amount < best.amount ? option : best), first);
    const key = `${amount} ${title}`;
    const group = groups.get(key);
    if (group) group.countries.push(country);
    else groups.set(key, { countries: [country], amount, title });
  }
  return [...groups.values()].map((group) => ({ ...group, amount: display.toShownShipping(group.amount, taxClass) }));
}
