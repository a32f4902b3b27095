import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { buildMatchSql, buildStockStateSql, memberPricedRows, type ProductFilter } from '#features/catalog/index.ts';
import type { StockState } from '#features/inventory/index.ts';
import { loadPriceDisplay, type PriceDisplay } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { describeCurrency } from '../money.ts';
import { booleanInput } from '../protocol/operation.ts';
import { productFilters, productTypes, stockStates, stockStatuses, texts } from './product-query.ts';
import type { CollectionData } from './product-schemas.ts';
import { readProductFilter, toAttributeSlug } from './read-product-filter.ts';

/** Limits on what one request can count. */
const maxAttributes = 10;
const maxTaxonomies = 10;

const taxonomyColumns = new Map([
  ['product_cat', 'category_ids'],
  ['product_tag', 'tag_ids'],
  ['product_brand', 'brand_ids'],
]);

/** Names of taxonomies, or objects that contain the names. */
const taxonomyInput = z.union([
  z
    .array(z.object({ taxonomy: z.string().max(200) }))
    .max(maxTaxonomies)
    .transform((list) => list.map(({ taxonomy }) => taxonomy)),
  texts.pipe(z.array(z.string()).max(maxTaxonomies)),
]);

export const collectionInput = z.object({
  ...productFilters,
  // Variations can't be counted, so `variation` is not a type here.
  type: z.enum(productTypes).optional(),
  calculate_price_range: booleanInput.default(false),
  calculate_rating_counts: booleanInput.default(false),
  calculate_stock_status_counts: booleanInput.default(false),
  calculate_attribute_counts: z
    .array(z.object({ taxonomy: z.string().max(200), query_type: z.enum(['and', 'or']).default('and') }))
    .max(maxAttributes)
    .optional(),
  calculate_taxonomy_counts: taxonomyInput.optional().describe('`product_cat`, `product_tag`, `product_brand`'),
});

type CollectionInput = z.infer<typeof collectionInput>;

interface Scope {
  readonly db: Db;
  readonly filter: ProductFilter;
  readonly display: PriceDisplay;
  /** Tables and conditions that select the products of the filter. */
  readonly match: SQL;
}

/** Computes counts and ranges over all products that match the filters. One query for each requested kind. */
export async function loadCollectionData(shop: Shop, input: CollectionInput): Promise<CollectionData> {
  const display = await loadPriceDisplay(shop, shop.db);
  const { filter } = await readProductFilter(shop, input);
  const scope: Scope = { db: shop.db, filter, display, match: buildMatchSql(filter, display, memberPricedRows) };
  return {
    price_range: input.calculate_price_range ? await findPriceRange(shop, scope) : null,
    attribute_counts: await countAttributes(scope, input.calculate_attribute_counts ?? []),
    rating_counts: input.calculate_rating_counts ? await countRatings(scope) : null,
    stock_status_counts: input.calculate_stock_status_counts ? await countStock(scope) : null,
    taxonomy_counts: await countTaxonomies(scope, input.calculate_taxonomy_counts ?? []),
  };
}

/** The shown price depends on the tax class, so each class has its own range. */
async function findPriceRange(
  { choices }: Shop,
  { db, display, match }: Scope,
): Promise<CollectionData['price_range']> {
  const [taxClass, lowest, highest] = [
    sql.raw(memberPricedRows.taxClass),
    sql.raw(memberPricedRows.lowestPrice),
    sql.raw(memberPricedRows.highestPrice),
  ];
  const { rows } = await db.execute<{ taxClass: string | null; min: number; max: number }>(
    sql`select ${taxClass}::text as "taxClass", min(${lowest})::float8 as min, max(${highest})::float8 as max
      from ${match} and ${lowest} is not null group by 1`,
  );
  const min = rows.length === 0 ? 0 : Math.min(...rows.map((row) => display.toShown(row.min, row.taxClass)));
  const max = rows.length === 0 ? 0 : Math.max(...rows.map((row) => display.toShown(row.max, row.taxClass)));
  const currency = describeCurrency(choices.currency, choices.locale);
  return { min_price: String(min), max_price: String(max), ...currency };
}

/**
 * Counts the products of each term. A count with `or` ignores the filter by the same attribute, so that its other
 * terms have counts.
 */
async function countAttributes(
  { db, filter, display, match }: Scope,
  requested: NonNullable<CollectionInput['calculate_attribute_counts']>,
): Promise<CollectionData['attribute_counts']> {
  if (requested.length === 0) return null;
  const counts: { term: number; count: number }[] = [];
  for (const { taxonomy, query_type: queryType } of requested) {
    const slug = toAttributeSlug(taxonomy);
    const others = filter.attributes.filter((attribute) => attribute.slug !== slug);
    const isLeftOut = queryType === 'or' && !(filter.anyAttribute && filter.attributes.length > 1);
    const { rows } = await db.execute<{ term: number; count: number }>(
      sql`select t.id as term, count(*)::integer as count
        from (select l.term_ids from ${isLeftOut ? buildMatchSql({ ...filter, attributes: others }, display, memberPricedRows) : match}) matching
        cross join unnest(matching.term_ids) as found(id) join attribute_terms t on t.id = found.id
        join attributes a on a.id = t.attribute_id and a.product_id is null and a.slug = ${slug}
        group by t.id order by t.id`,
    );
    counts.push(...rows);
  }
  return counts;
}

async function countRatings({ db, match }: Scope): Promise<CollectionData['rating_counts']> {
  const { rows } = await db.execute<{ rating: number; count: number }>(
    sql`select round(l.rating)::integer as rating, count(*)::integer as count from ${match}
      and l.rating is not null group by 1 order by 1`,
  );
  return rows;
}

async function countStock({ db, match }: Scope): Promise<CollectionData['stock_status_counts']> {
  const { rows } = await db.execute<{ state: StockState; count: number }>(
    sql`select ${buildStockStateSql()} as state, count(*)::integer as count from ${match} group by 1`,
  );
  const findCount = (state: StockState) => rows.find((row) => row.state === state)?.count ?? 0;
  return stockStatuses.map((status) => ({ status, count: findCount(stockStates[status]) }));
}

async function countTaxonomies(
  { db, match }: Scope,
  requested: NonNullable<CollectionInput['calculate_taxonomy_counts']>,
): Promise<CollectionData['taxonomy_counts']> {
  if (requested.length === 0) return null;
  const counts: { term: number; count: number }[] = [];
  for (const column of new Set(requested.flatMap((taxonomy) => taxonomyColumns.get(taxonomy) ?? []))) {
    const { rows } = await db.execute<{ term: number; count: number }>(
      sql`select found.id as term, count(*)::integer as count
        from (select ${sql.raw(`l.${column}`)} as ids from ${match}) matching cross join unnest(matching.ids) as found(id)
        group by 1 order by 1`,
    );
    counts.push(...rows);
  }
  return counts;
}
