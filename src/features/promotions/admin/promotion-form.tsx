import { brandPicker, categoryPicker, productPicker } from '#features/catalog/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { flag, line, moment, money, number, percent, records } from '#platform/forms/kinds.ts';
import { findPromotionProblem } from '../promotion-rules.ts';
import { findPromotion, type StoredPromotion, savePromotion } from '../promotions.ts';
import { promotionFormTexts as texts } from './promotion-form-texts.ts';

function createFields({ t, choices }: Shop, promotion: StoredPromotion | null) {
  const amount = {
    currency: promotion?.currency ?? choices.currency,
    min: 1,
    locale: choices.locale,
    width: 'half',
  } as const;
  return {
    name: line({ label: t(texts.name), hint: t(texts.nameHint), required: true, max: 200 }),
    percent: percent({ label: t(texts.percent), locale: choices.locale, min: 0.0001, width: 'half' }),
    amount: money({ label: t(texts.amount), ...amount }),
    bundleQuantity: number({
      ...{ label: t(texts.bundleQuantity), hint: t(texts.bundleQuantityHint), min: 2, max: 100, width: 'half' },
    }),
    bundleFree: number({
      ...{ label: t(texts.bundleFree), hint: t(texts.bundleFreeHint), min: 1, max: 99, width: 'half' },
    }),
    freeShipping: flag({ label: t(texts.freeShipping) }),
    startsAt: moment({ label: t(texts.startsAt), width: 'half' }),
    endsAt: moment({ label: t(texts.endsAt), hint: t(texts.endsHint), width: 'half' }),
    minQuantity: number({ label: t(texts.minQuantity), required: true, min: 1, max: 9999, width: 'half' }),
    minSpend: money({ label: t(texts.minSpend), ...amount }),
    tierGroup: line({ label: t(texts.tierGroup), hint: t(texts.tierGroupHint), max: 50, width: 'half' }),
    priority: number({
      ...{ label: t(texts.priority), hint: t(texts.priorityHint), required: true, min: 0, max: 1000, width: 'half' },
    }),
    firstOrderOnly: flag({ label: t(texts.firstOrderOnly) }),
    productIds: records({ label: t(texts.products), picker: productPicker }),
    categoryIds: records({ label: t(texts.categories), picker: categoryPicker }),
    brandIds: records({ label: t(texts.brands), picker: brandPicker }),
  };
}

type PromotionValues = ValuesOf<ReturnType<typeof createFields>>;

const nothing: PromotionValues = {
  ...{ name: '', percent: null, amount: null, bundleQuantity: null, bundleFree: null, freeShipping: false },
  ...{ startsAt: null, endsAt: null, minQuantity: 1, minSpend: null, tierGroup: '', priority: 10 },
  ...{ firstOrderOnly: false, productIds: [], categoryIds: [], brandIds: [] },
};

const toValues = (promotion: StoredPromotion): PromotionValues => ({
  ...promotion,
  startsAt: promotion.startsAt?.toISOString() ?? null,
  endsAt: promotion.endsAt?.toISOString() ?? null,
  tierGroup: promotion.tierGroup ?? '',
  productIds: promotion.productIds ?? [],
  categoryIds: promotion.categoryIds ?? [],
  brandIds: promotion.brandIds ?? [],
});

const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));
/** Null means no condition. */
const toScope = (ids: readonly number[]) => (ids.length === 0 ? null : [...ids]);

const fieldsOfProblems = {
  ...{ NAME_INVALID: 'name', NOT_ONE_DISCOUNT: 'percent', BUNDLE_INVALID: 'bundleFree' },
  ...{ TIER_GROUP_INVALID: 'tierGroup', ENDS_BEFORE_START: 'endsAt' },
} as const;

export const promotionForm = defineAdminForm({
  name: 'promotions.save-promotion',
  description: 'Creates a promotion, or changes one. Orders keep the discounts that they have.',
  path: adminPath('promotions/:id'),
  requires: 'promotions.write',
  subject: 'promotion',
  create: texts.create,
  back: { path: adminPath('promotions'), text: texts.promotions },
  fields: createFields,
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: nothing, subject: null, label: '' };
    const promotion = await findPromotion(db, id, isLocking);
    return promotion && { values: toValues(promotion), subject: promotion, label: promotion.name };
  },
  save: async ({ t, choices }, tx, values, { id, subject }) => {
    const { minQuantity, priority, tierGroup, productIds, categoryIds, brandIds, ...rest } = values;
    const facts = {
      ...{ ...rest, currency: subject?.currency ?? choices.currency, tierGroup: tierGroup || null },
      ...{ minQuantity: minQuantity ?? 1, priority: priority ?? 10 },
      ...{ startsAt: toDate(values.startsAt), endsAt: toDate(values.endsAt) },
    };
    const problem = findPromotionProblem(facts);
    if (problem) return { ok: false, problems: [{ field: fieldsOfProblems[problem], message: t(texts[problem]) }] };
    const scope = {
      ...{ productIds: toScope(productIds), categoryIds: toScope(categoryIds), brandIds: toScope(brandIds) },
    };
    return { ok: true, id: await savePromotion(tx, id, { ...facts, ...scope }) };
  },
  layout: [
    {
      ...{ title: texts.basics, help: texts.basicsHelp },
      fields: ['name', 'percent', 'amount', 'bundleQuantity', 'bundleFree', 'freeShipping'],
    },
    { title: texts.period, fields: ['startsAt', 'endsAt'] },
    { title: texts.conditions, fields: ['minQuantity', 'minSpend', 'firstOrderOnly', 'tierGroup', 'priority'] },
    { title: texts.scope, help: texts.scopeHelp, fields: ['productIds', 'categoryIds', 'brandIds'] },
  ],
});
