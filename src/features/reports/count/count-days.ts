import { soldAtSql } from '#features/orders/index.ts';
import { awaitAll, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, isRetryable } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import { addDaysSql, countSalesSql, countTaxesSql, salesColumns, taxColumns } from './sales-sql.ts';

/** The default statement timeout is too short for the many rows of a day in a large shop. */
export const raiseLimits = sqlQuery('reports.raise-limits', `select set_config('statement_timeout', '300s', true)`);

const lockCounts = sqlQuery<{ timeZone: string | null }>(
  'reports.lock-counts',
  'select time_zone as "timeZone" from sales_counts for update',
);

const setTimeZone = sqlQuery('reports.set-time-zone', 'update sales_counts set time_zone = $1, compared_at = null');
const deleteAllSales = sqlQuery('reports.delete-all-sales', 'delete from daily_sales');
const deleteAllTaxes = sqlQuery('reports.delete-all-taxes', 'delete from daily_taxes');
const deleteAllMonths = sqlQuery('reports.delete-all-months', 'delete from monthly_sales');
const deleteAllFailures = sqlQuery('reports.delete-all-failures', 'delete from sales_failures');
const deleteAllDifferences = sqlQuery('reports.delete-all-differences', 'delete from sales_differences');

/** Marks one time per quarter of an hour as changed: in every time zone, days begin at a quarter of an hour. */
const markAllDaysChanged = sqlQuery(
  'reports.mark-all',
  `insert into sales_changes (at) select min(at) from (
    select ${soldAtSql} as at from orders o where ${soldAtSql} is not null
    union all select cancelled_at from orders where replaced_paid_at is not null
    union all select finished_at from refunds where status = 'succeeded'
  ) counted group by date_bin('15 minutes', at, 'epoch')`,
);

const findChange = sqlQuery<{ at: Date }>(
  'reports.find-change',
  'select at from sales_changes where at >= $1::timestamptz and at < $2::timestamptz order by at limit 1',
);
const deleteChanges = sqlQuery('reports.delete-changes', 'delete from sales_changes where at >= $1 and at < $2');
const deleteSales = sqlQuery('reports.delete-sales', 'delete from daily_sales where day = $1::date');
const deleteTaxes = sqlQuery('reports.delete-taxes', 'delete from daily_taxes where day = $1::date');
const deleteFailure = sqlQuery('reports.delete-failure', 'delete from sales_failures where day = $1::date');

/** Returns the day only when it fails for the first time. */
const saveFailure = sqlQuery<{ day: string }>(
  'reports.save-failure',
  `insert into sales_failures (day, failed_at, reason) values ($1::date, $2, left($3, 500)) on conflict (day) do nothing returning day::text`,
);

const span = { from: '$2', before: '$3' };

const insertSales = sqlQuery(
  'reports.insert-sales',
  `insert into daily_sales (day, ${salesColumns}) select $1::date, ${salesColumns} from (${countSalesSql(span)}) counted`,
);
const insertTaxes = sqlQuery(
  'reports.insert-taxes',
  `insert into daily_taxes (day, ${taxColumns}) select $1::date, ${taxColumns} from (${countTaxesSql(span)}) counted`,
);

/** Prefix of the reason why a month can't be added up. The failure is stored under the month's first day. */
const monthPrefix = 'its month: ';

/** Marks the month as changed. Until it is added up again, reports read its days. */
const markMonth = sqlQuery(
  'reports.mark-month',
  `insert into changed_sales_months (month) values (date_trunc('month', $1::date)) on conflict do nothing`,
);
const findMonth = sqlQuery<{ month: string }>(
  'reports.find-month',
  'select month::text from changed_sales_months where month > $1::date order by month limit 1',
);
const deleteMonthMark = sqlQuery(
  'reports.delete-month-mark',
  'delete from changed_sales_months where month = $1::date',
);
/** Deletes the failure of the month, but not that of its first day, which is stored under the same date. */
const deleteMonthFailure = sqlQuery(
  'reports.delete-month-failure',
  `delete from sales_failures where day = $1::date and reason like '${monthPrefix}%'`,
);
const deleteMonth = sqlQuery('reports.delete-month', 'delete from monthly_sales where month = $1::date');
const insertMonth = sqlQuery(
  'reports.insert-month',
  `insert into monthly_sales (month, ${salesColumns}) select $1::date, ${salesColumns} from (${addDaysSql('$1')}) added`,
);

/**
 * The shop's time zone is that of its processes. A process with an unknown `TZ` has no time zone and counts days in
 * UTC.
 */
