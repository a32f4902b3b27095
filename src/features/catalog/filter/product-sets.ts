import type { PriceDisplay } from '#features/pricing/index.ts';
import { buildTermArraySql, matchPriceSql, productRows } from './filter-rows.ts';
import type { FacetFilter, FilterTerm } from './product-filter.ts';

export type ScopeKind = 'all' | 'category' | 'tag' | 'brand' | 'featured' | 'products';

/**
 * SQL of the rows `l` of a scope; it ends with a condition. For `products`, `given.nth` is the
 * position in the list.
 * @param ids SQL of an array
 */
function buildScopeSql(kind: ScopeKind, ids: string): string {
  if (kind === 'products')
    return `unnest(${ids}) with ordinality as given(id, nth) join product_listing l on l.product_id = given.id where l.in_search`;
  const listed = 'product_listing l where l.in_lists';
  if (kind === 'all') return listed;
  return kind === 'featured' ? `${listed} and l.featured` : `${listed} and l.${kind}_ids @> ${ids}`;
}

/** Rows `l` without a join to `p`, so that a page of the list can be read from an index. */
export const listedRows = {
  ...productRows,
  publishedAt: 'l.published_at',
  taxClass: '(select p.effective_tax_class from published_products p where p.id = l.product_id)',
};

/** Condition on the prices of rows `l`. It never evaluates to null. */
export function buildListedPriceSql(filter: FacetFilter, display: PriceDisplay): string {
  const condition = matchPriceSql(filter, display, listedRows);
  return condition === null ? 'true' : `coalesce(${condition}, false)`;
}

/** Filters that a set can leave out. `attribute0` is the first chosen attribute. */
export type FilterName = 'categories' | 'brands' | 'price' | 'stock' | 'sale' | 'rating' | `attribute${number}`;

/** A CTE with rows `(chunk, bits)`. */
interface SetTable {
  readonly name: string;
  readonly sql: string;
}

interface FilterSet {
  readonly name: FilterName;
  readonly table: SetTable;
  /** SQL of the filter's bits in a chunk; the table is joined with a left join. */
  readonly bits: string;
}

export interface ProductSetsInput {
  readonly kind: ScopeKind;
  /** SQL of an array. */
  readonly ids: string;
  readonly filters: FacetFilter;
  readonly display: PriceDisplay;
}

const noBits = '0::bit(4096)';

/** SQL that collects rows `l` of a scope into a set. `rows` must end with a condition. */
const buildRowSetSql = (rows: string) =>
  `select l.number >> 12 as chunk, set_bits(l.number & 4095, 1) as bits from ${rows} group by 1`;

const buildValueSetSql = (kind: string, condition: string) =>
  `select chunk, bit_or(bits) as bits from facet_bits where kind = '${kind}' and ${condition} group by 1`;

const soldOut: SetTable = { name: 'sold_out', sql: buildRowSetSql('product_listing l where not l.in_stock') };

/**
 * SQL of the rows `l` among which the products of a scope are searched; it ends with a condition. The rows may
 * include products outside the scope, which the condition `isInSetSql` excludes.
 */
export function buildCandidatesSql(kind: ScopeKind, ids: string): string {
  return buildScopeSql(kind === 'products' ? kind : 'all', ids);
}

function buildScopeSetSql(kind: ScopeKind, ids: string): string {
  if (kind === 'all') return `select chunk, bits from facet_bits where kind = 'listed'`;
  if (kind === 'category' || kind === 'brand') {
    return `select chunk, listed.bits & own.bits as bits from facet_bits listed join facet_bits own using (chunk)
      where listed.kind = 'listed' and own.kind = '${kind}' and own.value_id = any(${ids})`;
  }
  return buildRowSetSql(buildScopeSql(kind, ids));
}

