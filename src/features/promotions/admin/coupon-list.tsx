import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { contains, isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { toCouponKey } from '../coupons/coupon-code.ts';
import type { StoredCoupon } from '../coupons/coupons.ts';
import { endCoupon, reopenCoupon } from './coupon-actions.ts';
import { couponForm } from './coupon-form.tsx';
import { couponFormTexts } from './coupon-form-texts.ts';
import { promotionTexts as texts } from './texts.ts';

type Discount = Pick<StoredCoupon, 'percent' | 'amount' | 'amountPer' | 'currency' | 'freeShipping'>;

interface CouponRow
  extends Discount,
    Pick<
      StoredCoupon,
      'id' | 'code' | 'description' | 'isEnabled' | 'usageLimit' | 'startsAt' | 'endsAt' | 'createdAt'
    > {
  readonly used: number;
}

const end = sql`coalesce(c.ends_at, 'infinity'::timestamptz)`;

const select = sql`c.id, c.code, c.description, c.percent::float8, c.amount, c.amount_per as "amountPer", c.currency::text,
  c.free_shipping as "freeShipping", c.is_enabled as "isEnabled", c.usage_limit as "usageLimit", (
    select coalesce(sum(u.quantity), 0)::integer from coupon_uses u where u.coupon_id = c.id and u.state <> 'released'
  ) as used, c.starts_at as "startsAt", c.ends_at as "endsAt", c.created_at as "createdAt"`;

export const couponTones = { running: 'success', planned: 'info', over: 'neutral', ended: 'neutral' } as const;
const states = Object.keys(couponTones) as (keyof typeof couponTones)[];
const whereState = isAnyCase({
  running: ({ now }) => sql`(c.is_enabled and (c.starts_at is null or c.starts_at <= ${now}) and ${end} > ${now})`,
  planned: ({ now }) => sql`(c.is_enabled and c.starts_at > ${now})`,
  over: ({ now }) => sql`(c.is_enabled and ${end} <= ${now})`,
  ended: () => sql`not c.is_enabled`,
});

export function findCouponState(
  { isEnabled, startsAt, endsAt }: Pick<CouponRow, 'isEnabled' | 'startsAt' | 'endsAt'>,
  now: Date,
): keyof typeof couponTones {
  if (!isEnabled) return 'ended';
  if (startsAt && startsAt > now) return 'planned';
  return endsAt && endsAt <= now ? 'over' : 'running';
}

function formatWorth({ percent, amount, amountPer, currency, freeShipping }: Discount, { t, money }: ListContext) {
  if (percent === null && amount === null) return t(texts.onlyFreeShipping);
  const off =
    amount !== null &&
    t(amountPer === 'item' ? texts.offItem : texts.offOrder, { amount: money({ amount, currency }) });
  const parts = [percent !== null && t(texts.percentOff, { percent }), off, freeShipping && t(texts.freeShipping)];
  return parts.filter(Boolean).join(', ');
}

export const couponList = defineAdminList<CouponRow>({
  name: 'promotions.coupons',
  path: adminPath('coupons'),
  requires: 'promotions.read',
  texts: { title: texts.coupons, count: texts.couponCount, empty: texts.noCoupons },
  source: {
    ...{ from: sql`coupons c`, id: sql`c.id`, select },
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest, by: sql`c.created_at` },
        ...{ type: 'timestamptz', direction: 'desc' },
      },
      code: {
        ...{ title: texts.byCode, reversedTitle: texts.byCodeReversed, by: sql`c.code_key` },
        ...{ type: 'text', direction: 'asc' },
      },
      end: { title: texts.endsFirst, reversedTitle: texts.endsLast, by: end, type: 'timestamptz', direction: 'asc' },
    },
  },
  columns: {
    code: { title: texts.code, cell: ({ code }) => <code>{code}</code>, sort: 'code', onPhone: 'title' },
    worth: { title: texts.worth, cell: formatWorth, onPhone: 'value' },
    state: {
      title: texts.state,
      cell: (row, { t, now }) => (
        <StateBadge tone={couponTones[findCouponState(row, now)]}>{t(texts[findCouponState(row, now)])}</StateBadge>
      ),
      onPhone: 'badge',
    },
    used: {
      ...{ title: texts.used, align: 'end' },
      cell: ({ used, usageLimit }, { t }) =>
        usageLimit === null ? used : t(texts.usedOf, { used, limit: usageLimit }),
    },
    starts: { title: texts.starts, cell: ({ startsAt }, { time }) => startsAt && time(startsAt), isHidden: true },
    ends: { title: texts.ends, cell: ({ endsAt }, { time }) => endsAt && time(endsAt), sort: 'end' },
    created: { title: texts.created, cell: ({ createdAt }, { date }) => date(createdAt), sort: 'newest' },
    description: { title: texts.description, cell: ({ description }) => description, isHidden: true },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true, where: whereState },
      options: () => states.map((value) => ({ value, label: texts[value] })),
    },
    ends: {
      kind: 'date',
      title: texts.ends,
      where: (period, context) => sql`c.ends_at is not null and ${isInPeriod(end)(period, context)}`,
    },
    created: { kind: 'date', title: texts.created, where: isInPeriod(sql`c.created_at`) },
    limited: {
      kind: 'flag',
      title: texts.isLimited,
      where: (isSet) => (isSet ? sql`c.usage_limit is not null` : sql`c.usage_limit is null`),
    },
  },
  search: {
    ...{ title: texts.searchCoupons, sample: 'SUMMER' },
    exact: (text) => sql`c.code_key = ${toCouponKey(text)}`,
    fuzzy: (text) => contains(sql`(c.code_key || ' ' || c.description)`, text),
  },
  views: [
    { id: 'running', text: texts.running, filters: { state: 'running' }, sort: 'end' },
    { id: 'over', text: texts.over, filters: { state: ['over', 'ended'] } },
  ],
  open: ({ id }) => adminPath(`coupons/${id}`),
  actions: [endCoupon, reopenCoupon],
  create: { text: couponFormTexts.create, path: getFormPath(couponForm, null), requires: couponForm.requires },
});
