import { getShippingOptions } from '#features/shipping/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Cheapest shipping of one piece to these countries, in minor units. */
export interface ShippingFacts {
  /** ISO 3166-1 alpha-2. */
  readonly countries: readonly string[];
  readonly amount: number;
  readonly title: string;
}

/** The cheapest shipping option for each country; countries with the same option are grouped. */
export function listShippingFacts(shop: Pick<Shop, 'settings' | 'choices'>, itemsTotal: number): ShippingFacts[] {
  const ways = new Map<string, { countries: string[]; amount: number; title: string }>();
  for (const country of shop.choices.countries) {
    const options = getShippingOptions(shop, { itemsTotal, country });
    const [first, ...others] = options;
    if (!first) continue;
    const { amount, title } = others.reduce((best, option) => (option.amount < best.amount ? option : best), first);
    const key = `${amount} ${title}`;
    const known = ways.get(key);
    if (known) known.countries.push(country);
    else ways.set(key, { countries: [country], amount, title });
  }
  return [...ways.values()];
}
