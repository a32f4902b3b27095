import type { PriceRange, PriceView } from './contract.ts';

/** Amounts in minor units. */
export interface ScheduledPrice {
  readonly regularPrice: number | null;
  readonly salePrice: number | null;
  readonly saleFrom: Date | null;
  readonly saleTo: Date | null;
  readonly currency: string;
}

/** @returns null without a regular price: not for sale */
export function toPriceView(scheduledPrice: ScheduledPrice, now: Date): PriceView | null {
  const { regularPrice, currency } = scheduledPrice;
  if (regularPrice === null) return null;
  const sale = isOnSale(scheduledPrice, now) ? scheduledPrice.salePrice : null;
  return { regular: regularPrice, sale, current: sale ?? regularPrice, currency };
}

function isOnSale({ salePrice, saleFrom, saleTo }: ScheduledPrice, now: Date): boolean {
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

/** Range of the current prices; null entries are skipped. @returns null when nothing has a price */
export function toPriceRange(prices: readonly (PriceView | null)[]): PriceRange | null {
  const known = prices.filter((price) => price !== null);
  const [first] = known;
  if (!first) return null;
  const min = Math.min(...known.map((price) => price.current));
  const max = Math.max(...known.map((price) => price.current));
  const regular =
    known.every((price) => price.sale !== null && price.regular === first.regular) && min === max
      ? first.regular
      : null;
  return { min, max, regular, currency: first.currency };
}
