import { toDecimal } from '#platform/money/money.ts';
import { getNetRevenue, getRevenue, getTax } from '../contract.ts';
import type { Report } from '../page/reports.ts';
import type { Days } from '../period.ts';
import { loadReport, type ReportRow } from '../read/load-report.ts';
import type { ReportFile } from './csv.ts';

/** More than any report has: names of sources come from addresses, which anybody writes. */
const maxRows = 200_000;

const columns = [
  ...['currency', 'value', 'name', 'orders', 'units', 'sold', 'refunded', 'revenue', 'tax', 'net_revenue'],
  'revenue_before',
];

/** The days of the period in their order, without those that it is compared with. */
const sortDays = (rows: readonly ReportRow[], { from, to }: Days): readonly ReportRow[] =>
  rows
    .filter(({ value }) => from <= value && value <= to)
    .toSorted((a, b) => a.currency.localeCompare(b.currency) || a.value.localeCompare(b.value));

/** All rows of a report. */
export const reportFile = (report: Report): ReportFile => ({
  async *rows(shop, period) {
    yield columns;
    // A file has each day, also of a long period.
    const source = report.isTimeline ? 'days' : report.source(period);
    const found = await loadReport(shop, shop.db, source, period, maxRows);
    for (const row of report.isTimeline ? sortDays(found, period) : found) {
      const money = (amount: number) => toDecimal({ amount, currency: row.currency });
      yield [
        ...[row.currency, row.value, report.isTimeline ? row.value : report.name(shop, row, period)],
        ...[
          report.hasNoOrders ? '' : String(row.orders),
          String(row.units),
          money(row.sold),
          money(row.returned),
          money(getRevenue(row)),
        ],
        ...[money(getTax(row)), money(getNetRevenue(row)), report.isTimeline ? '' : money(row.revenueBefore)],
      ];
    }
  },
});
