import type { StockState } from '#features/inventory/index.ts';
import type { LocalSlug, ProductType } from '../contract.ts';

export interface FilterTerm {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** Stands for requested terms that do not exist: no product has it. */
export const unknownTerm: FilterTerm = { id: 0, slug: '', name: '' };

/** `in`: any of the terms, `and`: all of them, `not_in`: none of them. */
export type TermOperator = 'in' | 'and' | 'not_in';

export interface AttributeFilter extends FilterTerm {
  readonly terms: readonly FilterTerm[];
  /** Default: `in`. */
  readonly operator?: TermOperator;
}

/** Filters for which listings count facets. They are evaluated with the bit sets of `facet_bits`. */
export interface FacetFilter {
  /** Alternatives; empty for any category. A category includes the products of its subcategories. */
  readonly categories: readonly FilterTerm[];
  readonly brands: readonly FilterTerm[];
  /** A product must match all attributes. */
  readonly attributes: readonly AttributeFilter[];
  /** In minor units, as prices are displayed. A product matches when its range of prices overlaps this range. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** Null for any. */
  readonly inStock: boolean | null;
  readonly onSale: boolean | null;
  /** Minimum average rating, 1 to 4 stars. */
  readonly rating: number | null;
}

/**
 * A filter of public products, whose conditions must all match. Conditions apply to products: different variations
 * may match different conditions. In a list of variations, attributes, prices, sale, stock, SKUs and ids apply to
 * variations.
 */
export interface ProductFilter extends FacetFilter {
  readonly tags?: readonly FilterTerm[] | undefined;
  readonly categoryOperator?: TermOperator | undefined;
  readonly tagOperator?: TermOperator | undefined;
  readonly brandOperator?: TermOperator | undefined;
  /** Slugs instead of terms, for callers that know only slugs. */
  readonly termSlugs?:
    | {
        readonly category?: LocalSlug | undefined;
        readonly tag?: string | undefined;
        readonly brand?: string | undefined;
      }
    | undefined;
  /** Whether a product must match only one of the attributes instead of all. */
  readonly anyAttribute?: boolean | undefined;
  /** Displayed stock states; a product must have one of them. */
  readonly stockStates?: readonly StockState[] | undefined;
  /** Average ratings, rounded to whole stars. */
  readonly ratings?: readonly number[] | undefined;
  readonly featured?: boolean | undefined;
  readonly type?: ProductType | undefined;
  readonly visibility?: 'any' | 'visible' | 'catalog' | 'search' | 'hidden' | undefined;
  readonly slugs?: readonly LocalSlug[] | undefined;
  readonly skus?: readonly string[] | undefined;
  readonly ids?: readonly number[] | undefined;
  readonly excludedIds?: readonly number[] | undefined;
  /** Product ids, also in a list of variations; for instance the results of a search. */
  readonly productIds?: readonly number[] | undefined;
  /** Product ids of variations; the parent id of a product is 0. */
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
