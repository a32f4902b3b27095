import type { ProductInput, ProductProblem } from '#features/catalog/index.ts';
import type { FormProblem, ValuesOf } from '#platform/forms/field.ts';
import type { createProductFields } from './product-fields.ts';
import type { ProductSubject } from './product-subject.ts';

export type ProductValues = ValuesOf<ReturnType<typeof createProductFields>>;

export const newProductValues: ProductValues = {
  ...{ name: '', slug: '', type: 'simple', status: 'draft', visibility: 'visible', featured: false },
  ...{ shortDescription: '', description: '', categories: [], brands: [], tags: [], sku: '', gtin: '' },
  ...{ regularPrice: null, salePrice: null, saleFrom: null, saleTo: null },
  ...{ managed: false, onHand: 0, lowStockThreshold: null },
  ...{ weightGrams: null, lengthMm: null, widthMm: null, heightMm: null },
};

const toIso = (date: Date | null) => date?.toISOString() ?? null;
const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));

export function toProductValues({ product, master }: ProductSubject): ProductValues {
  const { managed, onHand, lowStockThreshold } = master.stock;
  return {
    ...product,
    ...{ sku: master.sku ?? '', gtin: master.gtin ?? '' },
    ...{ regularPrice: master.regularPrice, salePrice: master.salePrice },
    ...{ saleFrom: toIso(master.saleFrom), saleTo: toIso(master.saleTo) },
    ...{ managed, onHand, lowStockThreshold },
    ...{ weightGrams: master.weightGrams, lengthMm: master.lengthMm },
    ...{ widthMm: master.widthMm, heightMm: master.heightMm },
  };
}

export function toProductInput(values: ProductValues): Omit<ProductInput, 'id'> {
  const { name, slug, type, status, visibility, featured, shortDescription, description } = values;
  return {
    ...{ name, slug, featured, shortDescription, description },
    ...{ type: type || 'simple', status: status || 'draft', visibility: visibility || 'visible' },
    ...{ categories: values.categories, brands: values.brands, tags: values.tags },
    master: {
      ...{ sku: values.sku || null, gtin: values.gtin || null },
      ...{ regularPrice: values.regularPrice, salePrice: values.salePrice },
      ...{ saleFrom: toDate(values.saleFrom), saleTo: toDate(values.saleTo) },
      ...{ weightGrams: values.weightGrams, lengthMm: values.lengthMm },
      ...{ widthMm: values.widthMm, heightMm: values.heightMm },
      stock: { managed: values.managed, onHand: values.onHand ?? 0, lowStockThreshold: values.lowStockThreshold },
    },
  };
}

/** Problems of the catalogue have paths such as `master.stock.onHand`; fields of the form have the last name alone. */
export const toProductProblems = (problems: readonly ProductProblem[]): FormProblem[] =>
  problems.map(({ field, message }) => ({ field: field.split('.').at(-1) ?? field, message }));
