import { saveProducts } from '#features/catalog/index.ts';
import { defineAdminForm } from '#platform/admin/forms/form.ts';
import { productsPath } from '../contract.ts';
import { productEditorTexts as texts } from '../texts.ts';
import { createProductFields } from './product-fields.ts';
import { getProductPath } from './product-path.ts';
import { loadProductSubject, type ProductSubject } from './product-subject.ts';
import { newProductValues, toProductInput, toProductProblems, toProductValues } from './product-values.ts';

export const productForm = defineAdminForm({
  name: 'product-editor.save-product',
  description: 'Creates a product, or changes one.',
  path: getProductPath(':id'),
  requires: 'products.write',
  subject: 'product',
  create: texts.newProduct,
  back: { path: productsPath, text: texts.products },
  fields: (shop, subject: ProductSubject | null) => createProductFields(shop, subject),
  load: async (shop, db, id, { isLocking }) => {
    if (id === null) return { values: newProductValues, subject: null, label: '' };
    const subject = await loadProductSubject(shop, db, id, isLocking);
    return subject && { values: toProductValues(subject), subject, label: subject.product.name };
  },
  save: async (shop, tx, values, { id }, actor) => {
    const input = toProductInput(values);
    const [saved] = await saveProducts(shop, tx, [{ ...input, id: id ?? undefined }], { text: 'edited', by: actor });
    if (!saved) throw new Error('saveProducts answers each product');
    return saved.ok ? { ok: true, id: saved.id } : { ok: false, problems: toProductProblems(saved.problems) };
  },
});
