import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';

/** Orders that were placed and not cancelled, as reports count them. */
export interface Sales {
  readonly orders: number;
  readonly paidOrders: number;
  /** Minor units: what was captured of paid orders and not refunded. */
  readonly revenue: number;
}

export interface DaySales extends Sales {
  /** In the shop's time zone: `2026-01-31`. */
  readonly day: string;
}

export interface SalesOverview {
  /** The oldest first, today last. */
  readonly days: readonly DaySales[];
  readonly today: Sales;
  /** The same day of last week, up to the same time. */
  readonly lastWeek: Sales;
}

interface SalesRow extends Sales {
  /** Number of the day, from 1. */
  readonly day: number;
  /** Whether the orders were placed before the time of day that it is now. */
  readonly isBefore: boolean;
}

/** A bucket for each day: the days of a time zone are 23 to 25 hours long. Only the same day of last week is divided. */
const sumSales = sqlQuery<SalesRow>(
  'orders.sum-sales',
  `select width_bucket(o.created_at, $1::timestamptz[]) as day, o.created_at < $2::timestamptz as "isBefore",
    count(*) as orders, count(o.paid_at) as "paidOrders",
    coalesce(sum(o.captured_total - o.refunded_total) filter (where o.paid_at is not null), 0)::bigint as revenue
  from orders o
  where o.created_at >= $3::timestamptz and o.created_at < $4::timestamptz
    and o.status not in ('cancelled', 'failed') and o.currency = $5
  group by 1, 2`,
);

const dayCount = 14;
const none: Sales = { orders: 0, paidOrders: 0, revenue: 0 };

/** Sums the orders of the last 14 days by the day on which they were placed, those in the shop's currency. */
export async function loadDailySales({ db, clock, choices }: Shop): Promise<SalesOverview> {
  const now = clock.now();
  const days = Array.from({ length: dayCount }, (_, index) => findDay(now, index + 1 - dayCount));
  const [first = now] = days;
  const sameTime = new Date(
    ...([now.getFullYear(), now.getMonth(), now.getDate() - 7] as const),
    ...([now.getHours(), now.getMinutes(), now.getSeconds(), now.getMilliseconds()] as const),
  );
  const rows = await sumSales(db, [days, sameTime, first, findDay(now, 1), choices.currency]);
  const byDay = days.map((day, index) => ({
    day: formatIsoDay(day),
    ...rows.filter((row) => row.day === index + 1).reduce(addSales, none),
  }));
  return {
    days: byDay,
    today: byDay.at(-1) ?? none,
    lastWeek: rows.filter(({ day, isBefore }) => day === dayCount - 7 && isBefore).reduce(addSales, none),
  };
}

/** The start of a day in the shop's time zone, that of its processes. */
const findDay = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

const addSales = (sum: Sales, { orders, paidOrders, revenue }: Sales): Sales => ({
  orders: sum.orders + orders,
  paidOrders: sum.paidOrders + paidOrders,
  revenue: sum.revenue + revenue,
});
