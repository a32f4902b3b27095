import { sql } from 'drizzle-orm';
import { isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { StateBadge, type Tone } from '#ui/admin/state-badge.tsx';
import type { AlertState } from '../contract.ts';
import { formatTarget } from '../find-target.ts';
import type { AlertEntry } from '../read-alerts.ts';
import { stockAlertAdminTexts as texts } from './admin-texts.ts';
import { alertListPath, readAlerts } from './permissions.ts';

interface ListedAlert extends Pick<AlertEntry, 'id' | 'email' | 'name' | 'choice' | 'kind' | 'state' | 'createdAt'> {
  readonly endReason: 'unsubscribed' | 'bounced' | 'expired' | null;
  readonly quantity: number | null;
}

const loadProductNames = sqlQuery<{ id: number; label: string }>(
  'stock-alerts.name-products',
  'select id, name as label from products where id = any($1::integer[])',
);

const stateTexts = {
  unconfirmed: texts.listUnconfirmed,
  waiting: texts.listWaiting,
  mailed: texts.listMailed,
  ended: texts.listEnded,
} as const;
const kindTexts = { stock: texts.kindStock, price: texts.kindPrice } as const;
const stateTones: Readonly<Record<AlertState, Tone>> = {
  ...{ unconfirmed: 'neutral', waiting: 'info', mailed: 'success', ended: 'neutral' },
};

export const alertList = defineAdminList<ListedAlert>({
  name: 'stock-alerts.alerts',
  path: alertListPath,
  requires: readAlerts.name,
  texts: { title: texts.alerts, lead: texts.alertsLead, count: texts.alertsCount, empty: texts.alertsNone },
  source: {
    from: sql`stock_alerts a`,
    id: sql`a.id`,
    select: sql`a.id, a.email, (select name from products where id = a.product_id) as name, coalesce((
        select string_agg(t.name, ', ' order by vt.attribute_id)
        from variation_terms vt join attribute_terms t on t.id = vt.term_id where vt.variation_id = a.variation_id), '') as choice,
      a.kind, a.state, a.end_reason as "endReason", a.quantity, a.created_at as "createdAt"`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldestFirst },
        ...{ by: sql`a.created_at`, type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    email: { title: texts.listEmail, cell: ({ email }) => email, onPhone: 'title' },
    product: { title: texts.product, cell: (row) => formatTarget(row) },
    state: {
      ...{ title: texts.listState, onPhone: 'badge' },
      cell: ({ state, endReason }, { t }) => (
        <StateBadge tone={stateTones[state]}>{t(endReason === null ? stateTexts[state] : texts[endReason])}</StateBadge>
      ),
    },
    kind: { title: texts.listKind, cell: ({ kind }, { t }) => t(kindTexts[kind]), onTablet: 'hidden' },
    quantity: { title: texts.wanted, cell: ({ quantity }) => quantity, align: 'end', isHidden: true },
    subscribed: { title: texts.subscribed, cell: ({ createdAt }, { time }) => time(createdAt) },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.listState, isPromoted: true },
      options: () => Object.entries(stateTexts).map(([value, label]) => ({ value, label })),
      where: isAnyCase({
        unconfirmed: () => sql`a.state = 'unconfirmed'`,
        waiting: () => sql`a.state = 'waiting'`,
        mailed: () => sql`a.state = 'mailed'`,
        ended: () => sql`a.state = 'ended'`,
      }),
    },
    product: {
      ...{ kind: 'record', title: texts.productId },
      picker: {
        load: ({ db }, ids) => loadProductNames(db, [ids]),
      },
      where: (ids: readonly number[]) => sql`a.product_id = any(${sql.param(ids)}::integer[])`,
    },
    subscribed: { kind: 'date', title: texts.subscribed, where: isInPeriod(sql`a.created_at`) },
  },
  search: {
    ...{ title: texts.emailSearch, sample: 'ada@example.com' },
    exact: (text) => sql`a.email_key = lower(${text})`,
  },
  views: [{ id: 'waiting', text: texts.listWaiting, filters: { state: 'waiting' } }],
});
