import {
  findBrandBySlug,
  findCategoryBySlug,
  findVariationIdsByImportId,
  findVariationIdsBySku,
} from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';

/** Products, categories and brands of a discount as typed, separated by commas. */
export interface ScopeInput {
  /** SKUs; `id:<id>` is a product's id in the shop from which it was imported. */
  readonly products: string;
  /** Slugs. */
  readonly categories: string;
  readonly brands: string;
}

export interface Scope {
  readonly productIds: number[];
  readonly categoryIds: number[];
  readonly brandIds: number[];
}

export interface ScopeProblem {
  readonly field: keyof ScopeInput;
  readonly message: string;
}

export function splitList(text: string): string[] {
  return text
    .split(/[,;|]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Finds the products, categories and brands of a discount.
 * @param locale language of the category slugs
 * @returns a problem for the first entry that does not exist
 */
export async function findScope(
  db: Db,
  locale: string,
  input: ScopeInput,
): Promise<Scope | { readonly problem: ScopeProblem }> {
  const products = await findProducts(db, splitList(input.products));
  if (typeof products === 'string')
    return { problem: { field: 'products', message: `no product has the SKU or id ${products}` } };
  const categoryIds: number[] = [];
  for (const slug of splitList(input.categories)) {
    const category = await findCategoryBySlug(db, { locale, slug: slug.toLowerCase() });
    if (!category) return { problem: { field: 'categories', message: `no category has the slug ${slug}` } };
    categoryIds.push(category.id);
  }
  const brandIds: number[] = [];
  for (const slug of splitList(input.brands)) {
    const brand = await findBrandBySlug(db, slug.toLowerCase());
    if (!brand) return { problem: { field: 'brands', message: `no brand has the slug ${slug}` } };
    brandIds.push(brand.id);
  }
  return { productIds: products, categoryIds, brandIds };
}

/** @returns product ids, or the first name that no product has */
async function findProducts(db: Db, names: readonly string[]): Promise<number[] | string> {
  const toImportId = (name: string) => /^id:(.+)$/.exec(name)?.[1] ?? null;
  const skus = names.filter((name) => toImportId(name) === null);
  const importIds = names.flatMap((name) => toImportId(name) ?? []);
  const [bySku, byImportId] = [await findVariationIdsBySku(db, skus), await findVariationIdsByImportId(db, importIds)];
  const found = names.map((name) => {
    const importId = toImportId(name);
    return importId === null ? bySku.get(name.toLowerCase()) : byImportId.get(importId);
  });
  const unknown = names[found.indexOf(undefined)];
  return unknown ?? [...new Set(found.flatMap((each) => each?.productId ?? []))];
}
