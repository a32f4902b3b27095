import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { setInListMutation } from './actions/set-in-list.ts';
import { productEditorErrors } from './errors.ts';
import { productList } from './list/product-list.tsx';
import { duplicateProductMutation } from './page/duplicate-product.ts';
import { pageTexts } from './page/page-texts.ts';
import { productRecord } from './page/product-record.tsx';
import { publishScheduled } from './page/publish-scheduled.ts';
import { productEditorTexts } from './texts.ts';

export const productEditor: Feature = {
  name: 'product-editor',
  needs: ['catalog', 'inventory', 'media-library', 'pricing'],
  admin: {
    lists: [productList],
    records: [productRecord],
    auditKinds: [
      {
        ...{ kind: 'product', text: productEditorTexts.product },
        page: { requires: productRecord.requires, path: (id) => getRecordPath(productRecord, id) },
      },
    ],
    navigation: [
      {
        ...{ section: 'products', text: productEditorTexts.products },
        ...{ path: productList.path, permission: productList.requires },
      },
    ],
  },
  jobs: [publishScheduled],
  mutations: [setInListMutation, duplicateProductMutation],
  errors: [productEditorErrors],
  texts: [productEditorTexts, pageTexts],
};
