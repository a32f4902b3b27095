import { sql } from 'drizzle-orm';
import { termPictureSql } from '#features/catalog/index.ts';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { isUnfiltered, type ListingFilters, maxAttributeFilters } from './filters.ts';
import {
  buildFilterConditions,
  buildIdArraySql,
  buildScopeSql,
  type FilterCondition,
  filterBits,
  type ListingScope,
  resolveScope,
  type ScopeKind,
} from './listing-scope.ts';

export interface FacetValue {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Number of products with this value and all filters of other kinds. */
  readonly count: number;
  readonly swatch: string | null;
  readonly picture: string | null;
}

export interface AttributeFacet {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly values: readonly FacetValue[];
}

/** The facets of a listing. Counts respect all filters except those of the same kind. */
export interface Facets {
  readonly total: number;
  /**
   * Subcategories of the listing's category, or top categories; and subcategories of chosen ones.
   * In the shop's order.
   */
  readonly categories: readonly (FacetValue & { readonly parentId: number | null })[];
  /** Most products first. */
  readonly brands: readonly FacetValue[];
  readonly attributes: readonly AttributeFacet[];
  readonly inStock: number;
  readonly onSale: number;
  /** Number of products with at least 4, 3, 2 and 1 stars. */
  readonly ratings: readonly { readonly atLeast: number; readonly count: number }[];
  /** Minor units: lowest and highest price, as entered; null when no product has one. */
  readonly prices: { readonly min: number; readonly max: number } | null;
}

interface CountRow {
  kind: 'all' | 'category' | 'brand' | 'term' | 'sale' | 'rating' | 'stock' | 'lowest' | 'highest';
  id: number;
  /** Bits of the filters that these products fail: none or one. */
  failedBits: number;
  count: number;
  slug: string | null;
  name: string | null;
  /** The parent of a category, the attribute of a term. */
  groupId: number | null;
  groupSlug: string | null;
  groupName: string | null;
  swatch: string | null;
  picture: string | null;
}

/**
 * Adds names to `counts(kind, id, failed_bits, count)` in the shop's order. `parents` is SQL for an
 * array of categories whose children are shown.
 */
const buildNamedCountsSql = (parents: string) => `select coalesce(json_agg(named), '[]') as counted from (
  select n.kind, n.id, n.failed_bits as "failedBits", n.count::integer, coalesce(c.slug, b.slug, t.slug) as slug,
    coalesce(c.name, b.name, t.name) as name, coalesce(c.parent_id, a.id) as "groupId", a.slug as "groupSlug", a.name as "groupName", t.swatch,
    ${termPictureSql} as picture
  from counts n
  left join categories c on n.kind = 'category' and c.id = n.id and coalesce(c.parent_id, 0) = any(${parents})
  left join brands b on n.kind = 'brand' and b.id = n.id
  left join attribute_terms t on n.kind = 'term' and t.id = n.id
  left join attributes a on a.id = t.attribute_id
  where (n.count > 0 or n.kind in ('lowest', 'highest')) and (n.kind <> 'category' or c.id is not null)
  order by a.position, a.name, t.position, c.position, coalesce(c.name, b.name, t.name) collate "und-x-icu", n.id) named`;

/**
 * Counts of all products or of a category come from `facet_counts`; stock and prices are read
 * from the rows. `$1` is the category, 0 for all products.
 */
const buildStoredCountsSql = (kind: 'all' | 'category') => {
  const scopeCondition = kind === 'all' ? 'in_lists' : 'in_lists and category_ids @> array[$1::integer]';
  const extremesSql =
    kind === 'all'
      ? `select (select min(price_min) from product_listing where in_lists), (select max(price_max) from product_listing where in_lists),
        (select count(*) from product_listing where in_lists and not in_stock)`
      : `select min(price_min), max(price_max), count(*) filter (where not in_stock) from product_listing where ${scopeCondition}`;
  return `with measured(lowest, highest, sold_out) as materialized (${extremesSql}),
    counts(kind, id, failed_bits, count) as (
      select kind, value_id, 0, products::bigint from facet_counts where category_id = $1
      union all select 'stock', 0, 0, products - sold_out from measured, facet_counts where category_id = $1 and kind = 'all'
      union all select 'lowest', 0, 0, lowest from measured union all select 'highest', 0, 0, highest from measured
    ) ${buildNamedCountsSql('array[$1::integer]')}`;
};

