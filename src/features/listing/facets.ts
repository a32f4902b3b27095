import { sql } from 'drizzle-orm';
import {
  buildCandidatesSql,
  buildIdArraySql,
  buildProductSets,
  buildWholeSetSql,
  type FacetFilter,
  type FilterName,
  isInSetSql,
  isUnfiltered,
  noFilters,
  type ProductSetsInput,
  termPictureSql,
} from '#features/catalog/index.ts';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { maxAttributeFilters } from './filters.ts';
import { type ListingScope, resolveScope } from './listing-scope.ts';

export interface FacetValue {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** Number of products with this value that match all filters of other kinds. */
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
   * Subcategories of the listing's category, or top-level categories, with subcategories of the chosen categories. In
   * the shop's order.
   */
  readonly categories: readonly (FacetValue & { readonly parentId: number | null })[];
  /** Brands with the most products first. */
  readonly brands: readonly FacetValue[];
  readonly attributes: readonly AttributeFacet[];
  readonly inStock: number;
  readonly onSale: number;
  /** Number of products with at least 4, 3, 2 and 1 stars. */
  readonly ratings: readonly { readonly atLeast: number; readonly count: number }[];
  /** Lowest and highest price as entered, in minor units; null when no product has a price. */
  readonly prices: { readonly min: number; readonly max: number } | null;
}

interface CountRow {
  kind: 'all' | 'category' | 'brand' | 'term' | 'sale' | 'rating' | 'stock' | 'lowest' | 'highest';
  id: number;
  count: number;
  slug: string | null;
  name: string | null;
  /** Id of the parent of a category, or of the attribute of a term. */
  groupId: number | null;
  groupSlug: string | null;
  groupName: string | null;
  swatch: string | null;
  picture: string | null;
}

/** All counts in one row, because reading hundreds of small rows takes longer. */
interface FacetsRow {
  counted: CountRow[];
}

/** @param parents SQL of an array of categories whose children are counted; 0 stands for the top level */
function buildFacetsSql(input: ProductSetsInput, parents: string): string {
  const sets = buildProductSets(input, { isFaceted: true });
  const candidates = buildCandidatesSql(input.kind, input.ids);
  const sumBits = (bits: string) => `coalesce(sum(bit_count(${bits})::integer), 0)`;
  const column = (name: FilterName) => sets.columnWithout(name);
  const attributeCases = input.filters.attributes.map(
    ({ id }, index) =>
      `when f.value_id = any(array(select id from attribute_terms where attribute_id = ${Math.trunc(id)})) then ${column(`attribute${index}`)}`,
  );
  const termSets = attributeCases.length === 0 ? 'matching' : `case ${attributeCases.join(' ')} else matching end`;
  const buildExtremeSql = (kind: string, price: string, order: string) =>
    `(select '${kind}', 0, ${price} from ${candidates} and ${price} is not null and ${isInSetSql} order by ${order} limit 1)`;
  return `with ${sets.sql}, ${buildWholeSetSql(column('price'))}, counts(kind, id, count) as (
      select f.kind, f.value_id, ${sumBits(`f.bits & case f.kind when 'category' then ${column('categories')} when 'brand' then ${column('brands')}
        when 'sale' then ${column('sale')} when 'rating' then ${column('rating')} else ${termSets} end`)}
      from facet_bits f join sets using (chunk)
      where f.kind in ('brand', 'term', 'sale', 'rating')
        or f.kind = 'category' and f.value_id = any(array(select id from categories where coalesce(parent_id, 0) = any(${parents})))
      group by 1, 2
      union all select 'all', 0, ${sumBits('matching')} from sets
      union all select 'stock', 0, ${sumBits(`${column('stock')} & ~sold_out`)} from sets
      union all ${buildExtremeSql('lowest', 'l.price_min', 'l.price_min, l.product_id')}
      union all ${buildExtremeSql('highest', 'l.price_max', 'l.price_max desc nulls last, l.product_id desc')}
    )
    select coalesce(json_agg(named), '[]') as counted from (
      select n.kind, n.id, n.count::integer, coalesce(c.slug, b.slug, t.slug) as slug, coalesce(c.name, b.name, t.name) as name,
        coalesce(c.parent_id, a.id) as "groupId", a.slug as "groupSlug", a.name as "groupName", t.swatch, ${termPictureSql} as picture
      from counts n
      left join categories c on n.kind = 'category' and c.id = n.id
      left join brands b on n.kind = 'brand' and b.id = n.id
      left join attribute_terms t on n.kind = 'term' and t.id = n.id
      left join attributes a on a.id = t.attribute_id
      where n.count > 0 or n.kind in ('lowest', 'highest')
      order by a.position, a.name, t.position, c.position, coalesce(c.name, b.name, t.name) collate "und-x-icu", n.id
    ) named`;
}

const unfiltered = { filters: noFilters, display: pricesAsEntered };
const unfilteredFacets = {
  all: sqlQuery<FacetsRow>('listing.facets-of-all', buildFacetsSql({ kind: 'all', ids: '', ...unfiltered }, "'{0}'")),
  category: sqlQuery<FacetsRow>(
    'listing.facets-of-category',
    buildFacetsSql({ kind: 'category', ids: '$1::integer[]', ...unfiltered }, '$1::integer[]'),
  ),
};

/**
 * Counts the facets of a listing and how many products each value leaves. One query.
 * @param display how prices are shown, and so filtered; default: as they are entered
 */
export async function countFacets(
  db: Db,
  scope: ListingScope,
  filters: FacetFilter,
  display: PriceDisplay = pricesAsEntered,
): Promise<Facets> {
  const { kind, ids } = resolveScope(scope);
  if (isUnfiltered(filters) && kind === 'all') return toFacets(await unfilteredFacets.all(db, []), filters);
  if (isUnfiltered(filters) && kind === 'category')
    return toFacets(await unfilteredFacets.category(db, [ids]), filters);
  const parents = [scope.category ?? 0, ...filters.categories.map(({ id }) => id)];
  const text = buildFacetsSql({ kind, ids: buildIdArraySql(ids), filters, display }, buildIdArraySql(parents));
  const { rows } = await db.execute<FacetsRow & Record<string, unknown>>(sql.raw(text));
  return toFacets(rows, filters);
}

function toFacets([result]: readonly FacetsRow[], filters: FacetFilter): Facets {
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

/** Returns the chosen attributes and the attributes that most products have, in the shop's order. */
function buildAttributeFacets(rows: readonly CountRow[], { attributes }: FacetFilter): AttributeFacet[] {
  const facets = [...Map.groupBy(rows, (row) => row.groupId)].map(([id, rowsOfAttribute]) => {
    const isChosen = attributes.some((filter) => filter.id === id);
    const values = rowsOfAttribute.map(toFacetValue);
    const productCount = values.reduce((sum, value) => sum + value.count, 0);
    return {
      facet: {
        id: id ?? 0,
        slug: rowsOfAttribute[0]?.groupSlug ?? '',
        name: rowsOfAttribute[0]?.groupName ?? '',
        values,
      },
      rank: isChosen ? Number.POSITIVE_INFINITY : productCount,
    };
  });
  const candidates = facets.filter(({ facet, rank }) => facet.values.length > 1 || rank === Number.POSITIVE_INFINITY);
  const kept = new Set(candidates.toSorted((a, b) => b.rank - a.rank).slice(0, maxAttributeFilters));
  return candidates.filter((candidate) => kept.has(candidate)).map(({ facet }) => facet);
}
