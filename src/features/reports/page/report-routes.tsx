import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { renderPrivatePage } from '#platform/http/private-page.ts';
import { toDecimal } from '#platform/money/money.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getNetRevenue, getRevenue, getTax, readReports, reportsPath } from '../contract.ts';
import { accountantFiles } from '../files/accountant-files.ts';
import { type ReportFile, writeCsv } from '../files/csv.ts';
import { type Days, readPeriod } from '../period.ts';
import { loadReport, type ReportRow } from '../read/load-report.ts';
import { reportTexts as texts } from '../texts.ts';
import { createReportPage } from './report-page.tsx';
import { type Report, reports } from './reports.ts';

/** More than any report has. A limit is needed because names of sources come from URLs, which anybody can make up. */
const maxRows = 200_000;

const columns = [
  ...['currency', 'value', 'name', 'orders', 'units', 'sold', 'refunded', 'revenue', 'tax', 'net_revenue'],
  'revenue_before',
];

/** Sorts the days of the period, and leaves out the days that it is compared with. */
const sortDays = (rows: readonly ReportRow[], { from, to }: Days): readonly ReportRow[] =>
  rows
    .filter(({ value }) => from <= value && value <= to)
    .toSorted((a, b) => a.currency.localeCompare(b.currency) || a.value.localeCompare(b.value));

const reportFile = (report: Report): ReportFile => ({
  async *rows(shop, period) {
    yield columns;
    // Files list days also for long periods, of which the page shows months.
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

const readQuery = ({ url }: FastifyRequest) => new URLSearchParams(url.split('?', 2)[1]);

export function registerReports(app: FastifyInstance, shop: Shop): void {
  const config = { requires: readReports };
  app.get(reportsPath, { config }, async (request, reply) => {
    const view = await createReportPage(shop, await getActor(shop, request), readQuery(request));
    return renderPrivatePage(shop, request, reply, view);
  });
  const files = { ...Object.fromEntries(reports.map((report) => [report.id, reportFile(report)])), ...accountantFiles };
  app.get<{ Params: { name: string } }>(`${reportsPath}/:name.csv`, { config }, async (request, reply) => {
    const { name } = request.params;
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    if (!file) return reply.callNotFound();
    const period = readPeriod(shop.clock.now(), readQuery(request));
    if (!period) return reply.refuse(422, 'invalid_input', shop.t(texts.wrongPeriod));
    return reply
      .header('content-disposition', formatAttachment(`${name}-${period.from}-${period.to}.csv`))
      .type('text/csv; charset=utf-8')
      .send(Readable.from(writeCsv(file.rows(shop, period))));
  });
}
