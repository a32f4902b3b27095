import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import { formatMoney } from '#platform/money/money.ts';
import { DataTable, type TableColumn } from '#ui/admin/data-table.tsx';
import { Filter, FilterBar } from '#ui/admin/filter-bar.tsx';
import { ListState } from '#ui/admin/list-state.tsx';
import { AdminPage, PageHead } from '#ui/admin/page-head.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Field } from '#ui/field.tsx';
import { Notice } from '#ui/notice.tsx';
import { formatSourceType } from '../order-facts.ts';
import { type Period, readPeriod, reportSources, type SourceReport, type SourceSum } from '../report.ts';
import { attributionTexts as texts } from '../texts.ts';
import { orderList } from './order-list.tsx';
import { sourcesPath } from './paths.ts';

const maxShown = 100;

/** The report of orders and revenue by source. Each number links to the list of its orders. */
export async function createReportPage(shop: Shop, { url }: FastifyRequest): Promise<PrivateView> {
  const { t } = shop;
  const query = new URLSearchParams(url.split('?', 2)[1]);
  const asked = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  const period = readPeriod(shop.clock.now(), asked);
  const report = period && (await reportSources(shop.db, period, maxShown));
  const title = t(texts.title);
  const actions = (
    <ButtonLink look="quiet" href={linkToOrders(period ?? {}, {})}>
      {t(texts.orderList)}
    </ButtonLink>
  );
  const body = (
    <AdminPage>
      <PageHead title={title} lead={t(texts.lead)} actions={actions} />
      {!period && <Notice kind="error">{t(texts.wrongPeriod)}</Notice>}
      <PeriodForm shop={shop} period={period ?? { from: asked.from.slice(0, 20), to: asked.to.slice(0, 20) }} />
      {period && report && <Sums shop={shop} period={period} report={report} />}
    </AdminPage>
  );
  return { layout: 'admin', title, body };
}

function PeriodForm({ shop: { t }, period: { from, to } }: { readonly shop: Shop; readonly period: Period }) {
  return (
    <FilterBar action={sourcesPath} label={t(texts.period)} apply={t(texts.show)}>
      <Filter title={t(texts.period)} value={`${from} – ${to}`} apply={t(texts.show)}>
        <Field id="from" label={t(texts.from)}>
          {(control) => <TextInput {...control} type="date" name="from" defaultValue={from} />}
        </Field>
        <Field id="to" label={t(texts.to)}>
          {(control) => <TextInput {...control} type="date" name="to" defaultValue={to} />}
        </Field>
      </Filter>
    </FilterBar>
  );
}

interface SumsProps {
  readonly shop: Shop;
  readonly period: Period;
  readonly report: SourceReport;
}

function Sums({ shop, period, report: { sums, hasMore } }: SumsProps) {
  const { t, choices } = shop;
  if (sums.length === 0) return <ListState kind="empty" text={t(texts.none)} />;
  const columns: readonly TableColumn[] = [
    { id: 'source', title: t(texts.source), onPhone: 'title' },
    { id: 'type', title: t(texts.sourceType), onPhone: 'badge' },
    { id: 'medium', title: t(texts.medium) },
    { id: 'campaign', title: t(texts.campaign) },
    { id: 'orders', title: t(texts.orders), align: 'end' },
    { id: 'paid', title: t(texts.paid), align: 'end' },
    { id: 'revenue', title: t(texts.revenue), align: 'end', onPhone: 'value' },
  ];
  const hasCurrencies = new Set(sums.map(({ currency }) => currency)).size > 1;
  const rows = sums.map((sum, index) => {
    const { sourceType, source, medium, campaign, orders, paidOrders, revenue, currency } = sum;
    const type = formatSourceType(shop, sourceType);
    const link = (count: number, counts: 'placed' | 'paid') =>
      // The list can show neither orders without a source nor filter by currency.
      sourceType === null || hasCurrencies || count === 0 ? (
        count
      ) : (
        <a href={linkToOrders(period, { ...listFilters(sum), counts })}>{count}</a>
      );
    const cells = {
      ...{
        source: source ?? type,
        type: source === null ? null : type,
        medium,
        campaign,
        orders: link(orders, 'placed'),
      },
      ...{ paid: link(paidOrders, 'paid'), revenue: formatMoney({ amount: revenue, currency }, choices.locale) },
    };
    return { id: index, cells };
  });
  return (
    <>
      <DataTable label={t(texts.title)} columns={columns} rows={rows} />
      {hasMore && <p>{t(texts.more, { count: maxShown })}</p>}
    </>
  );
}

const listFilters = ({ sourceType, source, medium, campaign }: SourceSum): Readonly<Record<string, string>> => ({
  ...(sourceType !== null && { type: sourceType }),
  ...(source !== null && { source }),
  ...(medium !== null && { medium }),
  ...(campaign !== null && { campaign }),
});

function linkToOrders({ from, to }: Partial<Period>, filters: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    ...filters,
    ...(from !== undefined && { 'placed.from': from }),
    ...(to !== undefined && { 'placed.to': to }),
  });
  return `${orderList.path}?${query}`;
}
