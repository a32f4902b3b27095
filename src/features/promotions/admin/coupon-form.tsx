import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { choice, flag, line, moment, money, number, records, text } from '#platform/forms/kinds.ts';
import { toDecimal } from '#platform/money/money.ts';
import { maxCodeLength } from '../coupons/coupon-code.ts';
import { type CouponTexts, readCoupon } from '../coupons/coupon-input.ts';
import { countCouponUses, findCoupon, type StoredCoupon, saveCoupon } from '../coupons/coupons.ts';
import { couponFormTexts as texts } from './coupon-form-texts.ts';
import { brandPicker, categoryPicker, productPicker } from './scope-pickers.ts';

type FormCoupon = StoredCoupon & { readonly isUsed: boolean };

const types = ['percent', 'cart', 'item', 'free-shipping'] as const;

function createFields({ t, choices }: Shop, coupon: FormCoupon | null) {
  const currency = coupon?.currency ?? choices.currency;
  const amount = { currency, min: 1, locale: choices.locale };
  const codeHint = coupon?.isUsed ? texts.codeFixed : texts.codeHint;
  const typeOptions = types.map((value) => ({ value, label: t(texts[value]) }));
  return {
    code: line({ label: t(texts.code), hint: t(codeHint), required: true, max: maxCodeLength, width: 'half' }),
    description: line({ label: t(texts.description), hint: t(texts.descriptionHint), max: 500, width: 'half' }),
    type: choice({ label: t(texts.type), options: typeOptions, required: true, isOpen: true }),
    amount: line({ label: t(texts.amount), hint: t(texts.amountHint, { currency }), max: 30, width: 'half' }),
    freeShipping: flag({ label: t(texts.freeShipping) }),
    startsAt: moment({ label: t(texts.startsAt), width: 'half' }),
    endsAt: moment({ label: t(texts.endsAt), hint: t(texts.endsHint), width: 'half' }),
    usageLimit: number({ label: t(texts.usageLimit), min: 1, width: 'half', hint: t(texts.limitHint) }),
    usageLimitPerCustomer: number({ label: t(texts.usageLimitPerCustomer), min: 1, width: 'half' }),
    minSpend: money({ label: t(texts.minSpend), ...amount, width: 'half' }),
    maxSpend: money({ label: t(texts.maxSpend), ...amount, width: 'half' }),
    individualUse: flag({ label: t(texts.individualUse) }),
    excludesSaleItems: flag({ label: t(texts.excludesSaleItems) }),
    maxItems: number({ label: t(texts.maxItems), hint: t(texts.maxItemsHint), min: 1, max: 9999, width: 'half' }),
    priority: number({ label: t(texts.priority), hint: t(texts.priorityHint), min: 0, max: 1000, width: 'half' }),
    emails: text({ label: t(texts.emails), hint: t(texts.emailsHint), max: 10_000 }),
    productIds: records({ label: t(texts.products), picker: productPicker }),
    categoryIds: records({ label: t(texts.categories), picker: categoryPicker }),
    brandIds: records({ label: t(texts.brands), picker: brandPicker }),
    excludedProductIds: records({ label: t(texts.excludedProducts), picker: productPicker }),
    excludedCategoryIds: records({ label: t(texts.excludedCategories), picker: categoryPicker }),
    excludedBrandIds: records({ label: t(texts.excludedBrands), picker: brandPicker }),
  };
}

type CouponValues = ValuesOf<ReturnType<typeof createFields>>;

const nothing: CouponValues = {
  ...{ code: '', description: '', type: '', amount: '', freeShipping: false, startsAt: null, endsAt: null },
  ...{ usageLimit: null, usageLimitPerCustomer: null, minSpend: null, maxSpend: null, individualUse: false },
  ...{ excludesSaleItems: false, maxItems: null, priority: 10, emails: '', productIds: [], categoryIds: [] },
  ...{ brandIds: [], excludedProductIds: [], excludedCategoryIds: [], excludedBrandIds: [] },
};

