import { type Db, sqlQuery } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Shop } from '#platform/features/shop.ts';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import type { Dimension, SalesSum } from '../contract.ts';
import { findDayStart } from '../count/count-days.ts';
import { countCorrectionsSql, countSalesSql, countTaxesSql, taxColumns } from '../count/sales-sql.ts';
import { type Days, toDate } from '../period.ts';

/** Sum of a period, with the revenue of the period that it is compared with. */
export interface ReportRow extends SalesSum {
  readonly currency: string;
  /** Id of a product, code or day, depending on the report. */
  readonly value: string;
  /** Name of the value, where the database has one; null otherwise. */
  readonly label: string | null;
  readonly revenueBefore: number;
}

interface Source {
  readonly dimension: Dimension;
  /**
   * SQL expression by which a stored sum `s` is grouped. Default: the stored value, which allows reading whole
   * months.
   */
  readonly value?: string;
  /** Table that is joined to a stored sum `s`, and the SQL expression of the value in that table. */
  readonly join?: { readonly table: string; readonly value: string };
  /** SQL expression for the label of a row `r`. */
  readonly label?: string;
}

/** Sources by name. Sums by category use the products' current categories: a product may have several, or none. */
const sources = {
  days: { dimension: 'total', value: 's.day::text' },
  months: { dimension: 'total', value: `to_char(s.day, 'YYYY-MM')` },
  totals: { dimension: 'total' },
  parts: { dimension: 'part' },
  products: { dimension: 'product', label: '(select p.name from products p where p.id = r.value::bigint)' },
  categories: {
    dimension: 'product',
    join: {
      table: 'product_categories c on c.product_id = s.value::bigint',
      value: `coalesce(c.category_id::text, '')`,
    },
    label: `(select n.name from categories n where n.id = nullif(r.value, '')::bigint)`,
  },
  countries: { dimension: 'country' },
  payments: { dimension: 'payment' },
  sources: { dimension: 'source' },
  coupons: { dimension: 'coupon', label: '(select c.code from coupons c where c.id = r.value::bigint)' },
} as const satisfies Readonly<Record<string, Source>>;

export type ReportSource = keyof typeof sources;

const measures = ['orders', 'units', 'sold', 'sold_tax', 'returned', 'returned_tax'];
const columns = measures.join(', ');
const sumAll = measures.map((name) => `sum(s.${name})::bigint as ${name}`).join(', ');

/**
 * The days of a period, both included, and its whole months: from the first day of the first one to the first day
 * after the last one.
 */
interface StoredSumsRange {
  readonly from: string;
  readonly to: string;
  readonly month: string;
  readonly monthEnd: string;
}

/**
 * Selects the stored sums of a period. Whole months are read from the sums of months, unless one of the month's days
 * was counted again after the month was added up: then its days are read.
 */
function selectStoredSums(dimension: Dimension, { from, to, month, monthEnd }: StoredSumsRange): string {
  const isMonth = (name: string) => `${name}.month >= ${month}::date and ${name}.month < ${monthEnd}::date`;
  const days = (condition: string) =>
    `select s.day, s.currency, s.value, ${columns} from daily_sales s where s.dimension = '${dimension}' and ${condition}`;
  return `${days(`s.day >= ${from}::date and s.day < ${month}::date`)}
    union all ${days(`s.day >= ${monthEnd}::date and s.day <= ${to}::date`)}
    union all select s.month, s.currency, s.value, ${columns} from monthly_sales s
      where s.dimension = '${dimension}' and ${isMonth('s')} and not exists (select from changed_sales_months c where c.month = s.month)
    union all select s.day, s.currency, s.value, ${columns} from changed_sales_months c
      join daily_sales s on s.dimension = '${dimension}' and s.day >= c.month and s.day < c.month + interval '1 month' where ${isMonth('c')}`;
}

const asked: StoredSumsRange = { from: '$from', to: '$to', month: '$month', monthEnd: '$monthEnd' };
const before: StoredSumsRange = {
  ...{ from: '$beforeFrom', to: '$beforeTo', month: '$beforeMonth', monthEnd: '$beforeMonthEnd' },
};

