import { type SQL, sql } from 'drizzle-orm';
import { type Order, orderRecord } from '#features/orders/index.ts';
import { isAnyCase, isInPeriod, isOneOf } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { getRecordPath } from '#platform/admin/records/record.ts';
import { isPermitted } from '#platform/sessions/actor.ts';
import { noValue, type SourceType, sourceTypes } from '../contract.ts';
import { formatSourceType } from '../order-facts.ts';
import { attributionTexts as texts } from '../texts.ts';
import { readSources, sourcesPath } from './paths.ts';

interface OrderRow extends Pick<Order, 'id' | 'number' | 'createdAt' | 'paidAt' | 'currency' | 'total'> {
  readonly sourceType: SourceType;
  readonly source: string;
  readonly medium: string;
  readonly campaign: string;
}

// Reads the rows of one table in the order of its indexes. Orders are looked up by their ids, whatever the filter
// counts.
const from = sql`order_attributions a left join orders o on o.id = a.order_id`;

const select = sql`a.order_id as id, o.number, a.placed_at as "createdAt", o.paid_at as "paidAt", a.source_type as "sourceType",
  a.utm_source as source, a.utm_medium as medium, a.utm_campaign as campaign, o.currency::text as currency, o.total`;

const show = (value: string) => (value === noValue ? null : value);

// `offset 0` keeps PostgreSQL from reading all orders for the condition, which nearly all of them meet.
const whereOrder = (condition: SQL) => () =>
  sql`exists (select from orders c where c.id = a.order_id and c.status not in ('cancelled', 'failed') and ${condition} offset 0)`;

const countedOrdersCondition = isAnyCase({
  placed: whereOrder(sql`true`),
  paid: whereOrder(sql`c.paid_at is not null`),
});

/** Lists orders whose source is known. The numbers of the report link here. */
export const orderList = defineAdminList<OrderRow>({
  name: 'attribution.orders',
  path: `${sourcesPath}/orders`,
  requires: readSources.name,
  texts: { title: texts.orderList, count: texts.orderCount, empty: texts.noOrders },
  source: {
    ...{ from, id: sql`a.order_id`, select },
    sorts: {
      newest: {
        title: texts.newest,
        reversedTitle: texts.oldest,
        by: sql`a.placed_at`,
        type: 'timestamptz',
        direction: 'desc',
      },
    },
  },
  columns: {
    number: { title: texts.order, cell: ({ number }) => number, onPhone: 'title' },
    placed: { title: texts.placed, cell: ({ createdAt }, { date }) => date(createdAt), sort: 'newest' },
    type: { title: texts.sourceType, cell: ({ sourceType }, { t }) => formatSourceType({ t }, sourceType) },
    source: { title: texts.source, cell: ({ source }) => show(source) },
    medium: { title: texts.medium, cell: ({ medium }) => show(medium), isHidden: true },
    campaign: { title: texts.campaign, cell: ({ campaign }) => show(campaign) },
    paid: { title: texts.paid, cell: ({ paidAt }, { date }) => paidAt && date(paidAt) },
    total: {
      ...{ title: texts.total, align: 'end', onPhone: 'value' },
      cell: ({ total, currency }, { money }) => money({ amount: total, currency }),
    },
  },
  filters: {
    type: {
      ...{ kind: 'choice', title: texts.sourceType, isPromoted: true, where: isOneOf(sql`a.source_type`) },
      options: () => sourceTypes.map((value) => ({ value, label: texts[value] })),
    },
    source: { ...exactText('utm_source'), title: texts.source, isPromoted: true },
    campaign: { ...exactText('utm_campaign'), title: texts.campaign, isPromoted: true },
    placed: { kind: 'date', title: texts.placed, isPromoted: true, where: isInPeriod(sql`a.placed_at`) },
    paid: {
      kind: 'date',
      title: texts.paid,
      where: (period, context) => whereOrder(isInPeriod(sql`c.paid_at`)(period, context))(),
    },
    currency: {
      kind: 'text',
      title: texts.currency,
      linked: (_, text) => text,
      where: (text) => whereOrder(sql`c.currency = ${text}`)(),
    },
    medium: { ...exactText('utm_medium'), title: texts.medium },
    counts: {
      ...{ kind: 'choice', title: texts.counts, where: countedOrdersCondition },
      options: () => [
        { value: 'placed', label: texts.countedOrder },
        { value: 'paid', label: texts.countedPaid },
      ],
    },
  },
  search: {
    ...{ title: texts.orderNumber, sample: '1001' },
    exact: (text) => (/^\d{1,15}$/.test(text) ? sql`o.number = ${Number(text)}` : null),
  },
  open: ({ id }, { actor }) => (isPermitted(actor, orderRecord.requires) ? getRecordPath(orderRecord, id) : null),
});

/** A filter by the whole text of a column. `(none)` finds orders whose link had no such value. */
function exactText(column: 'utm_source' | 'utm_medium' | 'utm_campaign') {
  return { kind: 'text' as const, where: (text: string) => sql`a.${sql.raw(column)} = ${text}` };
}
