import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ScheduledPrice } from '../prices.ts';
import { findReduction, type PricePeriod, priorPricePeriod } from './prior-price.ts';

/** A price of a variation, as the shop enters it. Amounts in minor units. */
export interface NewPrice extends ScheduledPrice {
  readonly variationId: number;
}

interface StoredPeriod extends PricePeriod {
  readonly variationId: number;
}

const periodColumns = `variation_id as "variationId", valid_from as "validFrom", valid_to as "validTo", regular_price as "regularPrice",
  sale_price as "salePrice", sale_from as "saleFrom", sale_to as "saleTo", currency, reduced_at as "reducedAt", prior_price as "priorPrice"`;

const selectPeriods = sqlQuery<StoredPeriod>(
  'pricing.find-price-periods',
  `select ${periodColumns} from price_history
  where variation_id = any($1::integer[]) and (valid_to is null or valid_to > $2) order by variation_id, valid_from`,
);

/** A price that is replaced at the moment at which it was set has never applied, so it is overwritten. */
const writePeriods = sqlQuery(
  'pricing.write-price-periods',
  `with given as (
    select * from jsonb_to_recordset($1) as g("variationId" integer, "regularPrice" bigint, "salePrice" bigint, "saleFrom" timestamptz,
      "saleTo" timestamptz, currency text, "reducedAt" timestamptz, "priorPrice" bigint, "validFrom" timestamptz)
  ), ended as (
    update price_history h set valid_to = g."validFrom" from given g
    where h.variation_id = g."variationId" and h.valid_to is null and h.valid_from < g."validFrom"
    returning 1
  )
  insert into price_history as h (variation_id, valid_from, regular_price, sale_price, sale_from, sale_to, currency, reduced_at, prior_price)
  select g."variationId", g."validFrom", g."regularPrice", g."salePrice", g."saleFrom", g."saleTo", g.currency, g."reducedAt", g."priorPrice"
  from given g cross join (select count(*) from ended) as ended_first
  on conflict (variation_id, valid_from) do update set regular_price = excluded.regular_price, sale_price = excluded.sale_price,
    sale_from = excluded.sale_from, sale_to = excluded.sale_to, currency = excluded.currency, reduced_at = excluded.reduced_at,
    prior_price = excluded.prior_price`,
);

/**
 * Records new prices of variations in two statements. The caller holds locks on the variations.
 * @returns the lowest price of the 30 days before the sale by variation id; null without a sale or when it is unknown
 */
export async function recordPrices(
  tx: Tx,
  prices: readonly NewPrice[],
  now: Date,
): Promise<ReadonlyMap<number, number | null>> {
  if (prices.length === 0) return new Map();
  const since = new Date(now.getTime() - priorPricePeriod);
  const periods = await selectPeriods(tx, [prices.map(({ variationId }) => variationId), since]);
  const byVariation = Map.groupBy(periods, ({ variationId }) => variationId);
  const written = prices.map((price) => {
    const periods = byVariation.get(price.variationId) ?? [];
    const last = periods.at(-1)?.validFrom ?? now;
    // A transaction with a later `now` may have committed first, so the new period must not begin before the last
    // one.
    const validFrom = last > now ? last : now;
    const history = periods.filter((period) => period.validFrom < validFrom && period.currency === price.currency);
    return { ...price, validFrom, ...findReduction(history, price, validFrom) };
  });
  await writePeriods(tx, [JSON.stringify(written)]);
  return new Map(written.map(({ variationId, priorPrice }) => [variationId, priorPrice]));
}

const selectHistory = sqlQuery<StoredPeriod>(
  'pricing.list-price-periods',
  `select ${periodColumns} from price_history where variation_id = $1 order by valid_from desc limit 100`,
);

/** Lists the last 100 price periods of a variation, newest first. */
export function listPricePeriods(db: Db, variationId: number): Promise<PricePeriod[]> {
  return selectHistory(db, [variationId]);
}
