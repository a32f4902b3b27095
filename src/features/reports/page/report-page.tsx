import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { ViewTabs } from '#ui/admin/view-tabs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { noSales, reportsPath } from '../contract.ts';
import { type Period, readPeriod, toDate, writePeriod } from '../period.ts';
import { loadCountState, loadReport, loadTaxes, type ReportRow } from '../read/load-report.ts';
import { reportTexts as texts } from '../texts.ts';
import { AccountantFiles, PeriodForm } from './period-form.tsx';
import { listTimes, type Report, reports } from './reports.ts';
import { Sums } from './sums.tsx';
import { TaxTable } from './taxes.tsx';

const maxShown = 100;
/** More than the days or months of any period. */
const maxTimes = 200;

const toQuery = (period: Period, report: string) =>
  `${reportsPath}?${new URLSearchParams({ report, ...writePeriod(period) })}`;

/** One report of a period: its chart, its table and its files. */
export async function createReportPage(shop: Shop, actor: Actor, query: URLSearchParams): Promise<PrivateView> {
  const { t, clock } = shop;
  const id = query.get('report') ?? 'days';
  const report = reports.find((known) => known.id === id);
  const asked = readPeriod(clock.now(), query);
  const period = asked ?? readPeriod(clock.now(), new URLSearchParams());
  if (!period) throw new Error('the default period is not valid');
  const [{ isPending, differing, failing }, content] = await awaitAll([
    loadCountState(shop, shop.db),
    report ? loadSums(shop, actor, report, period) : loadTaxTable(shop, period),
  ]);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const current = report?.id ?? 'taxes';
  const tabs = [...reports.map(({ id, title }) => ({ id, title })), { id: 'taxes', title: texts.taxes }];
  const csv = `${reportsPath}/${current}.csv?${new URLSearchParams(writePeriod(period))}`;
  const body = (
    <AdminPage>
      <PageHead
        title={t(texts.title)}
        lead={t(texts.meaning, { zone })}
        actions={
          <ButtonLink look="quiet" href={csv}>
            {t(texts.csv)}
          </ButtonLink>
        }
      />
      {!asked && <Notice kind="error">{t(texts.wrongPeriod)}</Notice>}
      {differing !== null && <Notice kind="error">{t(texts.differed, { day: toDate(differing) })}</Notice>}
      {failing !== null && <Notice kind="error">{t(texts.failed, { day: toDate(failing) })}</Notice>}
      {isPending && failing === null && <Notice kind="info">{t(texts.pending)}</Notice>}
      <ViewTabs
        label={t(texts.views)}
        tabs={tabs.map(({ id, title }) => ({
          ...{ href: toQuery(period, id), text: t(title), isCurrent: id === current },
        }))}
      />
      <PeriodForm shop={shop} period={period} report={current} />
      {report?.meaning && <p>{t(report.meaning)}</p>}
      {content}
      <AccountantFiles shop={shop} period={period} />
    </AdminPage>
  );
  return { layout: 'admin', title: t(texts.title), body };
}

async function loadSums(shop: Shop, actor: Actor, report: Report, period: Period) {
  const [totals, found] = await awaitAll([
    loadReport(shop, shop.db, 'totals', period, 1),
    loadReport(shop, shop.db, report.source(period), period, report.isTimeline ? maxTimes : maxShown + 1),
  ]);
  const isOwn = ({ currency }: ReportRow) => Number(currency === shop.choices.currency);
  const ordered = totals.toSorted((a, b) => isOwn(b) - isOwn(a));
  const byCurrency = Map.groupBy(found, ({ currency }) => currency);
  const rows = totals.flatMap(({ currency }) => {
    const own = byCurrency.get(currency) ?? [];
    return report.isTimeline ? fillTimes(own, currency, period) : own.slice(0, maxShown);
  });
  const hasMore = [...byCurrency.values()].some(({ length }) => length > maxShown);
  return (
    <>
      <Sums {...{ shop, actor, report, period, rows }} totals={ordered} />
      {!report.isTimeline && hasMore && <p>{shop.t(texts.more, { count: maxShown })}</p>}
    </>
  );
}

/** Each day or month of the period, in their order: a chart without those of no sales would be wrong. */
function fillTimes(rows: readonly ReportRow[], currency: string, period: Period): readonly ReportRow[] {
  const none = { ...noSales, currency, label: null, revenueBefore: 0 };
  return listTimes(period).map((value) => rows.find((row) => row.value === value) ?? { ...none, value });
}

const loadTaxTable = async (shop: Shop, period: Period) => (
  <TaxTable shop={shop} rows={await loadTaxes(shop, shop.db, period)} />
);