/** All counts in one row: hundreds of small rows take longer to read. */
interface FacetsRow {
  counted: CountRow[];
}

const storedCounts = {
  all: sqlQuery<FacetsRow>('listing.facets-of-all', buildStoredCountsSql('all')),
  category: sqlQuery<FacetsRow>('listing.facets-of-category', buildStoredCountsSql('category')),
};

interface FacetCountInput {
  readonly kind: ScopeKind;
  readonly ids: readonly number[];
  /** Category whose unfiltered counts are stored; null when none are. */
  readonly base: number | null;
  readonly parents: readonly number[];
  readonly filters: ListingFilters;
  readonly display: PriceDisplay;
}

/**
 * Each product of the scope gets a bit for each filter that it doesn't match. A product that
 * matches all filters counts everywhere; one that fails a single filter counts among the values of
 * that filter. When few products are filtered out, these are counted and subtracted from the stored
 * counts.
 */
function buildFilteredCountsSql({ kind, ids, base, parents, filters, display }: FacetCountInput): string {
  const conditions = buildFilterConditions(filters, display);
  const failedBitsSql = conditions.map((condition) => buildFailedBitSql(condition, filters)).join(' + ') || '0';
  const buildOthersMatchSql = (bit: number) => `failed_bits in (0, ${bit})`;
  const canSubtract =
    base !== null && conditions.every(({ bit }) => bit >= filterBits.price && bit < filterBits.attribute(0));
  const fewSql = canSubtract ? '(select few from size)' : 'false';
  const firstAttribute = filterBits.attribute(0);
  const subtractionSql = `select kind, value_id, 0, products::bigint from facet_counts
      where ${fewSql} and category_id = ${base ?? 0} and kind in ('category', 'brand', 'term')
    union all select kind, id, 0, -count(*) from scope, lateral (
      select 'category', unnest(category_ids) union all select 'brand', unnest(brand_ids) union all select 'term', unnest(term_ids)
    ) as v(kind, id) where ${fewSql} and failed_bits <> 0 group by 1, 2
    union all `;
  return `with scope as materialized (
      select l.price_min, l.price_max, l.in_stock, l.on_sale, l.rating, l.category_ids, l.brand_ids, l.term_ids, ${failedBitsSql} as failed_bits
      from ${buildScopeSql(kind, buildIdArraySql(ids))}
    ), size as materialized (select count(*) < 2 * count(*) filter (where failed_bits = 0) as few from scope),
    found(kind, id, failed_bits, count) as (
      ${canSubtract ? subtractionSql : ''}
      select 'category', id, 0, count(*) from scope, unnest(category_ids) id where not ${fewSql} and ${buildOthersMatchSql(filterBits.categories)} group by id
      union all select 'brand', id, 0, count(*) from scope, unnest(brand_ids) id where not ${fewSql} and ${buildOthersMatchSql(filterBits.brands)} group by id
      union all select 'term', id, failed_bits, count(*) from scope, unnest(term_ids) id
        where not ${fewSql} and (failed_bits = 0 or failed_bits >= ${firstAttribute} and failed_bits & (failed_bits - 1) = 0) group by id, failed_bits
      union all select 'rating', floor(rating)::integer, 0, count(*) from scope where rating is not null and ${buildOthersMatchSql(filterBits.rating)} group by 2
      union all select kind, 0, 0, count from (
        select count(*) filter (where failed_bits = 0) as "all", count(*) filter (where in_stock and ${buildOthersMatchSql(filterBits.stock)}) as stock,
          count(*) filter (where on_sale and ${buildOthersMatchSql(filterBits.sale)}) as sale, min(price_min) filter (where ${buildOthersMatchSql(filterBits.price)}) as lowest,
          max(price_max) filter (where ${buildOthersMatchSql(filterBits.price)}) as highest from scope
      ) totals cross join lateral (values ('all', "all"), ('stock', stock), ('sale', sale), ('lowest', lowest), ('highest', highest)) as v(kind, count)
    ), counts as (select kind, id, failed_bits, sum(count) as count from found group by 1, 2, 3)
    ${buildNamedCountsSql(buildIdArraySql(parents))}`;
}

/**
 * A product without any term of the attribute gets a second bit, so it doesn't count among the
 * attribute's values.
 */
