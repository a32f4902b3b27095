import { sql } from 'drizzle-orm';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { isAnyCase } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { getDateFormat, parseIsoDay } from '#platform/texts/formats.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { deliveriesPath, readStock, writeStock } from '../paths.ts';
import { stockPicker } from '../stocks/pickers.ts';
import { closeDeliveries, reopenDeliveries } from './delivery-actions.ts';
import { deliveryForm } from './delivery-form.ts';
import { incomingTexts as texts } from './texts.ts';

interface ListedDelivery {
  readonly id: number;
  readonly supplier: string;
  readonly expectedOn: string;
  readonly isClosed: boolean;
  readonly isLate: boolean;
  readonly quantity: number;
  readonly received: number;
}

export const deliveryLooks = {
  open: { text: texts.open, tone: 'info' },
  part: { text: texts.part, tone: 'warning' },
  late: { text: texts.late, tone: 'error' },
  closed: { text: texts.closed, tone: 'neutral' },
} as const;

function findLook({ isClosed, isLate, received }: ListedDelivery) {
  if (isClosed) return deliveryLooks.closed;
  if (isLate) return deliveryLooks.late;
  return received > 0 ? deliveryLooks.part : deliveryLooks.open;
}

export const formatDay = (day: string, locale: string): string =>
  getDateFormat(locale, { dateStyle: 'medium' }).format(parseIsoDay(day) ?? undefined);

const sumOf = (column: string) =>
  sql.raw(`(select coalesce(sum(${column}), 0)::integer from expected_delivery_lines where delivery_id = d.id)`);

export const deliveryList = defineAdminList<ListedDelivery>({
  name: 'stock-control.deliveries',
  path: deliveriesPath,
  requires: readStock,
  texts: { title: texts.deliveries, lead: texts.lead, count: texts.count, empty: texts.none },
  source: {
    ...{ from: sql`expected_deliveries d`, id: sql`d.id` },
    select: sql`d.id, d.supplier, d.expected_on::text as "expectedOn", d.closed_at is not null as "isClosed",
      d.closed_at is null and d.expected_on < current_date as "isLate", ${sumOf('quantity')} as quantity, ${sumOf('received')} as received`,
    sorts: {
      soonest: {
        ...{ title: texts.latest, reversedTitle: texts.soonest },
        ...{ by: sql`(d.expected_on - date '2000-01-01')`, type: 'bigint', direction: 'desc' },
      },
    },
  },
  columns: {
    supplier: { title: texts.supplier, cell: ({ supplier }) => supplier, onPhone: 'title' },
    expectedOn: {
      ...{ title: texts.expectedOn, sort: 'soonest', csv: ({ expectedOn }: ListedDelivery) => expectedOn },
      cell: ({ expectedOn }, { shop }) => formatDay(expectedOn, shop.choices.locale),
    },
    state: {
      ...{ title: texts.state, onPhone: 'badge' },
      cell: (row, { t }) => <StateBadge tone={findLook(row).tone}>{t(findLook(row).text)}</StateBadge>,
    },
    quantity: { title: texts.quantity, cell: ({ quantity }) => quantity, align: 'end' },
    received: { title: texts.received, cell: ({ received }) => received, align: 'end', onPhone: 'value' },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true },
      options: () => ['open', 'late', 'closed'].map((value) => ({ value, label: texts[value as 'open'] })),
      where: isAnyCase({
        open: () => sql`d.closed_at is null`,
        late: () => sql`(d.closed_at is null and d.expected_on - date '2000-01-01' < current_date - date '2000-01-01')`,
        closed: () => sql`d.closed_at is not null`,
      }),
    },
    item: {
      ...{ kind: 'record', title: texts.item, picker: stockPicker },
      where: (ids: readonly number[]) =>
        sql`d.id in (select l.delivery_id from expected_delivery_lines l where l.stock_id = any(${sql.param(ids)}::bigint[]))`,
    },
  },
  views: [
    { id: 'open', text: texts.open, filters: { state: 'open' }, sort: '-soonest' },
    { id: 'late', text: texts.late, filters: { state: 'late' }, sort: '-soonest' },
  ],
  open: ({ id }) => getFormPath(deliveryForm, id),
  actions: [closeDeliveries, reopenDeliveries],
  create: { text: texts.create, path: getFormPath(deliveryForm, null), requires: writeStock },
});
