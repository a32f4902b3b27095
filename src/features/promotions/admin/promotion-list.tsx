import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { getFormPath } from '#platform/admin/forms/form.ts';
import { contains, isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import type { ListContext } from '#platform/admin/lists/list-context.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import type { StoredPromotion } from '../promotions.ts';
import { couponTones, findCouponState } from './coupon-list.tsx';
import { endPromotion } from './end-promotion.ts';
import { promotionForm } from './promotion-form.tsx';
import { promotionFormTexts as texts } from './promotion-form-texts.ts';
import { promotionTexts } from './texts.ts';

type PromotionRow = Pick<StoredPromotion, 'id' | 'name' | 'percent' | 'amount' | 'currency' | 'bundleQuantity'> &
  Pick<StoredPromotion, 'bundleFree' | 'freeShipping' | 'priority' | 'startsAt' | 'endsAt' | 'createdAt'>;

const end = sql`coalesce(p.ends_at, 'infinity'::timestamptz)`;

const select = sql`p.id, p.name, p.percent::float8, p.amount, p.currency::text, p.bundle_quantity as "bundleQuantity",
  p.bundle_free as "bundleFree", p.free_shipping as "freeShipping", p.priority, p.starts_at as "startsAt",
  p.ends_at as "endsAt", p.created_at as "createdAt"`;

const states = ['running', 'planned', 'over'] as const;
const whereState = isAnyCase({
  running: ({ now }) => sql`((p.starts_at is null or p.starts_at <= ${now}) and ${end} > ${now})`,
  planned: ({ now }) => sql`p.starts_at > ${now}`,
  over: ({ now }) => sql`${end} <= ${now}`,
});

export const findPromotionState = ({ startsAt, endsAt }: Pick<PromotionRow, 'startsAt' | 'endsAt'>, now: Date) =>
  findCouponState({ isEnabled: true, startsAt, endsAt }, now);

function formatDiscount(row: PromotionRow, { t, money }: ListContext): string {
  const { percent, amount, currency, bundleQuantity, bundleFree, freeShipping } = row;
  if (percent === null && amount === null && bundleQuantity === null) return t(promotionTexts.onlyFreeShipping);
  const parts = [
    percent !== null && t(promotionTexts.percentOff, { percent }),
    amount !== null && t(promotionTexts.offOrder, { amount: money({ amount, currency }) }),
    bundleQuantity !== null && t(texts.bundle, { quantity: bundleQuantity, paid: bundleQuantity - (bundleFree ?? 0) }),
    freeShipping && t(promotionTexts.freeShipping),
  ];
  return parts.filter(Boolean).join(', ');
}

export const promotionList = defineAdminList<PromotionRow>({
  name: 'promotions.promotions',
  path: adminPath('promotions'),
  requires: 'promotions.read',
  texts: { title: texts.promotions, count: texts.promotionCount, empty: texts.noPromotions },
  source: {
    ...{ from: sql`promotions p`, id: sql`p.id`, select },
    allowedFullScans: { promotions: 'A shop has some dozens: each cart reads those that are valid.' },
    sorts: {
      newest: {
        ...{ title: promotionTexts.newest, reversedTitle: promotionTexts.oldest, by: sql`p.id` },
        ...{ type: 'bigint', direction: 'desc' },
      },
    },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => name, onPhone: 'title' },
    discount: { title: texts.discount, cell: formatDiscount, onPhone: 'value' },
    state: {
      title: promotionTexts.state,
      cell: (row, { t, now }) => {
        const state = findPromotionState(row, now);
        return <StateBadge tone={couponTones[state]}>{t(promotionTexts[state])}</StateBadge>;
      },
      onPhone: 'badge',
    },
    starts: { title: texts.startsAt, cell: ({ startsAt }, { time }) => startsAt && time(startsAt) },
    ends: { title: texts.endsAt, cell: ({ endsAt }, { time }) => endsAt && time(endsAt) },
    priority: { title: texts.priority, cell: ({ priority }) => priority, align: 'end' },
    created: { title: promotionTexts.created, cell: ({ createdAt }, { date }) => date(createdAt), isHidden: true },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: promotionTexts.state, isPromoted: true, where: whereState },
      options: () => states.map((value) => ({ value, label: promotionTexts[value] })),
    },
    ends: {
      kind: 'date',
      title: texts.endsAt,
      where: (period, context) => sql`p.ends_at is not null and ${isInPeriod(end)(period, context)}`,
    },
  },
  search: {
    ...{ title: texts.searchPromotions, sample: 'sale' },
    exact: (text) => sql`lower(p.name) = lower(${text})`,
    fuzzy: (text) => contains(sql`p.name`, text),
  },
  views: [{ id: 'running', text: promotionTexts.running, filters: { state: 'running' } }],
  open: ({ id }) => getFormPath(promotionForm, id),
  create: { text: texts.create, path: getFormPath(promotionForm, null), requires: promotionForm.requires },
  actions: [endPromotion],
});
