import { isOnSale, type ScheduledPrice } from '../prices.ts';

/** What the price of a variation was set to, and for how long. */
export interface PricePeriod extends ScheduledPrice {
  readonly validFrom: Date;
  /** Exclusive. Null: valid now. */
  readonly validTo: Date | null;
  /** When its sale price first applied, also before this period. Null without a sale. */
  readonly reducedAt: Date | null;
  /** Lowest price of the 30 days before, in minor units. Null when nothing is known of them. */
  readonly priorPrice: number | null;
}

export type Reduction = Pick<PricePeriod, 'reducedAt' | 'priorPrice'>;

const dayMs = 24 * 60 * 60 * 1000;

/** Milliseconds before a reduction whose lowest price counts: Directive 98/6/EC, article 6a(2). */
export const priorPricePeriod = 30 * dayMs;

const noReduction: Reduction = { reducedAt: null, priorPrice: null };

/**
 * Finds the lowest price of the 30 days before the sale of a new price, running or upcoming. A sale
 * that goes on at the same sale price keeps the one that it had; another sale price is a reduction
 * of its own. Pure.
 * @param history of the variation, oldest first, with all periods of the last 30 days
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
