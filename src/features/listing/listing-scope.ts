import type { AmountsByTaxClass, PriceDisplay } from '#features/pricing/index.ts';
import type { ListingFilters } from './filters.ts';

/**
 * The products of a listing before filters: at most one property is set, none means all products.
 * For search results `products` are ids in order of relevance; they keep this order unless another
 * sort is chosen, and products hidden from search are left out.
 */
export interface ListingScope {
  /** Ids. A category includes the products of its subcategories. */
  readonly category?: number | undefined;
  readonly tag?: number | undefined;
  readonly brand?: number | undefined;
  readonly featured?: boolean | undefined;
  readonly products?: readonly number[] | undefined;
}

export type ScopeKind = 'all' | 'category' | 'tag' | 'brand' | 'featured' | 'products';

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

/**
 * SQL for the rows `l` of a scope; it ends with a condition. For `products`, `given.nth` is the
 * position.
 * @param ids SQL of an array
 */
export function buildScopeSql(kind: ScopeKind, ids: string): string {
  const listed = 'product_listing l where l.in_lists';
  if (kind === 'all') return listed;
  if (kind === 'featured') return `${listed} and l.featured`;
  if (kind === 'products')
    return `unnest(${ids}) with ordinality as given(id, nth) join product_listing l on l.product_id = given.id where l.in_search`;
  return `${listed} and l.${kind}_ids @> ${ids}`;
}

/**
 * Ids as an SQL array literal. Statements with filters contain their values so that PostgreSQL
 * plans for them; prepared statements would be unlimited in number.
 */
export function buildIdArraySql(numbers: readonly number[]): string {
  if (!numbers.every(Number.isSafeInteger)) throw new TypeError('ids must be whole numbers');
  return `'{${numbers.join(',')}}'::integer[]`;
}

/** Condition on rows `l`: one of the product's shown prices is in the range. Never null. */
export function buildPriceConditionSql(
  { minPrice, maxPrice }: Pick<ListingFilters, 'minPrice' | 'maxPrice'>,
  display: PriceDisplay,
): string {
  const sides = [
    ...(minPrice === null ? [] : [`l.price_max >= ${buildBoundSql(display.toLowestEntered(minPrice))}`]),
    ...(maxPrice === null ? [] : [`l.price_min <= ${buildBoundSql(display.toHighestEntered(maxPrice))}`]),
  ];
  return sides.length === 0 ? 'true' : `coalesce(${sides.join(' and ')}, false)`;
}

function buildBoundSql(bounds: AmountsByTaxClass): string {
  const { '': untaxed = 0, ...others } = bounds;
  if (Object.keys(others).length === 0) return BigInt(untaxed).toString();
  return `${buildAmountByTaxClassSql('l', bounds)}::bigint`;
}

/**
 * SQL of the amount of the tax class of a listed product. Variations with classes of their own and
 * members of groups count as of the product's class.
 * @param alias of rows with `product_id`
 */
export function buildAmountByTaxClassSql(alias: string, amounts: AmountsByTaxClass): string {
  const json = `'${JSON.stringify(amounts).replaceAll("'", "''")}'::jsonb`;
  const taxClass = `(select p.effective_tax_class from published_products p where p.id = ${alias}.product_id)`;
  return `coalesce(${json} ->> ${taxClass}, ${json} ->> '')`;
}
