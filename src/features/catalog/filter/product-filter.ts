import type { StockState } from '#features/inventory/index.ts';
import type { LocalSlug, ProductType } from '../contract.ts';

/** A category, tag, brand or term that is filtered by. */
export interface FilterTerm {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** Stands for values that the shop does not have: no product has it. */
export const unknownTerm: FilterTerm = { id: 0, slug: '', name: '' };

/** `in`: any of the terms, `and`: all of them, `not_in`: none of them. */
export type TermOperator = 'in' | 'and' | 'not_in';

export interface AttributeFilter extends FilterTerm {
  readonly terms: readonly FilterTerm[];
  /** Default: `in`. */
  readonly operator?: TermOperator;
}

/** The filters that lists count facets for. Bits of products answer them. */
export interface FacetFilter {
  /** Alternatives; empty: any. A category includes the products of its subcategories. */
  readonly categories: readonly FilterTerm[];
  readonly brands: readonly FilterTerm[];
  /** All must match. */
  readonly attributes: readonly AttributeFilter[];
  /** Minor units, as prices are shown. A product matches when its lowest to highest price and the range overlap. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** Null: any. */
  readonly inStock: boolean | null;
  readonly onSale: boolean | null;
  /** Minimum average rating, 1 to 4 stars. */
  readonly rating: number | null;
}

/**
 * Which public products: all parts must match. Parts are about products: different variations may match different
 * parts. In a list of variations, attributes, prices, sale, stock, SKUs and ids are about the variation.
 */
export interface ProductFilter extends FacetFilter {
  readonly tags?: readonly FilterTerm[] | undefined;
  readonly categoryOperator?: TermOperator | undefined;
  readonly tagOperator?: TermOperator | undefined;
  readonly brandOperator?: TermOperator | undefined;
  /** In place of terms, for fronts that know no more. */
  readonly termSlugs?:
    | {
        readonly category?: LocalSlug | undefined;
        readonly tag?: string | undefined;
        readonly brand?: string | undefined;
      }
    | undefined;
  /** Whether a product needs only one of the attributes instead of all. */
  readonly anyAttribute?: boolean | undefined;
  /** States of stock as pages show them; a product needs one of them. */
  readonly stockStates?: readonly StockState[] | undefined;
  /** Stars, rounded. */
  readonly ratings?: readonly number[] | undefined;
  readonly featured?: boolean | undefined;
  readonly type?: ProductType | undefined;
  readonly visibility?: 'any' | 'visible' | 'catalog' | 'search' | 'hidden' | undefined;
  readonly slugs?: readonly LocalSlug[] | undefined;
  readonly skus?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly excludedIds?: readonly number[] | undefined;
  /** Products, also in a list of variations, such as the results of a search. */
  readonly productIds?: readonly number[] | undefined;
  /** Products of variations; a product has the parent 0. */
  readonly parentIds?: readonly number[] | undefined;
  readonly excludedParentIds?: readonly number[] | undefined;
  readonly dates?:
    | {
        readonly column: 'published_at' | 'updated_at';
        readonly after?: Date | undefined;
        readonly before?: Date | undefined;
      }
    | undefined;
}

export const noFilters: FacetFilter = {
  categories: [],
  brands: [],
  attributes: [],
  minPrice: null,
  maxPrice: null,
  inStock: null,
  onSale: null,
  rating: null,
};

export function isUnfiltered(filter: FacetFilter): boolean {
  return Object.values(filter).every((part) => part === null || (Array.isArray(part) && part.length === 0));
}
