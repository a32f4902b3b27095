import type { ProductType } from '#features/catalog/index.ts';
import { defineAdminRecord } from '#platform/admin/records/record.ts';
import { quickEditOperation } from '../actions/quick-edit.ts';
import { productsPath } from '../contract.ts';
import { productList } from '../list/product-list.tsx';
import { StatusBadge } from '../list/product-states.tsx';
import { productEditorTexts as texts } from '../texts.ts';
import { generateVariationsOperation } from '../variations/generate-operation.ts';
import { morePanel, movementsPanel, pricesPanel, seoPanel } from './panels.tsx';
import { productForm } from './product-form.ts';
import { getProductPath } from './product-path.ts';
import { loadProductSubject, type ProductSubject } from './product-subject.ts';

const hasOneOffer = (type: ProductType) => type === 'simple' || type === 'external';

export const productRecord = defineAdminRecord<ProductSubject>({
  ...{ name: 'product-editor.product', path: getProductPath(':id'), requires: 'products.read', subject: 'product' },
  back: { path: productsPath, text: texts.products },
  list: productList.name,
  load: loadProductSubject,
  head: ({ t }, { product, master }) => ({
    title: product.name,
    states: <StatusBadge status={product.status} t={t} />,
    facts: master.sku,
  }),
  form: productForm,
  panels: [seoPanel, morePanel, movementsPanel, pricesPanel],
  operations: [
    { operation: generateVariationsOperation, isShown: ({ product }) => product.type === 'variable' },
    { operation: quickEditOperation, isShown: ({ product }) => hasOneOffer(product.type) },
  ],
});
