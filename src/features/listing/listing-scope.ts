import type { ScopeKind } from '#features/catalog/index.ts';

/**
 * The products of a listing before filters: at most one property is set, none means all products. For search results
 * `products` are ids in order of relevance; they keep this order unless another sort is chosen, and products hidden
 * from search are left out.
 */
export interface ListingScope {
  /** Ids. A category includes the products of its subcategories. */
  readonly category?: number | undefined;
  readonly tag?: number | undefined;
  readonly brand?: number | undefined;
  readonly featured?: boolean | undefined;
  readonly products?: readonly number[] | undefined;
}

/** @returns the kind of the scope and the ids for its SQL */
export function resolveScope({ category, tag, brand, featured, products }: ListingScope): {
  kind: ScopeKind;
  ids: readonly number[];
} {
  if (products !== undefined) return { kind: 'products', ids: products };
  if (category !== undefined) return { kind: 'category', ids: [category] };
  if (tag !== undefined) return { kind: 'tag', ids: [tag] };
  if (brand !== undefined) return { kind: 'brand', ids: [brand] };
  return { kind: featured ? 'featured' : 'all', ids: [] };
}
