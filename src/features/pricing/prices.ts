import type { PriceRange, PriceView } from './contract.ts';

/** Amounts in minor units. */
export interface ScheduledPrice {
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly saleFrom: Date | null;
  readonly saleTo: Date | null;
  readonly currency: string;
}

/** A price with the lowest price of the 30 days before its sale, which is null when it is unknown. */
export interface ReducedPrice extends ScheduledPrice {
  readonly priorPrice: number | null;
}

/** @returns null without a regular price, since the variation is then not for sale */
export function toPriceView(reducedPrice: ReducedPrice, now: Date): PriceView | null {
  const { regularPrice, currency } = reducedPrice;
  if (regularPrice === null) return null;
  const sale = isOnSale(reducedPrice, now) ? reducedPrice.salePrice : null;
  const prior = sale === null ? null : reducedPrice.priorPrice;
  return { regular: regularPrice, sale, prior, current: sale ?? regularPrice, currency };
}

export function isOnSale({ salePrice, saleFrom, saleTo }: ScheduledPrice, now: Date): boolean {
  return salePrice !== null && (saleFrom === null || saleFrom <= now) && (saleTo === null || now < saleTo);
}

/** Returns the next start or end of a sale after `now`. */
export function findNextPriceChange(prices: readonly ScheduledPrice[], now: Date): Date | null {
  const changes = prices
    .flatMap(({ saleFrom, saleTo }) => [saleFrom, saleTo])
    .filter((change) => change !== null && change > now);
  return changes.reduce(
    (earliest, change) => (earliest === null || (change !== null && change < earliest) ? change : earliest),
    null,
  );
}

/**
 * Returns the range of the current prices; null entries are skipped.
 * @returns null when no entry has a price
 */
export function toPriceRange(prices: readonly (PriceView | null)[]): PriceRange | null {
  const known = prices.filter((price) => price !== null);
  const [first] = known;
  if (!first) return null;
  const min = Math.min(...known.map((price) => price.current));
  const max = Math.max(...known.map((price) => price.current));
  const isOneSale = known.every((price) => price.sale !== null && price.regular === first.regular) && min === max;
  const regular = isOneSale ? first.regular : null;
  return {
    min,
    max,
    regular,
    prior: isOneSale ? findLowest(known.map((price) => price.prior)) : null,
    currency: first.currency,
    isSet: false,
  };
}

/** @returns the lowest amount; null without amounts */
export function findLowest(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? null : Math.min(...known);
}
