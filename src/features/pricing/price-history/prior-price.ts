import { isOnSale, type ScheduledPrice } from '../prices.ts';

/** A price of a variation, with the period in which it was set. */
export interface PricePeriod extends ScheduledPrice {
  readonly validFrom: Date;
  /** Exclusive. Null when the price is still valid. */
  readonly validTo: Date | null;
  /** When the sale price first applied, possibly before this period. Null without a sale. */
  readonly reducedAt: Date | null;
  /**
   * Lowest price of the 30 days before the sale, in minor units. Null without a sale, and when no price of these days
   * is known.
   */
  readonly priorPrice: number | null;
}

export type Reduction = Pick<PricePeriod, 'reducedAt' | 'priorPrice'>;

const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds before a reduction whose lowest price counts: Directive 98/6/EC, article 6a(2). */
export const priorPricePeriod = 30 * dayMs;

const noReduction: Reduction = { reducedAt: null, priorPrice: null };

/**
 * Finds the lowest price of the 30 days before the sale of a new price, running or upcoming. A sale that continues at
 * the same sale price keeps its lowest price; another sale price is a new reduction. Pure.
 * @param history periods of the variation, oldest first, with all periods of the last 30 days
 * @param now the moment at which the new price is set
 */
export function findReduction(history: readonly PricePeriod[], price: ScheduledPrice, now: Date): Reduction {
  const { regularPrice, salePrice, saleFrom, saleTo } = price;
  if (regularPrice === null || salePrice === null || (saleTo !== null && saleTo <= now)) return noReduction;
  const reducedAt = saleFrom !== null && saleFrom > now ? saleFrom : now;
  const last = history.at(-1);
  const goesOn = reducedAt === now && last && isOnSale(last, now) && last.salePrice === salePrice;
  if (goesOn) return { reducedAt: last.reducedAt, priorPrice: last.priorPrice };
  const from = reducedAt.getTime() - priorPricePeriod;
  const periods = [...history, { ...price, validFrom: now, validTo: null }];
  const amounts = periods.flatMap((period, index) => {
    const until = period.validTo ?? periods[index + 1]?.validFrom ?? reducedAt;
    return listPrices(period, {
      from: Math.max(from, period.validFrom.getTime()),
      to: Math.min(reducedAt.getTime(), until.getTime()),
    });
  });
  return { reducedAt, priorPrice: amounts.length === 0 ? null : Math.min(...amounts) };
}

/** Lists the prices that applied between two moments, in milliseconds since 1970; `to` is exclusive. */
function listPrices(
  { regularPrice, salePrice, saleFrom, saleTo }: ScheduledPrice,
  { from, to }: { readonly from: number; readonly to: number },
): number[] {
  if (regularPrice === null || from >= to) return [];
  if (salePrice === null) return [regularPrice];
  const saleStart = saleFrom?.getTime() ?? Number.NEGATIVE_INFINITY;
  const saleEnd = saleTo?.getTime() ?? Number.POSITIVE_INFINITY;
  const isSaleWithin = Math.max(from, saleStart) < Math.min(to, saleEnd);
  const isRegularWithin = !isSaleWithin || from < saleStart || saleEnd < to;
  return [...(isSaleWithin ? [salePrice] : []), ...(isRegularWithin ? [regularPrice] : [])];
}
