import { categoryPicker, type DeleteProductResult, deleteProduct, productPicker } from '#features/catalog/index.ts';
import { defineBulkAction } from '#platform/admin/runs/bulk-action.ts';
import { record } from '#platform/forms/kinds.ts';
import { productEditorTexts as texts } from '../texts.ts';

type Refused = Extract<DeleteProductResult, { readonly ok: false }>['code'];

const refusals = {
  ...{ NOT_FOUND: texts.productGone, TARGET_NOT_FOUND: texts.redirectGone },
  TARGET_IS_ITSELF: texts.redirectToItself,
} as const satisfies Readonly<Record<Refused, unknown>>;

/** Orders keep their lines, which have their own copy of the name, SKU and price. */
export const deleteProductsAction = defineBulkAction({
  ...{ name: 'product-editor.delete-products', text: texts.deleteProducts, subject: 'product' },
  ...{ requires: 'products.write', isDangerous: true },
  fields: ({ t }) => ({
    product: record({ label: t(texts.redirectProduct), hint: t(texts.redirectHint), picker: productPicker }),
    category: record({ label: t(texts.redirectCategory), picker: categoryPicker }),
  }),
  run: async (shop, tx, id, { product, category }) => {
    const target =
      product !== null
        ? ({ kind: 'product', id: product } as const)
        : category === null
          ? null
          : ({ kind: 'category', id: category } as const);
    const deleted = await deleteProduct(shop, tx, id, target);
    if (!deleted.ok) return { ok: false, code: deleted.code, message: shop.t(refusals[deleted.code]) };
    const { name, slug } = deleted;
    return {
      ok: true,
      change: { label: name, before: { name, slug, ...(target && { address: null }) }, after: null },
    };
  },
});
