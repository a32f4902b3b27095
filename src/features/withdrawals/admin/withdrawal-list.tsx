import { sql } from 'drizzle-orm';
import { isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { Translate } from '#platform/texts/texts.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { withdrawalRecordPath, withdrawalsPath } from '../paths.ts';
import { listOpen } from './home-tiles.ts';
import { withdrawalAdminTexts as texts } from './texts.ts';

interface WithdrawalState {
  readonly isClosed: boolean;
  readonly hasArrived: boolean;
  readonly isLate: boolean;
  readonly orderId: number | null;
}

interface WithdrawalRow extends WithdrawalState {
  readonly id: number;
  readonly orderNumber: string;
  readonly name: string;
  readonly email: string;
  readonly scope: 'whole' | 'part';
  readonly items: string;
  readonly declaredAt: Date;
}

export function WithdrawalStates({ t, state }: { readonly t: Translate; readonly state: WithdrawalState }) {
  const { isClosed, hasArrived, isLate, orderId } = state;
  const text = isClosed ? texts.stateClosed : hasArrived ? texts.stateArrived : texts.stateOpen;
  return (
    <>
      <StateBadge tone={isClosed ? 'neutral' : 'warning'} isOpen={!isClosed}>
        {t(text)}
      </StateBadge>{' '}
      {isLate && <StateBadge tone="error">{t(texts.late)}</StateBadge>}{' '}
      {orderId === null && <StateBadge tone="error">{t(texts.unmatched)}</StateBadge>}
    </>
  );
}

/** A subquery looks up each closing by its key: a join would read all closings. */
const closing = sql`(select c.withdrawal_id from withdrawal_closings c where c.withdrawal_id = w.id)`;

const isOpen = sql`w.id in (${listOpen(sql`id`, sql`true`)})`;

export const withdrawalList = defineAdminList<WithdrawalRow>({
  name: 'withdrawals.withdrawals',
  path: withdrawalsPath,
  requires: 'withdrawals.read',
  texts: { title: texts.withdrawals, lead: texts.lead, count: texts.count, empty: texts.empty },
  source: {
    from: sql`withdrawals w`,
    id: sql`w.id`,
    select: sql`w.id, w.order_id as "orderId", w.order_number as "orderNumber", w.name, w.email, w.scope, w.items, w.declared_at as "declaredAt",
      coalesce(w.declared_at > w.period_ends_at, false) as "isLate", ${closing} is not null as "isClosed",
      exists (select from withdrawal_lines l where l.withdrawal_id = w.id and l.received > 0) as "hasArrived"`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`w.declared_at`, type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    order: { title: texts.order, cell: ({ orderNumber }) => orderNumber, onPhone: 'title' },
    name: { title: texts.name, cell: ({ name }) => name },
    email: { title: texts.email, cell: ({ email }) => email, onTablet: 'hidden' },
    scope: { title: texts.scope, cell: ({ scope, items }, { t }) => (scope === 'whole' ? t(texts.whole) : items) },
    state: { title: texts.state, cell: (state, { t }) => <WithdrawalStates {...{ t, state }} />, onPhone: 'badge' },
    declared: {
      ...{ title: texts.declared, sort: 'newest', cell: ({ declaredAt }, { time }) => time(declaredAt) },
      csv: ({ declaredAt }) => declaredAt.toISOString(),
    },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true },
      options: () => [
        { value: 'open', label: texts.stateOpen },
        { value: 'closed', label: texts.stateClosed },
      ],
      where: isAnyCase({ open: () => isOpen, closed: () => sql`${closing} is not null` }),
    },
    unmatched: {
      kind: 'flag',
      title: texts.unmatched,
      isPromoted: true,
      where: (isSet) => (isSet ? sql`w.order_id is null` : sql`w.order_id is not null`),
    },
    declared: { kind: 'date', title: texts.declared, where: isInPeriod(sql`w.declared_at`) },
  },
  search: {
    ...{ title: texts.searchTitle, sample: 'ada@example.com', isExcludedFromPalette: true },
    exact: (text) => sql`(lower(w.email) = lower(${text}) or w.order_number = ${text})`,
  },
  views: [
    { id: 'open', text: texts.stateOpen, filters: { state: 'open' } },
    { id: 'unmatched', text: texts.unmatched, filters: { state: 'open', unmatched: 'yes' } },
    { id: 'closed', text: texts.stateClosed, filters: { state: 'closed' } },
  ],
  open: ({ id }) => withdrawalRecordPath(id),
  hasNeighbourLinks: true,
});