/** Sums of today are never stored: each read counts them. */
const selectToday = ({ from, to }: StoredSumsRange) =>
  `select $today::date, currency, value, ${columns} from live where $today::date between ${from}::date and ${to}::date`;

function composeReport({ dimension, value = 's.value', label = 'null::text', join }: Source): string {
  const sumPeriod = (days: StoredSumsRange, sums: string) => `select s.currency, ${value} as value, ${sums}
    from (${selectStoredSums(dimension, days)} union all ${selectToday(days)}) s group by 1, 2`;
  return `with live as materialized (${countSalesSql({ from: '$liveFrom', before: '$liveBefore' }, [dimension])}),
  asked as (${sumPeriod(asked, sumAll)}), before as (${sumPeriod(before, 'sum(s.sold - s.returned)::bigint as revenue_before')}),
  compared as (
    select currency, value, ${measures.map((name) => `coalesce(${name}, 0) as ${name}`).join(', ')}, coalesce(revenue_before, 0) as revenue_before
    from asked full join before using (currency, value)
  ), summed as (${
    join
      ? `select s.currency, ${join.value} as value, ${sumAll}, sum(s.revenue_before)::bigint as revenue_before
      from compared s left join ${join.table} group by 1, 2`
      : 'select * from compared'
  }), ranked as (
    select *, row_number() over (partition by currency order by (orders, sold, returned) = (0, 0, 0), sold - returned desc, value) as nth from summed
    where (orders, sold, returned, revenue_before) <> (0, 0, 0, 0)
  )
  select r.currency::text as currency, r.value, ${label} as label, r.orders, units, sold, sold_tax as "soldTax", returned, returned_tax as "returnedTax",
    revenue_before as "revenueBefore"
  from ranked r where r.nth <= $limit order by r.currency, r.nth`;
}

interface Today {
  readonly today: string;
  readonly liveFrom: Date;
  readonly liveBefore: Date;
}

interface ReportValues extends StoredSumsRange, Today {
  readonly beforeFrom: string;
  readonly beforeTo: string;
  readonly beforeMonth: string;
  readonly beforeMonthEnd: string;
  readonly limit: number;
}

const reads = Object.fromEntries(
  Object.entries(sources).map(([name, source]) => [
    name,
    namedQuery<ReportValues, ReportRow>(`reports.read-${name}`, composeReport(source)),
  ]),
) as Readonly<Record<ReportSource, (db: Db, values: ReportValues) => Promise<ReportRow[]>>>;

/** Returns today and its span. The span is empty when no period contains today, so that nothing is counted. */
function findToday({ clock }: Pick<Shop, 'clock'>, periods: readonly Days[]): Today {
  const start = findDayStart(clock.now());
  const day = formatIsoDay(start);
  const isLive = periods.some(({ from, to }) => from <= day && day <= to);
  return { today: day, liveFrom: start, liveBefore: isLive ? findNextDay(start) : start };
}

/**
 * Returns the values of `StoredSumsRange`. For a period without whole months both months are the day after its end. The
 * current month counts as whole, because later days have no stored sums.
 */
function toStoredSumsRange({ from, to }: Days, now: Date, hasMonths: boolean): StoredSumsRange {
  const first = toDate(from);
  const isUntilNow = to >= formatIsoDay(now);
  const afterLast =
    isUntilNow && hasMonths ? new Date(now.getFullYear(), now.getMonth() + 1, 1) : findNextDay(toDate(to));
  const month = new Date(first.getFullYear(), first.getMonth() + (first.getDate() > 1 ? 1 : 0), 1);
  const end = new Date(afterLast.getFullYear(), afterLast.getMonth(), 1);
  const [monthDay, endDay] = hasMonths && month < end ? [month, end] : [afterLast, afterLast];
  return { from, to, month: formatIsoDay(monthDay), monthEnd: formatIsoDay(endDay) };
}

/**
 * Sums a period in each currency, grouped as the report says: the highest revenue first, values with sales in the
 * period before only last.
 * @param limit most rows per currency
 */
