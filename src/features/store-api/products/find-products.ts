import { sql } from 'drizzle-orm';
import {
  buildGivenOrderSql,
  buildMatchSql,
  buildOrderSql,
  createVariationRows,
  type FilterRows,
  memberPricedRows,
  type ProductSort,
} from '#features/catalog/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { ProductListInput } from './product-query.ts';
import type { ReadFilter } from './read-product-filter.ts';

type Sort = NonNullable<ProductListInput['orderby']>;

/** `popularity` is the shop's own order, since sales are not public. */
const sorts: Readonly<Record<Exclude<Sort, 'include'>, ProductSort>> = {
  ...{ date: 'published', modified: 'modified', id: 'id', title: 'name', slug: 'slug', price: 'price' },
  ...{ popularity: 'position', rating: 'rating', menu_order: 'position', comment_count: 'ratings' },
};

interface FoundRow {
  readonly id: number;
  readonly productId: number;
}

export interface FoundProducts {
  readonly rows: readonly FoundRow[];
  readonly total: number;
}

interface SearchContext extends ReadFilter {
  readonly display: PriceDisplay;
  readonly now: Date;
}

function buildListOrderSql(input: ProductListInput, { found, display }: SearchContext, rows: FilterRows): string {
  const { orderby, order, include } = input;
  if (orderby === undefined && found !== null) return buildGivenOrderSql(found);
  if (orderby === 'include' && include) return buildGivenOrderSql(include, rows.id);
  const by = sorts[orderby === undefined || orderby === 'include' ? 'date' : orderby];
  const isDescending = (order ?? (by === 'position' ? 'asc' : 'desc')) === 'desc';
  return buildOrderSql({ by, isDescending }, display, rows);
}

/**
 * Finds a page of the matching products, or of the variations with `type=variation`, and the total number. For
 * variations, filters and sorting use the variation's own values where they differ from the product's. One query, two
 * for a page beyond the last.
 */
export async function findProducts(db: Db, input: ProductListInput, context: SearchContext): Promise<FoundProducts> {
  const isAboutVariations = input.type === 'variation';
  const rows = isAboutVariations ? createVariationRows(context.now) : memberPricedRows;
  const match = buildMatchSql(context.filter, context.display, rows);
  const order = buildListOrderSql(input, context, rows) + (isAboutVariations ? ', v.position, v.id' : '');
  const offset = input.offset ?? (input.page - 1) * input.per_page;
  const page = await db.execute<{ id: number; productId: number; total: number }>(
    sql`select ${sql.raw(rows.id)} as id, l.product_id as "productId", count(*) over ()::integer as total from ${match}
      order by ${sql.raw(order)} limit ${input.per_page}::integer offset ${offset}::integer`,
  );
  if (page.rows[0] || offset === 0) return { rows: page.rows, total: page.rows[0]?.total ?? 0 };
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total from ${match}`);
  return { rows: [], total: counted.rows[0]?.total ?? 0 };
}

const findProductByKey = sqlQuery<{ productId: number; variationId: number | null }>(
  'store-api.find-product',
  `select p.id as "productId", null::integer as "variationId" from published_products p where p.is_public and (p.id = $1 or p.locale = $3 and p.slug = $2)
  union all select p.id, o.variation_id from product_offers o join published_products p on p.id = o.product_id
    where p.is_public and p.type = 'variable' and o.variation_id = $1 and o.variation_id <> p.id
  limit 1`,
);

/** Finds a public product by id or slug, or a variation by id. */
export async function findProduct(
  db: Db,
  locale: string,
  key: string,
): Promise<{ readonly productId: number; readonly variationId: number | null } | null> {
  const id = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : null;
  return (await findProductByKey(db, id === null ? [null, key, locale] : [id, null, locale]))[0] ?? null;
}
