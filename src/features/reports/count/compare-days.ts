import { z } from 'zod';
import { soldAtSql } from '#features/orders/index.ts';
import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { awaitAll, type Db, inTransaction, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { findNextDay, formatIsoDay } from '#platform/texts/formats.ts';
import { dimensions, reportsPath } from '../contract.ts';
import { toDate } from '../period.ts';
import { reportTexts as texts } from '../texts.ts';
import { countChangedDays, countInSavepoint, findDayStart, raiseLimits } from './count-days.ts';
import { addDaysSql, countSalesSql, countTaxesSql, salesColumns, taxColumns } from './sales-sql.ts';

const findFirst = sqlQuery<{ at: Date | null }>(
  'reports.find-first',
  `select least((select min(${soldAtSql}) from orders o where ${soldAtSql} is not null), (select min(finished_at) from refunds where status = 'succeeded'),
    (select min(d.day) from unnest('{${dimensions.join()}}'::text[]) each
      cross join lateral (select min(day) as day from daily_sales where dimension = each) d)::timestamptz) as at`,
);

const span = { from: '$2', before: '$3' };

/** Condition: one of two queries has a row that the other lacks. */
const buildDifferenceCondition = (table: string, columns: string, counted: string, key = 'day', value = '$1::date') =>
  `exists ((select ${columns} from ${table} where ${key} = ${value} except all select ${columns} from (${counted}) a)
    union all (select ${columns} from (${counted}) b except all select ${columns} from ${table} where ${key} = ${value}))`;

/**
 * A single statement sees a single state of the data. A day that has changed since it was counted does not count as
 * different.
 */
const findDifference = sqlQuery<{ day: string }>(
  'reports.find-difference',
  `select $1::date as day where not exists (select from sales_changes where at >= $2::timestamptz and at < $3::timestamptz)
    and (${buildDifferenceCondition('daily_sales', salesColumns, countSalesSql(span))} or ${buildDifferenceCondition('daily_taxes', taxColumns, countTaxesSql(span))})`,
);

const saveDifference = sqlQuery(
  'reports.save-difference',
  `insert into sales_differences (day, found_at) values ($1::date, $2) on conflict (day) do update set found_at = excluded.found_at`,
);
const addChange = sqlQuery('reports.add-change', 'insert into sales_changes (at) values ($1)');

/** Finds months whose sums differ from the sums of their days, although none of the days was counted since. */
const findWrongMonths = sqlQuery<{ month: string }>(
  'reports.find-wrong-months',
  `select month::text from (select distinct month from monthly_sales union select date_trunc('month', day)::date from daily_sales) m
  where not exists (select from changed_sales_months c where c.month = m.month)
    and ${buildDifferenceCondition('monthly_sales', salesColumns, addDaysSql('m.month'), 'month', 'm.month')} order by month`,
);
const addChangedMonth = sqlQuery(
  'reports.add-changed-month',
  'insert into changed_sales_months (month) values ($1::date) on conflict do nothing',
);

const deleteOldDifferences = sqlQuery(
  'reports.delete-old-differences',
  `with compared as (update sales_counts set compared_at = $1)
  delete from sales_differences where found_at < $1::timestamptz - interval '1 year'`,
);

/**
 * Compares all days before today with a recount. Days that differ are counted again, and the owner gets an email.
 * @returns the days that differ
 */
export async function compareDays(shop: Shop): Promise<readonly string[]> {
  const { db, clock } = shop;
  const now = clock.now();
  // After a change of the time zone all days would differ, so count them first.
  await countChangedDays(shop);
  const [first] = await findFirst(db, []);
  const differing: string[] = [];
  const today = findDayStart(now);
  // Start a day earlier: a date of the table is read as a time in UTC.
  let start = first?.at ? findDayStart(new Date(first.at.getTime() - 24 * 60 * 60 * 1000)) : today;
  for (; start < today; start = findNextDay(start)) {
    const [from, day, before] = [start, formatIsoDay(start), findNextDay(start)];
    const isDifferent = await inTransaction(db, async (tx) => {
      let found: readonly object[] = [];
      await raiseLimits(tx, []);
      const isCompared = await countInSavepoint(shop, tx, day, async (part) => {
        found = await findDifference(part, [day, from, before]);
      });
      // Marks the day as changed. The job reports when the day can be counted again.
      if (!isCompared || found.length > 0) await addChange(tx, [from]);
      if (found.length > 0) await saveDifference(tx, [day, now]);
      return found.length > 0;
    });
    if (isDifferent) differing.push(day);
  }
  differing.push(...(await findDifferingMonths(db, now)));
  await deleteOldDifferences(db, [now]);
  if (differing.length > 0) {
    shop.log.error({ days: differing.slice(0, 50) }, 'sums of reports were others than a recount');
    await shop.jobs.add(db, tellOwnerJob, { on: formatIsoDay(now), days: differing.length, first: differing[0] ?? '' });
  }
  return differing;
}

/**
 * Finds wrong months and marks them, so that the job adds them up again.
 * @returns the first days of the months
 */
function findDifferingMonths(db: Db, now: Date): Promise<readonly string[]> {
  return inTransaction(db, async (tx) => {
    await raiseLimits(tx, []);
    const wrong = (await findWrongMonths(tx, [])).map(({ month }) => month);
    for (const month of wrong) {
      await addChangedMonth(tx, [month]);
      await saveDifference(tx, [month, now]);
    }
    return wrong;
  });
}

export const compareDaysJob = defineJob({
  name: 'reports:compare-days',
  every: '20 4 * * *',
  slow: true,
  run: async (shop) => {
    await compareDays(shop);
  },
});

export const tellOwnerJob = defineJob({
  name: 'reports:tell-owner',
  schema: z.object({ on: z.iso.date(), days: z.int(), first: z.string() }),
  async run(shop, { on, days, first }) {
    const { t, choices } = shop;
    const subject = t(texts.differSubject, { shop: choices.name });
    const content = {
      title: subject,
      blocks: [{ kind: 'paragraph', text: t(texts.differText, { count: days, first: toDate(first) }) }],
    } as const;
    await shop.mail.send({ id: `reports:differ:${on}`, to: choices.email, subject, ...shop.renderMail(content) });
  },
});

const findLately = sqlQuery<{ count: number; first: string }>(
  'reports.find-differences-lately',
  `select count(*)::integer as count, min(day)::text as first from sales_differences where found_at > $1 having count(*) > 0`,
);

const findFailures = sqlQuery<{ count: number; day: string; reason: string }>(
  'reports.find-failures',
  `select count(*) over ()::integer as count, day::text as day, reason from sales_failures order by day limit 1`,
);

/**
 * Reports days that can't be counted, and days whose sums differed in the last week. Only for the operator: the page
 * of reports shows both itself.
 */
export const checkReports: ShopCheck = async ({ db, clock }, { isForOperator }) => {
  if (!isForOperator) return [];
  const weekAgo = new Date(clock.now().getTime() - 7 * 24 * 60 * 60 * 1000);
  const [failures, differences] = await awaitAll([findFailures(db, []), findLately(db, [weekAgo])]);
  return [
    ...failures.map(
      ({ count, day, reason }): Finding => ({
        what: 'Reports',
        state: 'error',
        text: `the sums of ${count} days can't be counted, the first of them ${day}: ${reason}`,
        action: 'Reports have the former sums of these days; remove the cause, and the job counts them within a minute',
        path: reportsPath,
      }),
    ),
    ...differences.map(
      ({ count, first }): Finding => ({
        what: 'Reports',
        state: 'warning',
        text: `the sums of ${count} days, the first of them ${first}, were others than a recount, and were counted again`,
        action: 'Compare files that were made of these days before, and report it as a fault of the shop',
        path: reportsPath,
      }),
    ),
  ];
};
