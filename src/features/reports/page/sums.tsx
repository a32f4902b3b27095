import type { Shop } from '#platform/features/shop.ts';
import { formatMoney } from '#platform/money/money.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { getNumberFormat } from '#platform/texts/formats.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { getNetRevenue, getRevenue, getTax } from '../contract.ts';
import type { Period } from '../period.ts';
import type { ReportRow } from '../read/load-report.ts';
import { reportTexts as texts } from '../texts.ts';
import { Bars, Share } from './bars.tsx';
import { allOrders, linkToOrders, type Report } from './reports.ts';

interface SumsProps {
  readonly shop: Shop;
  readonly actor: Actor;
  readonly report: Report;
  readonly period: Period;
  readonly totals: readonly ReportRow[];
  readonly rows: readonly ReportRow[];
}

export function Sums({ totals, ...props }: SumsProps) {
  const { shop, rows } = props;
  if (totals.length === 0) return <ListState kind="empty" text={shop.t(texts.none)} />;
  return totals.map((total) => {
    const own = rows.filter(({ currency }) => currency === total.currency);
    return <CurrencySums {...props} total={total} rows={own} hasOthers={totals.length > 1} key={total.currency} />;
  });
}

interface CurrencyProps extends Omit<SumsProps, 'totals'> {
  readonly total: ReportRow;
  readonly hasOthers: boolean;
}

function CurrencySums({ total, hasOthers, ...props }: CurrencyProps) {
  const { shop, rows, report, period } = props;
  const { currency } = total;
  const revenues = rows.map(getRevenue);
  const [first, last] = [rows[0], rows.at(-1)];
  const highest = formatMoney({ amount: Math.max(0, ...revenues), currency }, shop.choices.locale);
  return (
    <section aria-label={shop.t(texts.currencyTitle, { currency })}>
      {hasOthers && <h2>{shop.t(texts.currencyTitle, { currency })}</h2>}
      {report.isTimeline && rows.length > 1 && first && last && (
        <figure className="sales">
          <figcaption className="sales__caption">
            <span>{shop.t(texts.chart, { currency })}</span>
            <span>{shop.t(texts.highest, { amount: highest })}</span>
          </figcaption>
          <Bars values={revenues} />
          <p className="sales__days" aria-hidden="true">
            <span>{report.name(shop, first, period)}</span>
            <span>{report.name(shop, last, period)}</span>
          </p>
        </figure>
      )}
      <SumsTable {...props} total={total} currency={hasOthers ? currency : null} />
    </section>
  );
}

interface TableProps extends Omit<CurrencyProps, 'hasOthers'> {
  /** Null when all sums have the same currency. */
  readonly currency: string | null;
}

function SumsTable({ shop, actor, report, period, rows, total, currency }: TableProps) {
  const { t, choices } = shop;
  const numbers = ['orders', 'units', 'sold', 'returned', 'tax', 'net'] as const;
  const columns: readonly TableColumn[] = [
    { id: 'name', title: t(report.column), onPhone: 'title' },
    ...(report.isTimeline ? [] : [{ id: 'share', title: t(texts.chart, { currency: total.currency }) }]),
    ...numbers.map((id) => ({ id, title: t(texts[id]), align: 'end' }) as const),
    { id: 'revenue', title: t(texts.revenue), align: 'end', onPhone: 'value' },
    { id: 'before', title: t(texts.before), align: 'end' },
    { id: 'change', title: t(texts.change), align: 'end' },
  ];
  const money = (amount: number) => formatMoney({ amount, currency: total.currency }, choices.locale);
  const number = getNumberFormat(choices.locale, {});
  const max = Math.max(0, ...rows.map(getRevenue));
  const isCompared = (row: ReportRow) => row === total || !report.isTimeline;
  const rowOf = (row: ReportRow, id: string, name: string, href: string | undefined) => ({
    ...{ id, href: row.orders > 0 ? href : undefined },
    cells: {
      name,
      share: row === total ? null : <Share value={getRevenue(row)} max={max} />,
      orders: report.hasNoOrders && row !== total ? null : number.format(row.orders),
      ...{ units: number.format(row.units) },
      ...{ sold: money(row.sold), returned: money(row.returned), tax: money(getTax(row)) },
      ...{ net: money(getNetRevenue(row)), revenue: money(getRevenue(row)) },
      before: isCompared(row) && money(row.revenueBefore),
      change: isCompared(row) && formatChange(shop, row),
    },
  });
  const hrefOf = (row: ReportRow) => {
    const link = report.list(row, period);
    return link && isPermitted(actor, link.requires) ? linkToOrders(link, period, currency) : undefined;
  };
  const hrefOfAll = isPermitted(actor, allOrders.requires) ? linkToOrders(allOrders, period, currency) : undefined;
  const listed = report.isTimeline ? rows.toReversed() : rows;
  return (
    <DataTable
      label={t(texts.chart, { currency: total.currency })}
      columns={columns}
      rows={[
        rowOf(total, 'total', t(texts.total), hrefOfAll),
        ...listed.map((row) => rowOf(row, row.value || '-', report.name(shop, row, period), hrefOf(row))),
      ]}
    />
  );
}

/** @returns null when there is no revenue to compare with */
function formatChange({ choices }: Shop, row: ReportRow): string | null {
  if (row.revenueBefore <= 0) return null;
  const share = getRevenue(row) / row.revenueBefore - 1;
  return getNumberFormat(choices.locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 1,
  }).format(share);
}
