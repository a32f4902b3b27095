import { defineAdminOperation } from '#platform/admin/records/operations/operation.ts';
import { pageTexts as texts } from '../page/page-texts.ts';
import { loadProductSubject } from '../page/product-subject.ts';
import { describeCreatedVariations, findMissingVariations, generateVariations } from './generate-variations.ts';

export const generateVariationsOperation = defineAdminOperation({
  ...{ name: 'product-editor.generate-variations', text: texts.generateVariations },
  ...{ subject: 'product', requires: 'products.write' },
  description:
    'Makes a variation for each combination of options that has none, with the price and stock of the product.',
  load: (shop, db, id) => loadProductSubject(shop, db, id),
  label: (_shop, { product }) => product.name,
  fields: () => ({}),
  values: () => ({}),
  lead: ({ t }) => t(texts.generateHint),
  preview: async ({ t }, db, id) => {
    const { count } = await findMissingVariations(db, id);
    return { ok: true, what: t(texts.variationsMissing, { count }) };
  },
  run: async (shop, tx, id, _values, { actor }) => {
    const subject = await loadProductSubject(shop, tx, id, true);
    if (subject?.product.type !== 'variable')
      return { ok: false, code: 'PRODUCT_NOT_VARIABLE', message: shop.t(texts.notVariable) };
    const made = await generateVariations(shop, tx, id, actor);
    if (!made.ok) return { ok: false, code: 'TOO_MANY_VARIATIONS', message: made.message };
    return {
      ok: true,
      change: { label: subject.product.name, before: {}, after: describeCreatedVariations(made.made) },
    };
  },
  outcomes: { done: texts.variationsMade },
});
