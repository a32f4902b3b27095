import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { SourceType } from './contract.ts';

/** Days in UTC, such as `2026-11-23`, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Orders of one source in one currency. Null: nothing was recorded. */
export interface SourceSum {
  readonly sourceType: SourceType | null;
  readonly source: string | null;
  readonly medium: string | null;
  /** Null also when orders are not divided by campaign. */
  readonly campaign: string | null;
  readonly currency: string;
  readonly orders: number;
  readonly paidOrders: number;
  /** Minor units: what was captured of paid orders and not refunded. */
  readonly revenue: number;
}

const isInPeriod = `o.created_at >= $1::date at time zone 'UTC' and o.created_at < ($2::date + 1) at time zone 'UTC'`;

const sumQuery = sqlQuery<SourceSum>(
  'attribution.sum-sources',
  `select a.source_type as "sourceType", a.utm_source as source, a.utm_medium as medium,
    case when $3::boolean then a.utm_campaign end as campaign, o.currency::text as currency, count(*) as orders,
    count(o.paid_at) as "paidOrders",
    coalesce(sum(o.captured_total - o.refunded_total) filter (where o.paid_at is not null), 0)::bigint as revenue
  from orders o left join order_attributions a on a.order_id = o.id
  where ${isInPeriod} and o.status not in ('cancelled', 'failed')
  group by 1, 2, 3, 4, 5
  order by revenue desc, orders desc, 1, 2, 3, 4, 5 limit $4`,
);

/** Rows of a report: links with made-up parameters can't make it endless. */
const maxRows = 500;

export interface SourceReport {
  readonly sums: readonly SourceSum[];
  /** Whether there are more sources than the report lists. */
  readonly hasMore: boolean;
}

/** Counts orders that were not cancelled, by source and, if wanted, campaign. Highest revenue first. */
export async function reportSources(
  db: Db,
  { from, to }: Period,
  { byCampaign, limit = maxRows }: { readonly byCampaign: boolean; readonly limit?: number },
): Promise<SourceReport> {
  const sums = await sumQuery(db, [from, to, byCampaign, limit + 1]);
  return { sums: sums.slice(0, limit), hasMore: sums.length > limit };
}

export interface AttributedOrder {
  readonly number: number;
  readonly createdAt: Date;
  readonly sourceType: SourceType;
  readonly source: string;
  readonly campaign: string;
}

const listQuery = sqlQuery<AttributedOrder>(
  'attribution.list-orders',
  `select o.number, o.created_at as "createdAt", a.source_type as "sourceType", a.utm_source as source, a.utm_campaign as campaign
  from orders o join order_attributions a on a.order_id = o.id
  where ${isInPeriod} order by o.created_at desc, o.id desc limit 50`,
);

export async function listAttributedOrders(db: Db, { from, to }: Period): Promise<AttributedOrder[]> {
  return listQuery(db, [from, to]);
}

const dayMs = 24 * 60 * 60 * 1000;
const formatDay = (time: Date) => time.toISOString().slice(0, 10);

/**
 * Reads a period. Default: the last 30 days.
 * @returns null when a date does not exist or the first is after the second
 */
export function readPeriod(now: Date, { from, to }: Partial<Period>): Period | null {
  const period = { from: from || formatDay(new Date(now.getTime() - 29 * dayMs)), to: to || formatDay(now) };
  return isDay(period.from) && isDay(period.to) && period.from <= period.to ? period : null;
}

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && formatDay(time) === text;
}
