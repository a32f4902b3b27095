import { z } from 'zod';
import { awaitAll, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import { countSalesSql, countTaxesSql, salesColumns, taxColumns } from './sales-sql.ts';

/** A day of a large shop has many rows. */
export const raiseLimits = sqlQuery('reports.raise-limits', `select set_config('statement_timeout', '300s', true)`);

const lockCounts = sqlQuery<{ timeZone: string | null }>(
  'reports.lock-counts',
  'select time_zone as "timeZone" from sales_counts for update',
);

const setTimeZone = sqlQuery('reports.set-time-zone', 'update sales_counts set time_zone = $1, compared_at = null');
const deleteAllSales = sqlQuery('reports.delete-all-sales', 'delete from daily_sales');
const deleteAllTaxes = sqlQuery('reports.delete-all-taxes', 'delete from daily_taxes');

/** One moment of each quarter of an hour, at which days of some time zone begin. */
const markAll = sqlQuery(
  'reports.mark-all',
  `insert into sales_changes (at) select min(at) from (
    select paid_at as at from orders where paid_at is not null union all select finished_at from refunds where status = 'succeeded'
  ) counted group by date_bin('15 minutes', at, 'epoch')`,
);

const findChange = sqlQuery<{ at: Date }>(
  'reports.find-change',
  'select at from sales_changes where at < $1 order by at limit 1',
);
const deleteChanges = sqlQuery('reports.delete-changes', 'delete from sales_changes where at >= $1 and at < $2');
const deleteSales = sqlQuery('reports.delete-sales', 'delete from daily_sales where day = $1::date');
const deleteTaxes = sqlQuery('reports.delete-taxes', 'delete from daily_taxes where day = $1::date');

const span = { from: '$2', before: '$3' };

const insertSales = sqlQuery(
  'reports.insert-sales',
  `insert into daily_sales (day, ${salesColumns}) select $1::date, ${salesColumns} from (${countSalesSql(span)}) counted`,
);
const insertTaxes = sqlQuery(
  'reports.insert-taxes',
  `insert into daily_taxes (day, ${taxColumns}) select $1::date, ${taxColumns} from (${countTaxesSql(span)}) counted`,
);

/** The shop's time zone is that of its processes. */
const getTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** When the day of a moment begins. */
export const findDayStart = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());

/**
 * Counts the days before today that have changed, each in a transaction. Today is never kept: whoever reads counts it.
 * @returns how many days were counted
 */
export async function countChangedDays(shop: Shop): Promise<number> {
  let days = 0;
  while (await countNextDay(shop)) days += 1;
  return days;
}

/**
 * Changes are deleted by a statement before those that count: what commits in between is counted, and its change is left
 * for the next time. A process that is killed has deleted nothing.
 */
function countNextDay({ db, clock }: Shop): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const [, [counts]] = await awaitAll([raiseLimits(tx, []), lockCounts(tx, [])]);
    const timeZone = getTimeZone();
    if (counts?.timeZone !== timeZone) {
      await awaitAll([setTimeZone(tx, [timeZone]), deleteAllSales(tx, []), deleteAllTaxes(tx, []), markAll(tx, [])]);
    }
    const [change] = await findChange(tx, [findDayStart(clock.now())]);
    if (!change) return false;
    const start = findDayStart(change.at);
    const [day, end] = [formatIsoDay(start), findNextDay(start)];
    await awaitAll([
      deleteChanges(tx, [start, end]),
      deleteSales(tx, [day]),
      deleteTaxes(tx, [day]),
      insertSales(tx, [day, start, end]),
      insertTaxes(tx, [day, start, end]),
    ]);
    return true;
  });
}

export const countSalesJob = defineJob({
  name: 'reports:count-sales',
  schema: z.object({}),
  every: '* * * * *',
  slow: true,
  run: async (shop) => {
    await countChangedDays(shop);
  },
});
