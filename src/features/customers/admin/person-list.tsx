import { sql } from 'drizzle-orm';
import { contains, isAnyCase, isInPeriod, isInRange } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { formatEmail } from '#platform/mail/email-address.ts';
import { type Money, toDecimal } from '#platform/money/money.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { type Person, spentSql } from '../people.ts';
import { peoplePath, personPath } from './paths.ts';
import { personTexts as texts } from './texts.ts';

type PersonRow = Pick<
  Person,
  'id' | 'customerId' | 'email' | 'name' | 'firstSeenAt' | 'orders' | 'lastOrderAt' | 'isSubscribed' | 'spent'
>;

const select = sql`p.id, p.customer_id as "customerId", p.email, p.name, p.first_seen_at as "firstSeenAt", p.orders,
  p.last_order_at as "lastOrderAt", p.is_subscribed as "isSubscribed", ${sql.raw(spentSql)} as spent`;

const minForPart = 3;

const startOfMonth = (now: Date) => new Date(now.getFullYear(), now.getMonth(), 1);

const writeMoney = ({ amount, currency }: Money) => `${toDecimal({ amount, currency })} ${currency}`;

/** Lists each account and each guest once. All columns for filters and sorting are in one table. */
export const personList = defineAdminList<PersonRow>({
  name: 'customers.people',
  path: peoplePath,
  requires: 'customers.read',
  exportRequires: 'customers.export',
  texts: { title: texts.people, lead: texts.lead, count: texts.personCount, empty: texts.noPeople },
  source: {
    ...{ from: sql`people p`, id: sql`p.id`, select },
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`p.first_seen_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
      orders: { title: texts.mostOrders, by: sql`p.orders`, type: 'bigint', direction: 'desc' },
      lastOrder: {
        ...{ title: texts.lastOrderFirst, by: sql`coalesce(p.last_order_at, '-infinity')` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name, email }) => name || formatEmail(email), onPhone: 'title' },
    email: { title: texts.email, cell: ({ email }) => formatEmail(email) },
    kind: {
      title: texts.kind,
      cell: ({ customerId }, { t }) =>
        customerId === null ? (
          <StateBadge tone="neutral">{t(texts.guest)}</StateBadge>
        ) : (
          <StateBadge tone="info">{t(texts.account)}</StateBadge>
        ),
      onPhone: 'badge',
    },
    orders: { title: texts.orders, cell: ({ orders }) => orders, align: 'end', sort: 'orders' },
    spent: {
      ...{ title: texts.spent, align: 'end', onPhone: 'value' },
      cell: ({ spent }, { money }) => spent.map(money).join(' · '),
      csv: ({ spent }) => spent.map(writeMoney).join(' '),
    },
    lastOrder: {
      ...{ title: texts.lastOrder, sort: 'lastOrder' },
      cell: ({ lastOrderAt }, { date }) => lastOrderAt && date(lastOrderAt),
      csv: ({ lastOrderAt }) => lastOrderAt?.toISOString() ?? '',
    },
    since: {
      ...{ title: texts.since, sort: 'newest', onTablet: 'hidden' },
      cell: ({ firstSeenAt }, { date }) => date(firstSeenAt).replaceAll(' ', '\u00a0'),
      csv: ({ firstSeenAt }) => firstSeenAt.toISOString(),
    },
    subscribed: {
      ...{ title: texts.subscribed, isHidden: true },
      cell: ({ isSubscribed }, { t }) => isSubscribed && t(texts.subscribed),
    },
  },
  filters: {
    kind: {
      ...{ kind: 'choice', title: texts.kind, isPromoted: true },
      options: () => [
        { value: 'account', label: texts.account },
        { value: 'guest', label: texts.guest },
      ],
      where: isAnyCase({ account: () => sql`p.customer_id is not null`, guest: () => sql`p.customer_id is null` }),
    },
    orders: { kind: 'number', title: texts.orders, isPromoted: true, where: isInRange(sql`p.orders`) },
    since: { kind: 'date', title: texts.since, isPromoted: true, where: isInPeriod(sql`p.first_seen_at`) },
    thisMonth: {
      kind: 'flag',
      title: texts.newThisMonth,
      where: (isSet, { now }) =>
        isSet ? sql`p.first_seen_at >= ${startOfMonth(now)}` : sql`p.first_seen_at < ${startOfMonth(now)}`,
    },
    lastOrder: {
      ...{ kind: 'date', title: texts.lastOrder },
      where: isInPeriod(sql`coalesce(p.last_order_at, '-infinity')`),
    },
    spent: {
      kind: 'money',
      title: texts.spent,
      where: (range, context) => sql`p.id in (select s.person_id from person_spendings s
        where s.currency = ${context.shop.choices.currency} and ${isInRange(sql`s.amount`)(range, context)})`,
    },
    subscribed: {
      kind: 'flag',
      title: texts.subscribed,
      where: (isSet) => (isSet ? sql`p.is_subscribed` : sql`not p.is_subscribed`),
    },
  },
  search: {
    ...{ title: texts.searched, sample: 'lovelace123' },
    exact: (text) => sql`lower(p.email) = lower(${text})`,
    fuzzy: (text) => (text.length < minForPart ? null : contains(sql`(p.email || ' ' || p.name)`, text)),
  },
  views: [
    { id: 'guests', text: texts.guests, filters: { kind: 'guest' } },
    { id: 'accounts', text: texts.withAccount, filters: { kind: 'account' } },
    { id: 'thisMonth', text: texts.newThisMonth, filters: { thisMonth: 'yes' } },
    { id: 'cameBack', text: texts.cameBack, filters: { 'orders.from': '2' }, sort: 'lastOrder' },
  ],
  open: ({ id }) => personPath(id),
  hasNeighbourLinks: true,
});