export function loadReport(
  shop: Pick<Shop, 'clock'>,
  db: Db,
  source: ReportSource,
  { from, to, before: daysBefore }: Days & { readonly before: Days },
  limit: number,
): Promise<ReportRow[]> {
  const hasMonths = !('value' in sources[source]);
  const now = shop.clock.now();
  const kept = toStoredSumsRange(daysBefore, now, hasMonths);
  return reads[source](db, {
    ...toStoredSumsRange({ from, to }, now, hasMonths),
    ...{ beforeFrom: kept.from, beforeTo: kept.to, beforeMonth: kept.month, beforeMonthEnd: kept.monthEnd },
    ...findToday(shop, [{ from, to }, daysBefore]),
    limit,
  });
}

export interface TaxRow {
  readonly currency: string;
  readonly dispatchCountry: string;
  readonly country: string;
  /** Reason why no tax was charged; empty when there is a rate. */
  readonly untaxed: string;
  readonly taxClass: string;
  readonly name: string;
  /** Percent times 10,000. */
  readonly rate: number;
  readonly soldNet: number;
  readonly soldTax: number;
  readonly returnedNet: number;
  readonly returnedTax: number;
}

const rates = `currency::text as currency, dispatch_country as "dispatchCountry", country, untaxed, tax_class as "taxClass", name, rate`;

const readTaxes = namedQuery<Days & Today, TaxRow>(
  'reports.read-taxes',
  `select ${rates},
    sum(sold_net)::bigint as "soldNet", sum(sold_tax)::bigint as "soldTax", sum(returned_net)::bigint as "returnedNet", sum(returned_tax)::bigint as "returnedTax"
  from (
    select ${taxColumns} from daily_taxes where day between $from::date and $to::date and day < $today::date
    union all select ${taxColumns} from (${countTaxesSql({ from: '$liveFrom', before: '$liveBefore' })}) live
  ) t group by 1, 2, 3, 4, 5, 6, 7 order by 1, 3, 2, 4, rate desc, 5, 6`,
);

export function loadTaxes(shop: Pick<Shop, 'clock'>, db: Db, days: Days): Promise<TaxRow[]> {
  return readTaxes(db, { ...days, ...findToday(shop, [days]) });
}

/** Taxes refunded for orders that were paid in an earlier quarter. */
export interface CorrectionRow extends TaxRow {
  /** Position of the quarter of the payment in the given quarters, counted from 1. */
  readonly quarter: number;
}

const readCorrections = sqlQuery<CorrectionRow>(
  'reports.read-corrections',
  `select ${rates}, quarter, sold_net as "soldNet", sold_tax as "soldTax", returned_net as "returnedNet", returned_tax as "returnedTax"
  from (${countCorrectionsSql({ from: '$1', before: '$2' }, '$3', '$4')}) t order by quarter, 1, 3, 2, 4, rate desc, 5, 6`,
);

/**
 * Sums the taxes that were refunded in a period for orders paid in earlier quarters.
 * @param quarters starts of the quarters up to the quarter of the period
 */
export function loadCorrections(db: Db, { from, to }: Days, quarters: readonly Date[]): Promise<CorrectionRow[]> {
  return readCorrections(db, [
    toDate(from),
    findNextDay(toDate(to)),
    quarters.map((each) => each.toISOString()),
    quarters.at(-1),
  ]);
}

export interface CountState {
  /** Whether days before today have changed since they were counted. */
  readonly isPending: boolean;
  /** The last day whose sums differed from a recount; null when there was none in the last 30 days. */
  readonly differing: string | null;
  /** The first day that can't be counted and still has its former sums; null when there is none. */
  readonly failing: string | null;
}

const readState = sqlQuery<CountState>(
  'reports.read-state',
  `select exists (select from sales_changes where at < $1) as "isPending",
    (select max(day)::text from sales_differences where found_at >= $1::timestamptz - interval '30 days') as differing,
    (select min(day)::text from sales_failures) as failing`,
);

/** Loads whether the stored sums are current and correct. */
export async function loadCountState({ clock }: Pick<Shop, 'clock'>, db: Db): Promise<CountState> {
  const [state] = await readState(db, [findDayStart(clock.now())]);
  return state ?? { isPending: false, differing: null, failing: null };
}