const getTimeZone = (): string => (new Intl.DateTimeFormat().resolvedOptions().timeZone as string | undefined) ?? 'UTC';

export const findDayStart = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/**
 * Counts the days before today that have changed, each in its own transaction. Today is never stored: reports count
 * it when they are read. A day that can't be counted keeps its changes and former sums, and doesn't block other days;
 * the next run tries again.
 * @returns the number of counted days
 */
export async function countChangedDays(shop: Shop): Promise<number> {
  let counted = 0;
  let day = await countNextDay(shop, firstMoment);
  for (; day; day = await countNextDay(shop, day.before)) if (day.isCounted) counted += 1;
  let month: string | null = beforeMonths;
  while (month !== null) month = await addNextMonth(shop, month);
  return counted;
}

const beforeMonths = '0001-01-01';

/**
 * Adds up the sums of a month from its days, after all changed days were counted. A month that can't be added up
 * doesn't block later months: reports read its days meanwhile, and the next run tries again.
 * @returns the first day of the month; null when no month is left
 */
function addNextMonth(shop: Shop, after: string): Promise<string | null> {
  return inTransaction(shop.db, async (tx) => {
    await awaitAll([raiseLimits(tx, []), lockCounts(tx, [])]);
    const [found] = await findMonth(tx, [after]);
    if (!found) return null;
    const { month } = found;
    const add = async (part: Tx) => {
      await awaitAll([deleteMonthMark(part, [month]), deleteMonth(part, [month])]);
      await awaitAll([insertMonth(part, [month]), deleteMonthFailure(part, [month])]);
    };
    await countInSavepoint(shop, tx, month, add, monthPrefix);
    return month;
  });
}

const firstMoment = new Date(0);

interface CountedDay {
  readonly isCounted: boolean;
  readonly before: Date;
}

/**
 * A separate statement deletes the changes before the counting statements run: an order that commits in between is
 * counted, and its change remains for the next run. If the process is killed, the deletion is rolled back.
 */
function countNextDay(shop: Shop, from: Date): Promise<CountedDay | null> {
  const { db, clock } = shop;
  return inTransaction(db, async (tx) => {
    const [, [counts]] = await awaitAll([raiseLimits(tx, []), lockCounts(tx, [])]);
    const timeZone = getTimeZone();
    if (counts?.timeZone !== timeZone) {
      await awaitAll([
        setTimeZone(tx, [timeZone]),
        deleteAllSales(tx, []),
        deleteAllTaxes(tx, []),
        deleteAllMonths(tx, []),
        // Failures and differences name days of the former time zone.
        deleteAllFailures(tx, []),
        deleteAllDifferences(tx, []),
        markAllDaysChanged(tx, []),
      ]);
    }
    const [change] = await findChange(tx, [from, findDayStart(clock.now())]);
    if (!change) return null;
    const start = findDayStart(change.at);
    const before = findNextDay(start);
    return {
      isCounted: await countInSavepoint(shop, tx, formatIsoDay(start), (part) => countDay(part, start)),
      before,
    };
  });
}

async function countDay(tx: Tx, start: Date): Promise<void> {
  const [day, end] = [formatIsoDay(start), findNextDay(start)];
  await awaitAll([
    deleteChanges(tx, [start, end]),
    deleteSales(tx, [day]),
    deleteTaxes(tx, [day]),
    deleteFailure(tx, [day]),
    markMonth(tx, [day]),
    insertSales(tx, [day, start, end]),
    insertTaxes(tx, [day, start, end]),
  ]);
}

/**
 * Runs the work on a day in a savepoint. An error is stored and logged once, until the day is counted.
 * @returns whether the work succeeded
 */
export async function countInSavepoint(
  { log, clock }: Shop,
  tx: Tx,
  day: string,
  work: (tx: Tx) => Promise<void>,
  prefix = '',
): Promise<boolean> {
  try {
    await inTransaction(tx, work);
    return true;
  } catch (error) {
    // The database failed, not the counting of this day.
    if (isDatabaseUnavailable(error) || isRetryable(error)) throw error;
    const reason = prefix + (error instanceof Error ? error.message : String(error));
    if ((await saveFailure(tx, [day, clock.now(), reason])).length > 0)
      log.error({ err: error, day }, 'the sums of a day for reports could not be counted');
    return false;
  }
}

export const countSalesJob = defineJob({
  name: 'reports:count-sales',
  every: '* * * * *',
  slow: true,
  run: async (shop) => {
    await countChangedDays(shop);
  },
});
