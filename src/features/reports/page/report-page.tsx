import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { formatMoney } from '#platform/money/money.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getCountryName, getNumberFormat } from '#platform/texts/formats.ts';
import type { Text } from '#platform/texts/texts.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { Filter, FilterBar } from '#ui/admin/filter-bar.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { ViewTabs } from '#ui/admin/view-tabs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { noSales, reportsPath } from '../contract.ts';
import { accountantFiles } from '../files/accountant-files.ts';
import { comparisons, type Period, type PeriodName, periodNames, readPeriod, toDate, writePeriod } from '../period.ts';
import { loadCountState, loadReport, loadTaxes, type ReportRow, type TaxRow } from '../read/load-report.ts';
import { reportTexts as texts, untaxedTexts } from '../texts.ts';
import { Share } from './bars.tsx';
import { listTimes, type Report, reports } from './reports.ts';
import { Sums } from './sums.tsx';

const periodTexts: Readonly<Record<PeriodName, Text>> = {
  ...{ today: texts.today, '7-days': texts.lastWeek, '30-days': texts.lastDays, month: texts.month },
  ...{ quarter: texts.quarter, year: texts.year, own: texts.own },
};
const comparisonTexts = { previous: texts.previous, year: texts.lastYear } as const;

interface FormProps {
  readonly shop: Shop;
  readonly period: Period;
  readonly report: string;
}

function PeriodForm({ shop: { t }, period, report }: FormProps) {
  const { name, comparison, from, to, before } = period;
  const days = { from: toDate(from), to: toDate(to), beforeFrom: toDate(before.from), beforeTo: toDate(before.to) };
  return (
    <>
      <FilterBar action={reportsPath} label={t(texts.period)} apply={t(texts.show)} hidden={{ report }}>
        <Filter title={t(texts.period)} value={t(periodTexts[name])} apply={t(texts.show)}>
          <Field id="period" label={t(texts.period)}>
            {(control) => (
              <Select
                {...control}
                name="period"
                defaultValue={name}
                options={periodNames.map((value) => ({ value, label: t(periodTexts[value]) }))}
              />
            )}
          </Field>
          <Field id="from" label={t(texts.from)}>
            {(control) => <TextInput {...control} type="date" name="from" defaultValue={from} />}
          </Field>
          <Field id="to" label={t(texts.to)}>
            {(control) => <TextInput {...control} type="date" name="to" defaultValue={to} />}
          </Field>
        </Filter>
        <Filter title={t(texts.compare)} value={t(comparisonTexts[comparison])} apply={t(texts.show)}>
          <Field id="compare" label={t(texts.compare)}>
            {(control) => (
              <Select
                {...control}
                name="compare"
                defaultValue={comparison}
                options={comparisons.map((value) => ({ value, label: t(comparisonTexts[value]) }))}
              />
            )}
          </Field>
        </Filter>
      </FilterBar>
      <p>{t(texts.dates, days)}</p>
    </>
  );
}

function AccountantFiles({ shop: { t }, period }: Pick<FormProps, 'shop' | 'period'>) {
  const query = new URLSearchParams(writePeriod(period));
  return (
    <section className="page-part" aria-labelledby="files">
      <h2 id="files">{t(texts.files)}</h2>
      <p>{t(texts.filesLead, { from: toDate(period.from), to: toDate(period.to) })}</p>
      <div className="head__actions">
        {Object.entries(accountantFiles).map(([name, { title }]) => (
          <ButtonLink look="quiet" href={`${reportsPath}/${name}.csv?${query}`} key={name}>
            {t(title)}
          </ButtonLink>
        ))}
      </div>
      <p>{t(texts.ossLead)}</p>
    </section>
  );
}

const untaxed: Readonly<Record<string, Text>> = untaxedTexts;

function nameRate({ t, choices }: Pick<Shop, 't' | 'choices'>, { untaxed: reason, name, rate }: TaxRow): string {
  if (reason !== '') return t(texts.untaxed, { reason: untaxed[reason] ? t(untaxed[reason]) : reason });
  const format = getNumberFormat(choices.locale, { style: 'percent', maximumFractionDigits: 4 });
  return `${name} ${format.format(rate / 1_000_000)}`.trim();
}

function TaxTable({ shop, rows }: { readonly shop: Shop; readonly rows: readonly TaxRow[] }) {
  const { t, choices } = shop;
  if (rows.length === 0) return <ListState kind="empty" text={t(texts.none)} />;
  const country = (code: string) => (code === '' ? t(texts.unknown) : getCountryName(code, choices.locale));
  const amounts = ['soldNet', 'soldTax', 'returnedNet', 'returnedTax'] as const;
  const columns: readonly TableColumn[] = [
    { id: 'rate', title: t(texts.rate), onPhone: 'title' },
    { id: 'country', title: t(texts.country), onPhone: 'badge' },
    { id: 'dispatch', title: t(texts.dispatch) },
    { id: 'taxClass', title: t(texts.taxClass) },
    { id: 'share', title: t(texts.netTax), onTablet: 'hidden' },
    ...amounts.map((id) => ({ id, title: t(texts[id]), align: 'end' }) as const),
    { id: 'tax', title: t(texts.netTax), align: 'end', onPhone: 'value' },
  ];
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    const money = (amount: number) => formatMoney({ amount, currency }, choices.locale);
    const max = Math.max(...own.map(findTax));
    return (
      <section aria-label={t(texts.currencyTitle, { currency })} key={currency}>
        {currencies.length > 1 && <h2>{t(texts.currencyTitle, { currency })}</h2>}
        <DataTable
          label={`${t(texts.taxes)}, ${currency}`}
          columns={columns}
          rows={own.map((row) => ({
            id: [row.dispatchCountry, row.country, row.untaxed, row.taxClass, row.name, row.rate].join(' '),
            cells: {
              ...{ rate: nameRate(shop, row), country: country(row.country), taxClass: row.taxClass },
              dispatch: row.dispatchCountry === '' ? null : country(row.dispatchCountry),
              share: <Share value={findTax(row)} max={max} />,
              ...Object.fromEntries(amounts.map((id) => [id, money(row[id])])),
              tax: money(findTax(row)),
            },
          }))}
        />
      </section>
    );
  });
}

const findTax = ({ soldTax, returnedTax }: TaxRow): number => soldTax - returnedTax;

const maxShown = 100;
/** More than the days or months that any period has. */
const maxTimes = 200;

const toQuery = (period: Period, report: string) =>
  `${reportsPath}?${new URLSearchParams({ report, ...writePeriod(period) })}`;

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

/** Adds the days or months without sales, in order: a chart that leaves them out would be misleading. */
function fillTimes(rows: readonly ReportRow[], currency: string, period: Period): readonly ReportRow[] {
  const none = { ...noSales, currency, label: null, revenueBefore: 0 };
  return listTimes(period).map((value) => rows.find((row) => row.value === value) ?? { ...none, value });
}

const loadTaxTable = async (shop: Shop, period: Period) => (
  <TaxTable shop={shop} rows={await loadTaxes(shop, shop.db, period)} />
);
