import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { loadPriceDisplay, type PriceDisplay } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { describeCurrency } from '../money.ts';
import { booleanInput } from '../protocol/operation.ts';
import {
  buildConditions,
  buildMatchSql,
  matchStock,
  type ProductCondition,
  toAttributeSlug,
} from './product-conditions.ts';
import { productFilters, productTypes, type StockStatus, stockStatuses } from './product-query.ts';
import type { CollectionData } from './product-schemas.ts';
import { searchIds } from './search-ids.ts';

/** Attributes that one call can count. */
const maxAttributes = 10;

const taxonomies = { product_cat: 'category_ids', product_tag: 'tag_ids', product_brand: 'brand_ids' } as const;

export const collectionInput = z.object({
  ...productFilters,
  // Products are counted, not their variations.
  type: z.enum(productTypes).optional(),
  calculate_price_range: booleanInput.default(false),
  calculate_rating_counts: booleanInput.default(false),
  calculate_stock_status_counts: booleanInput.default(false),
  calculate_attribute_counts: z
    .array(z.object({ taxonomy: z.string().max(200), query_type: z.enum(['and', 'or']).default('and') }))
    .max(maxAttributes)
    .optional(),
  calculate_taxonomy_counts: z
    .array(z.object({ taxonomy: z.enum(['product_cat', 'product_tag', 'product_brand']) }))
    .max(3)
    .optional(),
});

type CollectionInput = z.infer<typeof collectionInput>;

interface Scope {
  readonly db: Db;
  readonly conditions: readonly ProductCondition[];
}

/** Counts and ranges over all products that match the filters. One query for each that is asked for. */
export async function loadCollectionData(shop: Shop, input: CollectionInput): Promise<CollectionData> {
  const display = await loadPriceDisplay(shop, shop.db);
  const found = await searchIds(shop, input.search);
  const scope: Scope = { db: shop.db, conditions: await buildConditions(shop.db, input, { display, found }) };
  return {
    price_range: input.calculate_price_range ? await findPriceRange(shop, scope, display) : null,
    attribute_counts: await countAttributes(scope, input.calculate_attribute_counts ?? []),
    rating_counts: input.calculate_rating_counts ? await countRatings(scope) : null,
    stock_status_counts: input.calculate_stock_status_counts ? await countStock(scope) : null,
    taxonomy_counts: await countTaxonomies(scope, input.calculate_taxonomy_counts ?? []),
  };
}

/** Prices are shown by tax class, so each class has a range of its own. */
async function findPriceRange(
  { choices }: Shop,
  { db, conditions }: Scope,
  display: PriceDisplay,
): Promise<CollectionData['price_range']> {
  const { rows } = await db.execute<{ taxClass: string | null; min: number; max: number }>(
    sql`select p.effective_tax_class::text as "taxClass", min(l.price_min)::float8 as min, max(l.price_max)::float8 as max
      from ${buildMatchSql(conditions)} and l.price_min is not null group by 1`,
  );
  const min = rows.length === 0 ? 0 : Math.min(...rows.map((row) => display.toShown(row.min, row.taxClass)));
  const max = rows.length === 0 ? 0 : Math.max(...rows.map((row) => display.toShown(row.max, row.taxClass)));
  const currency = describeCurrency(choices.currency, choices.locale);
  return { min_price: String(min), max_price: String(max), ...currency };
}

/** Counts with `or` ignore the filter by the same attribute, so that its other terms have counts. */
async function countAttributes(
  { db, conditions }: Scope,
  requested: NonNullable<CollectionInput['calculate_attribute_counts']>,
): Promise<CollectionData['attribute_counts']> {
  if (requested.length === 0) return null;
  const counts: { term: number; count: number }[] = [];
  for (const { taxonomy, query_type: queryType } of requested) {
    const slug = toAttributeSlug(taxonomy);
    const applied = queryType === 'or' ? conditions.filter(({ attribute }) => attribute !== slug) : conditions;
    const { rows } = await db.execute<{ term: number; count: number }>(
      sql`select t.id as term, count(*)::integer as count
        from (select l.term_ids from ${buildMatchSql(applied)}) matching
        cross join unnest(matching.term_ids) as found(id) join attribute_terms t on t.id = found.id
        join attributes a on a.id = t.attribute_id and a.product_id is null and a.slug = ${slug}
        group by t.id order by t.id`,
    );
    counts.push(...rows);
  }
  return counts;
}

async function countRatings({ db, conditions }: Scope): Promise<CollectionData['rating_counts']> {
  const { rows } = await db.execute<{ rating: number; count: number }>(
    sql`select round(l.rating)::integer as rating, count(*)::integer as count from ${buildMatchSql(conditions)}
      and l.rating is not null group by 1 order by 1`,
  );
  return rows;
}

async function countStock({ db, conditions }: Scope): Promise<CollectionData['stock_status_counts']> {
  const { rows } = await db.execute<{ status: StockStatus; count: number }>(
    sql`select case when ${matchStock(['outofstock'])} then 'outofstock' when ${matchStock(['onbackorder'])} then 'onbackorder'
      else 'instock' end as status, count(*)::integer as count from ${buildMatchSql(conditions)} group by 1`,
  );
  return stockStatuses.map((status) => ({ status, count: rows.find((row) => row.status === status)?.count ?? 0 }));
}

async function countTaxonomies(
  { db, conditions }: Scope,
  requested: NonNullable<CollectionInput['calculate_taxonomy_counts']>,
): Promise<CollectionData['taxonomy_counts']> {
  if (requested.length === 0) return null;
  const counts: { term: number; count: number }[] = [];
  for (const { taxonomy } of requested) {
    const column = sql.raw(taxonomies[taxonomy]);
    const { rows } = await db.execute<{ term: number; count: number }>(
      sql`select found.id as term, count(*)::integer as count
        from (select l.${column} as ids from ${buildMatchSql(conditions)}) matching cross join unnest(matching.ids) as found(id)
        group by 1 order by 1`,
    );
    counts.push(...rows);
  }
  return counts;
}
