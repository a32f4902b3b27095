import { toDecimal } from '#platform/money/money.ts';
import { getNetRevenue, getRevenue, getTax } from '../contract.ts';
import type { Report } from '../page/reports.ts';
import { loadReport } from '../read/load-report.ts';
import type { ReportFile } from './csv.ts';

/** More than any report has: names of sources come from addresses, which anybody writes. */
const maxRows = 200_000;

const columns = [
  ...['currency', 'value', 'name', 'orders', 'units', 'sold', 'refunded', 'revenue', 'tax', 'net_revenue'],
  'revenue_before',
];

/** All rows of a report. */
export const reportFile = (report: Report): ReportFile => ({
  async *rows(shop, period) {
    yield columns;
    // A file has each day, also of a long period.
    const source = report.isTimeline ? 'days' : report.source(period);
    for (const row of await loadReport(shop, shop.db, source, period, maxRows)) {
      const money = (amount: number) => toDecimal({ amount, currency: row.currency });
      yield [
        ...[row.currency, row.value, report.isTimeline ? row.value : report.name(shop, row, period)],
        ...[String(row.orders), String(row.units), money(row.sold), money(row.returned), money(getRevenue(row))],
        ...[money(getTax(row)), money(getNetRevenue(row)), money(row.revenueBefore)],
      ];
    }
  },
});