function listFilterSets({ kind, ids, filters, display }: ProductSetsInput): FilterSet[] {
  const { categories, brands, attributes, minPrice, maxPrice, inStock, onSale, rating } = filters;
  const createSet = (name: FilterName, sql: string, isWithout = false): FilterSet => ({
    name,
    table: { name: `${name}_set`, sql },
    bits: `${isWithout ? '~' : ''}coalesce(${name}_set.bits, ${noBits})`,
  });
  const anyOf = (list: readonly FilterTerm[]) => `value_id = any(${buildTermArraySql(list)})`;
  const priced = `${buildCandidatesSql(kind, ids)} and ${buildListedPriceSql(filters, display)}`;
  const sets: (FilterSet | false)[] = [
    categories.length > 0 && createSet('categories', buildValueSetSql('category', anyOf(categories))),
    brands.length > 0 && createSet('brands', buildValueSetSql('brand', anyOf(brands))),
    (minPrice ?? maxPrice) !== null && createSet('price', buildRowSetSql(priced)),
    inStock !== null && {
      ...{ name: 'stock', table: soldOut },
      bits: `${inStock ? '~' : ''}coalesce(sold_out.bits, ${noBits})`,
    },
    onSale !== null && createSet('sale', buildValueSetSql('sale', 'true'), !onSale),
    rating !== null && createSet('rating', buildValueSetSql('rating', `value_id >= ${Math.trunc(rating)}`)),
    ...attributes.map(({ terms }, index) => createSet(`attribute${index}`, buildValueSetSql('term', anyOf(terms)))),
  ];
  return sets.filter((set) => set !== false);
}

export interface ProductSets {
  /**
   * CTEs: `sets`, with a row for each chunk in which the scope has products, and the CTEs on which `sets` depends.
   */
  readonly sql: string;
  /**
   * Returns the column of `sets` with the products that match all filters except this one, which need not be in use.
   */
  readonly columnWithout: (name: FilterName) => string;
}

/**
 * Builds bit sets (see `facet_bits`) of the products of a scope that match the filters.
 * @param isFaceted also builds a set without each filter, and the column `sold_out`
 */
export function buildProductSets(input: ProductSetsInput, { isFaceted }: { readonly isFaceted: boolean }): ProductSets {
  const filterSets = listFilterSets(input);
  const intersect = (sets: readonly FilterSet[]) => ['scope.bits', ...sets.map(({ bits }) => bits)].join(' & ');
  const columns = [`${intersect(filterSets)} as matching`];
  const tables = new Map(filterSets.map(({ table }) => [table.name, table]));
  if (isFaceted) {
    const others = (name: FilterName) => filterSets.filter((set) => set.name !== name);
    columns.push(...filterSets.map(({ name }) => `${intersect(others(name))} as without_${name}`));
    columns.push(`coalesce(sold_out.bits, ${noBits}) as sold_out`);
    tables.set(soldOut.name, soldOut);
  }
  const joins = [...tables.keys()].map((name) => `left join ${name} using (chunk)`);
  const sql = [
    `scope as materialized (${buildScopeSetSql(input.kind, input.ids)})`,
    ...[...tables.values()].map((table) => `${table.name} as materialized (${table.sql})`),
    `sets as materialized (select chunk, ${columns.join(', ')} from scope ${joins.join(' ')})`,
  ].join(', ');
  const omittable = new Set<FilterName>(isFaceted ? filterSets.map(({ name }) => name) : []);
  return { sql, columnWithout: (name) => (omittable.has(name) ? `without_${name}` : 'matching') };
}

/** CTE `whole` that joins a column of `sets` to one string of bits, as `isInSetSql` needs it. */
export const buildWholeSetSql = (column: string): string => `whole as materialized (
  select string_agg(coalesce(${column}, ${noBits})::text, '' order by n)::bit varying as bits
  from generate_series(0, greatest((select max(chunk) from sets), (select max(chunk) from facet_bits where kind = 'listed'))) n left join sets on chunk = n
)`;

/** Condition on rows `l` of `buildCandidatesSql`; requires the CTE `whole`. */
export const isInSetSql = 'get_bit((select bits from whole), l.number) = 1';
