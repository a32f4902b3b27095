import { type Db, sqlQuery } from '#platform/database/database.ts';
import { findNextDay, formatIsoDay, parseIsoDay } from '#platform/texts/formats.ts';
import type { SourceType } from './contract.ts';

/** Days in the shop's time zone, such as `2026-11-23`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Orders of one source in one currency. `sourceType` is null when no source was recorded. */
export interface SourceSum {
  readonly sourceType: SourceType | null;
  readonly source: string | null;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly currency: string;
  readonly orders: number;
  readonly paidOrders: number;
  /** Minor units: captured amount of paid orders, minus refunds. */
  readonly revenue: number;
}

const sumQuery = sqlQuery<SourceSum>(
  'attribution.sum-sources',
  `select a.source_type as "sourceType", a.utm_source as source, a.utm_medium as medium,
    a.utm_campaign as campaign, o.currency::text as currency, count(*) as orders,
    count(o.paid_at) as "paidOrders",
    coalesce(sum(o.captured_total - o.refunded_total) filter (where o.paid_at is not null), 0)::bigint as revenue
  from orders o left join order_attributions a on a.order_id = o.id
  where o.created_at >= $1::timestamptz and o.created_at < $2::timestamptz and o.status not in ('cancelled', 'failed')
  group by 1, 2, 3, 4, 5
  order by revenue desc, orders desc, 1, 2, 3, 4, 5 limit $3`,
);

export interface SourceReport {
  readonly sums: readonly SourceSum[];
  readonly hasMore: boolean;
}

/**
 * Counts orders that were not cancelled, by source and campaign. Highest revenue first.
 * @param limit maximum number of rows, so that links with made-up parameters can't make the report endless
 */
export async function reportSources(db: Db, { from, to }: Period, limit: number): Promise<SourceReport> {
  const [first, last] = [parseIsoDay(from), parseIsoDay(to)];
  if (!first || !last) throw new RangeError(`${from} to ${to} is no period`);
  const sums = await sumQuery(db, [first, findNextDay(last), limit + 1]);
  return { sums: sums.slice(0, limit), hasMore: sums.length > limit };
}

/**
 * Reads a period. Default: the last 30 days.
 * @returns null when a date does not exist or the first is after the second
 */
export function readPeriod(now: Date, { from, to }: Partial<Period>): Period | null {
  const monthAgo = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 29);
  const period = { from: from || formatIsoDay(monthAgo), to: to || formatIsoDay(now) };
  const isValid = parseIsoDay(period.from) && parseIsoDay(period.to) && period.from <= period.to;
  return isValid ? period : null;
}
