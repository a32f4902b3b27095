import { brandPicker, categoryPicker, productPicker } from '#features/catalog/index.ts';
import { adminPath } from '#platform/admin/contract.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ValuesOf } from '#platform/forms/field.ts';
import { choice, flag, line, moment, money, number, records, text } from '#platform/forms/kinds.ts';
import { readPercent } from '#platform/input/read-number.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import { cleanCode, maxCodeLength } from '../coupons/coupon-code.ts';
import { maxLimit } from '../coupons/coupon-input.ts';
import {
  type CouponDraft,
  couponTypes,
  findBrokenRules,
  maxDescriptionLength,
  toCouponColumns,
} from '../coupons/coupon-rules.ts';
import { countCouponUses, findCoupon, type StoredCoupon, saveCoupon } from '../coupons/coupons.ts';
import { toEmailPattern } from '../coupons/emails.ts';
import { splitList } from '../scope-input.ts';
import { couponFormTexts as texts } from './coupon-form-texts.ts';

type FormCoupon = StoredCoupon & { readonly isUsed: boolean };

function createFields({ t, choices }: Shop, coupon: FormCoupon | null) {
  const currency = coupon?.currency ?? choices.currency;
  const amount = { currency, min: 1, locale: choices.locale };
  const codeHint = coupon?.isUsed ? texts.codeFixed : texts.codeHint;
  const typeOptions = couponTypes.map((value) => ({ value, label: t(texts[value]) }));
  return {
    code: line({ label: t(texts.code), hint: t(codeHint), required: true, max: maxCodeLength, width: 'half' }),
    description: line({
      label: t(texts.description),
      hint: t(texts.descriptionHint),
      max: maxDescriptionLength,
      width: 'half',
    }),
    type: choice({ label: t(texts.type), options: typeOptions, required: true, isOpen: true }),
    amount: line({ label: t(texts.amount), hint: t(texts.amountHint, { currency }), max: 30, width: 'half' }),
    freeShipping: flag({ label: t(texts.freeShipping) }),
    startsAt: moment({ label: t(texts.startsAt), width: 'half' }),
    endsAt: moment({ label: t(texts.endsAt), hint: t(texts.endsHint), width: 'half' }),
    usageLimit: number({ label: t(texts.usageLimit), min: 1, max: maxLimit, width: 'half', hint: t(texts.limitHint) }),
    usageLimitPerCustomer: number({ label: t(texts.usageLimitPerCustomer), min: 1, max: maxLimit, width: 'half' }),
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

/** @returns null for an invalid amount or 0; undefined for an empty text */
function readWorth({ type, amount }: CouponValues, currency: string): number | null | undefined {
  if (amount === '') return undefined;
  return (type === 'percent' ? readPercent(amount) : readAmount(amount, currency)) || null;
}

const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));

function toDraft(values: CouponValues, worth: number | null): CouponDraft {
  const { code, description, type, freeShipping, minSpend, maxSpend, maxItems, startsAt, endsAt, emails } = values;
  return {
    ...{ description, freeShipping, minSpend, maxSpend, maxItems, worth },
    ...{
      code: cleanCode(code),
      type: type || 'cart',
      allowedEmails: emails.split('\n').flatMap(splitList).map(toEmailPattern),
    },
    ...{ startsAt: toDate(startsAt), endsAt: toDate(endsAt) },
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
    const worth = readWorth(values, currency);
    if (worth === null) {
      const message = values.type === 'percent' ? t(texts.percentInvalid) : t(texts.amountInvalid, { currency });
      return { ok: false, problems: [{ field: 'amount', message }] };
    }
    const draft = toDraft(values, worth ?? null);
    const broken = findBrokenRules(draft);
    if (broken.length > 0)
      return {
        ok: false,
        problems: broken.map(({ field, code, email }) => ({ field, message: t(texts[code], { email }) })),
      };
    const { usageLimit, usageLimitPerCustomer, individualUse, excludesSaleItems } = values;
    const { productIds, categoryIds, brandIds, excludedProductIds, excludedCategoryIds, excludedBrandIds } = values;
    const saved = await saveCoupon(tx, id, {
      ...{ ...toCouponColumns(draft), currency, isEnabled: subject?.isEnabled ?? true },
      ...{ usageLimit, usageLimitPerCustomer, individualUse, excludesSaleItems, priority: values.priority ?? 10 },
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
