import { getRecordPath } from '#platform/admin/records/record.ts';
import type { Feature } from '#platform/features/feature.ts';
import { categoriesPath, categoryRecord, moveCategoryMutation, registerCategoriesPage } from './categories.tsx';
import { termErrors } from './errors.ts';
import { brandScreens, tagScreens } from './labels.tsx';
import { attributeList, attributeRecord, termList, termRecord } from './terms.tsx';
import { termTexts as texts } from './texts.ts';

const permission = 'products.read';

/** Back-office screens for categories, brands, tags, attributes and their values. */
export const catalogTerms: Feature = {
  name: 'catalog-terms',
  needs: ['catalog', 'media-library'],
  mutations: [moveCategoryMutation],
  admin: {
    lists: [tagScreens.list, brandScreens.list, attributeList, termList],
    records: [tagScreens.record, brandScreens.record, attributeRecord, termRecord, categoryRecord],
    routes: registerCategoriesPage,
    auditKinds: [
      tagScreens.auditKind,
      brandScreens.auditKind,
      ...(
        [
          ['attribute', texts.attribute, attributeRecord],
          ['attribute-term', texts.term, termRecord],
          ['category', texts.category, categoryRecord],
        ] as const
      ).map(([kind, text, record]) => ({
        ...{ kind, text },
        page: { requires: permission, path: (id: string) => getRecordPath(record, id) },
      })),
    ],
    navigation: [
      { section: 'products', text: texts.categories, path: categoriesPath, permission },
      { section: 'products', text: texts.brands, path: brandScreens.list.path, permission },
      { section: 'products', text: texts.tags, path: tagScreens.list.path, permission },
      { section: 'products', text: texts.attributes, path: attributeList.path, permission },
      { section: 'products', text: texts.terms, path: termList.path, permission },
    ],
  },
  texts: [texts],
  errors: [termErrors],
};
