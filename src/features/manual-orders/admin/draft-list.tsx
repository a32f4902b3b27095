import { sql } from 'drizzle-orm';
import { orderList } from '#features/orders/index.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { extendList } from '#platform/admin/lists/extend-list.ts';
import { isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { getRecordPath } from '#platform/admin/records/record.ts';
import { formatMoney } from '#platform/money/money.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { draftsPath } from '../contract.ts';
import type { DraftState } from '../drafts.ts';
import { deleteDraft, withdrawQuote } from './draft-actions.ts';
import { draftForm } from './draft-form.ts';
import { draftRecord } from './draft-record.tsx';
import { draftLooks } from './draft-states.ts';
import { draftTexts as texts } from './draft-texts.ts';

interface DraftListRow {
  readonly id: number;
  readonly createdAt: Date;
  readonly name: string;
  readonly email: string;
  readonly by: string;
  readonly items: number;
  /** End of the quote's validity; null without a quote. */
  readonly validUntil: Date | null;
  readonly isWithdrawn: boolean;
  readonly total: number | null;
  readonly currency: string | null;
  readonly orderNumber: number | null;
}

function findState({ orderNumber, validUntil, isWithdrawn }: DraftListRow, now: Date): DraftState {
  if (orderNumber !== null) return 'ordered';
  if (validUntil === null) return 'draft';
  if (isWithdrawn) return 'withdrawn';
  return validUntil > now ? 'quoted' : 'expired';
}

export const draftList = defineAdminList<DraftListRow>({
  name: 'manual-orders.drafts',
  path: draftsPath,
  requires: 'orders.read',
  texts: { title: texts.drafts, count: texts.draftCount, empty: texts.noDrafts },
  source: {
    ...{ from: sql`order_drafts d`, id: sql`d.id`, where: () => sql`d.deleted_at is null` },
    select: sql`d.id, d.created_at as "createdAt", d.input ->> 'email' as email, d.by,
      (d.input #>> '{billing,first_name}') || ' ' || (d.input #>> '{billing,last_name}') as name,
      (select coalesce(sum((l ->> 'quantity')::integer), 0)::integer from jsonb_array_elements(d.input -> 'lines') l) as items,
      d.valid_until as "validUntil", d.withdrawn_at is not null as "isWithdrawn", (d.quoted #>> '{calculation,totals,total}')::bigint as total, d.quoted #>> '{calculation,currency}' as currency,
      d.order_number as "orderNumber"`,
    sorts: {
      newest: {
        ...{
          title: texts.newest,
          reversedTitle: texts.oldest,
          by: sql`d.created_at`,
          type: 'timestamptz',
          direction: 'desc',
        },
      },
    },
  },
  columns: {
    number: { title: texts.number, cell: ({ id }) => id, onPhone: 'title' },
    begun: {
      title: texts.begun,
      cell: ({ createdAt }, { time }) => time(createdAt),
      sort: 'newest',
      csv: ({ createdAt }) => createdAt.toISOString(),
    },
    customer: { title: texts.customerSection, cell: ({ name, email }) => name.trim() || email },
    items: { title: texts.items, cell: ({ items }) => items, align: 'end' },
    state: {
      ...{ title: texts.state, onPhone: 'badge' },
      cell: (row, { t, shop }) => {
        const { text, tone } = draftLooks[findState(row, shop.clock.now())];
        return <StateBadge tone={tone}>{t(text)}</StateBadge>;
      },
    },
    validUntil: { title: texts.validUntil, cell: ({ validUntil }, { time }) => validUntil && time(validUntil) },
    total: {
      ...{ title: texts.quotedTotal, align: 'end', onPhone: 'value' },
      cell: ({ total, currency }, { shop }) =>
        total !== null && currency !== null && formatMoney({ amount: total, currency }, shop.choices.locale),
    },
    order: { title: texts.order, cell: ({ orderNumber }) => orderNumber },
    by: { title: texts.by, cell: ({ by }) => by, isHidden: true },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true },
      options: () =>
        Object.entries(draftLooks)
          .filter(([value]) => value !== 'deleted')
          .map(([value, { text }]) => ({ value, label: text })),
      where: isAnyCase({
        draft: () => sql`(d.valid_until is null and d.order_number is null)`,
        quoted: ({ now }) =>
          sql`(d.valid_until > ${now}::timestamptz and d.withdrawn_at is null and d.order_number is null)`,
        expired: ({ now }) =>
          sql`(d.valid_until <= ${now}::timestamptz and d.withdrawn_at is null and d.order_number is null)`,
        withdrawn: () => sql`(d.withdrawn_at is not null and d.order_number is null)`,
        ordered: () => sql`d.order_number is not null`,
      }),
    },
    begun: { kind: 'date', title: texts.begun, where: isInPeriod(sql`d.created_at`) },
  },
  views: [
    { id: 'quotes', text: texts.viewQuotes, filters: { state: 'quoted' } },
    { id: 'expired', text: texts.viewExpired, filters: { state: 'expired' } },
    { id: 'drafts', text: texts.viewDrafts, filters: { state: 'draft' } },
  ],
  open: ({ id }) => getRecordPath(draftRecord, id),
  actions: [withdrawQuote, deleteDraft],
  create: { text: texts.newOrder, path: getFormPath(draftForm, null), requires: draftForm.requires },
});

/** Button in the list of orders. */
export const newOrderOfOrders = extendList(orderList, {
  create: { text: texts.newOrder, path: getFormPath(draftForm, null), requires: draftForm.requires },
});