function buildFailedBitSql({ bit, sql: condition }: FilterCondition, { attributes }: ListingFilters): string {
  const attribute = attributes.find((_, index) => filterBits.attribute(index) === bit);
  if (!attribute) return `case when ${condition} then 0 else ${bit} end`;
  const terms = `array(select id from attribute_terms where attribute_id = ${Math.trunc(attribute.id)})`;
  return `case when ${condition} then 0 when l.term_ids && ${terms} then ${bit} else ${bit + 1} end`;
}

/**
 * Counts the facets of a listing and how many products each value leaves. One query.
 * @param display how prices are shown, and so filtered; default: as they are entered
 */
export async function countFacets(
  db: Db,
  scope: ListingScope,
  filters: ListingFilters,
  display: PriceDisplay = pricesAsEntered,
): Promise<Facets> {
  const { kind, ids } = resolveScope(scope);
  const hasStoredCounts = kind === 'all' || kind === 'category';
  const baseCategory = scope.category ?? 0;
  if (hasStoredCounts && isUnfiltered(filters)) return toFacets(await storedCounts[kind](db, [baseCategory]), filters);
  const parents = [baseCategory, ...filters.categories.map(({ id }) => id)];
  const base = hasStoredCounts ? baseCategory : null;
  const text = buildFilteredCountsSql({ kind, ids, base, parents, filters, display });
  const { rows } = await db.execute<FacetsRow & Record<string, unknown>>(sql.raw(text));
  return toFacets(rows, filters);
}

function toFacets([result]: readonly FacetsRow[], filters: ListingFilters): Facets {
  const rows = result?.counted ?? [];
  const findRows = (kind: CountRow['kind']) => rows.filter((row) => row.kind === kind);
  const findCount = (kind: CountRow['kind']) => findRows(kind)[0]?.count ?? null;
  const [lowest, highest] = [findCount('lowest'), findCount('highest')];
  const ratingRows = findRows('rating');
  const chosenBrands = new Set(filters.brands.map(({ id }) => id));
  const brands = findRows('brand').map(toFacetValue);
  return {
    total: findCount('all') ?? 0,
    categories: findRows('category').map((row) => ({ ...toFacetValue(row), parentId: row.groupId })),
    brands: brands.sort((a, b) => Number(chosenBrands.has(b.id)) - Number(chosenBrands.has(a.id)) || b.count - a.count),
    attributes: buildAttributeFacets(findRows('term'), filters),
    inStock: findCount('stock') ?? 0,
    onSale: findCount('sale') ?? 0,
    ratings: [4, 3, 2, 1].map((atLeast) => {
      const count = ratingRows.reduce((sum, row) => sum + (row.id >= atLeast ? row.count : 0), 0);
      return { atLeast, count };
    }),
    prices: lowest === null || highest === null ? null : { min: lowest, max: highest },
  };
}

function toFacetValue({ id, slug, name, count, swatch, picture }: CountRow): FacetValue {
  return { id, slug: slug ?? '', name: name ?? '', count, swatch, picture };
}

/** The chosen attributes and those that most products have, in the shop's order. */
function buildAttributeFacets(rows: readonly CountRow[], { attributes }: ListingFilters): AttributeFacet[] {
  const facets = [...Map.groupBy(rows, (row) => row.groupId)].map(([id, rowsOfAttribute]) => {
    const filterIndex = attributes.findIndex((filter) => filter.id === id);
    const filterBit = filterIndex < 0 ? 0 : filterBits.attribute(filterIndex);
    const counts = new Map<number, CountRow>();
    for (const row of rowsOfAttribute.filter(({ failedBits }) => failedBits === 0 || failedBits === filterBit)) {
      counts.set(row.id, { ...row, count: row.count + (counts.get(row.id)?.count ?? 0) });
    }
    const values = [...counts.values()].map(toFacetValue);
    const productCount = values.reduce((sum, value) => sum + value.count, 0);
    return {
      facet: {
        id: id ?? 0,
        slug: rowsOfAttribute[0]?.groupSlug ?? '',
        name: rowsOfAttribute[0]?.groupName ?? '',
        values,
      },
      rank: filterIndex < 0 ? productCount : Number.POSITIVE_INFINITY,
    };
  });
  const candidates = facets.filter(({ facet, rank }) => facet.values.length > 1 || rank === Number.POSITIVE_INFINITY);
  const kept = new Set(candidates.toSorted((a, b) => b.rank - a.rank).slice(0, maxAttributeFilters));
  return candidates.filter((candidate) => kept.has(candidate)).map(({ facet }) => facet);
}