function toValues(coupon: StoredCoupon): CouponValues {
  const { percent, amount, amountPer, currency } = coupon;
  const isPercent = percent !== null;
  return {
    ...coupon,
    type: isPercent ? 'percent' : (amountPer ?? 'free-shipping'),
    amount: isPercent ? String(percent) : amount === null ? '' : toDecimal({ amount, currency }),
    startsAt: coupon.startsAt?.toISOString() ?? null,
    endsAt: coupon.endsAt?.toISOString() ?? null,
    emails: coupon.allowedEmails.join('\n'),
  };
}

/** As a file has them, so that one function has the rules. */
function toTexts(values: CouponValues, currency: string): CouponTexts {
  const toAmount = (amount: number | null) => (amount === null ? '' : toDecimal({ amount, currency }));
  const toNumber = (value: number | null) => (value === null ? '' : String(value));
  const toFlag = (isSet: boolean) => (isSet ? 'yes' : 'no');
  const toMoment = (iso: string | null) => iso?.replace(/\.\d+Z$/, 'Z') ?? '';
  const { code, description, type, amount, emails } = values;
  return {
    ...{ code, description, type, amount, emails: emails.replaceAll('\n', ',') },
    ...{ minSpend: toAmount(values.minSpend), maxSpend: toAmount(values.maxSpend) },
    ...{ usageLimit: toNumber(values.usageLimit), usageLimitPerCustomer: toNumber(values.usageLimitPerCustomer) },
    ...{ maxItems: toNumber(values.maxItems), priority: toNumber(values.priority) },
    ...{ freeShipping: toFlag(values.freeShipping), individualUse: toFlag(values.individualUse) },
    excludesSaleItems: toFlag(values.excludesSaleItems),
    ...{ startsAt: toMoment(values.startsAt), endsAt: toMoment(values.endsAt) },
  };
}

export const couponForm = defineAdminForm({
  name: 'promotions.save-coupon',
  description: 'Creates a coupon, or changes one. Orders keep the discounts that they have.',
  path: adminPath('coupons/:id'),
  requires: 'promotions.write',
  subject: 'coupon',
  create: texts.create,
  back: { path: adminPath('coupons'), text: texts.coupons },
  fields: createFields,
  load: async (_shop, db, id, { isLocking }) => {
    if (id === null) return { values: nothing, subject: null, label: '' };
    const coupon = await findCoupon(db, id, isLocking);
    if (!coupon) return null;
    const isUsed = (await countCouponUses(db, [id])).has(id);
    return { values: toValues(coupon), subject: { ...coupon, isUsed }, label: coupon.code };
  },
  save: async ({ t, choices }, tx, values, { id, subject }) => {
    const currency = subject?.currency ?? choices.currency;
    const read = await readCoupon(tx, toTexts(values, currency), { currency, locale: choices.locale });
    if (!read.ok) return { ok: false, problems: read.problems };
    const { productIds, categoryIds, brandIds, excludedProductIds, excludedCategoryIds, excludedBrandIds } = values;
    const saved = await saveCoupon(tx, id, {
      ...{ ...read.input, isEnabled: subject?.isEnabled ?? true },
      ...{ productIds: [...productIds], categoryIds: [...categoryIds], brandIds: [...brandIds] },
      ...{ excludedProductIds: [...excludedProductIds], excludedCategoryIds: [...excludedCategoryIds] },
      excludedBrandIds: [...excludedBrandIds],
    });
    if (saved.ok) return saved;
    const message = t(saved.code === 'COUPON_EXISTS' ? texts.codeExists : texts.codeFixed);
    return { ok: false, problems: [{ field: 'code', message }] };
  },
  layout: [
    { title: texts.basics, fields: ['code', 'description', 'type', 'amount', 'freeShipping'] },
    { title: texts.period, fields: ['startsAt', 'endsAt', 'usageLimit', 'usageLimitPerCustomer'] },
    { title: texts.conditions, fields: ['minSpend', 'maxSpend', 'individualUse', 'excludesSaleItems', 'emails'] },
    { title: texts.scope, help: texts.scopeHelp, fields: ['productIds', 'categoryIds', 'brandIds', 'maxItems'] },
    { title: texts.exclusions, fields: ['excludedProductIds', 'excludedCategoryIds', 'excludedBrandIds'] },
  ],
});
