import type { Db } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatIsoDay } from '#platform/texts/formats.ts';
import { noSales, type SalesSum } from '../contract.ts';
import { findDayStart } from '../count/count-days.ts';
import { countSalesSql } from '../count/sales-sql.ts';

interface DaySales extends SalesSum {
  /** Day in the shop's time zone: `2026-01-31`. */
  readonly day: string;
}

/** Sales in one currency: sums of different currencies are never added. */
export interface SalesOverview {
  readonly currency: string;
  /** Sorted from the oldest day to today. */
  readonly days: readonly DaySales[];
  readonly today: SalesSum;
  /** Sales of the same weekday of last week, up to the same time of day. */
  readonly lastWeek: SalesSum;
}

interface DayRow extends SalesSum {
  readonly currency: string;
  /** Null for the day of last week, up to the same time of day. */
  readonly day: string | null;
}

const columns = 'orders, units, sold, sold_tax as "soldTax", returned, returned_tax as "returnedTax"';
const live = (from: string, before: string) => countSalesSql({ from, before }, ['total']);

/**
 * Condition: the job has not counted yesterday yet, as just after midnight. Otherwise the span of yesterday is empty.
 */
const isYesterdayLive =
  'exists (select from sales_changes where at >= $yesterdayStart::timestamptz and at < $todayStart::timestamptz)';
const beforeYesterdayEnds = `(case when ${isYesterdayLive} then $todayStart else $yesterdayStart end)`;

interface OverviewDays {
  readonly firstDay: string;
  readonly today: string;
  readonly yesterday: string;
  readonly todayStart: Date;
  readonly tomorrowStart: Date;
  readonly yesterdayStart: Date;
  readonly lastWeekStart: Date;
  readonly lastWeekEnd: Date;
}

/**
 * Reads the days before today from the stored sums, and counts today and the day of last week from the stored lines.
 */
const readDays = namedQuery<OverviewDays, DayRow>(
  'reports.read-overview',
  `select day, currency::text as currency, ${columns} from daily_sales
  where dimension = 'total' and day >= $firstDay::date and day < $today::date and not (day = $yesterday::date and ${isYesterdayLive})
  union all select $yesterday::date, currency::text, ${columns} from (${live('$yesterdayStart', beforeYesterdayEnds)}) yesterday
  union all select $today::date, currency::text, ${columns} from (${live('$todayStart', '$tomorrowStart')}) today
  union all select null, currency::text, ${columns} from (${live('$lastWeekStart', '$lastWeekEnd')}) "lastWeek"`,
);

const dayCount = 14;

const findDay = (now: Date, days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);

/**
 * Sums today, the same weekday of last week up to the same time, and the last 14 days. The shop's currency comes
 * first.
 */
export async function loadOverview({ clock, choices }: Shop, db: Db): Promise<readonly SalesOverview[]> {
  const now = clock.now();
  const days = Array.from({ length: dayCount }, (_, index) => formatIsoDay(findDay(now, index + 1 - dayCount)));
  const today = formatIsoDay(now);
  const lastWeekEnd = findDay(now, -7);
  lastWeekEnd.setHours(now.getHours(), now.getMinutes(), now.getSeconds(), now.getMilliseconds());
  const yesterdayStart = findDay(now, -1);
  const rows = await readDays(db, {
    ...{ firstDay: days[0] ?? today, today, todayStart: findDayStart(now), tomorrowStart: findDay(now, 1) },
    ...{ yesterday: formatIsoDay(yesterdayStart), yesterdayStart, lastWeekStart: findDay(now, -7), lastWeekEnd },
  });
  const currencies = new Set([choices.currency, ...rows.map(({ currency }) => currency).sort()]);
  return [...currencies].map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const find = (day: string | null) => ({ ...noSales, ...own.find((row) => row.day === day) });
    return {
      currency,
      days: days.map((day) => ({ ...find(day), day })),
      today: find(today),
      lastWeek: find(null),
    };
  });
}
