import { type SQL, sql } from 'drizzle-orm';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import {
  buildConditions,
  buildMatchSql,
  buildVariationConditions,
  type FilterContext,
  getVariationPriceSql,
  joinConditions,
  toArray,
} from './product-conditions.ts';
import type { ProductListInput } from './product-query.ts';

type Sort = NonNullable<ProductListInput['orderby']>;

/** Ascending; `popularity` is the order of the shop, since sales are not public. */
const sortColumns: Readonly<Record<Exclude<Sort, 'include' | 'id' | 'price'>, string>> = {
  date: 'p.published_at',
  modified: 'p.updated_at',
  title: 'l.name collate "und-x-icu"',
  slug: 'p.slug',
  popularity: 'l.position',
  rating: 'l.rating',
  menu_order: 'l.position',
  comment_count: 'p.rating_count',
};

interface SortColumns {
  readonly id: SQL;
  readonly price: { readonly lowest: SQL; readonly highest: SQL };
}

const productSortColumns: SortColumns = {
  id: sql`l.product_id`,
  price: { lowest: sql`l.price_min`, highest: sql`l.price_max` },
};

function buildOrderSql(
  { orderby, order, include }: ProductListInput,
  found: readonly number[] | null,
  { id, price }: SortColumns,
): SQL {
  if (orderby === undefined && found !== null) return sql`array_position(${toArray(found)}, l.product_id)`;
  if (orderby === 'include' && include) return sql`array_position(${toArray(include)}, ${id})`;
  const sort = orderby === undefined || orderby === 'include' ? 'date' : orderby;
  const direction = order ?? (sort === 'menu_order' || sort === 'popularity' ? 'asc' : 'desc');
  const prices = direction === 'desc' ? price.highest : price.lowest;
  const column = sort === 'id' ? id : sort === 'price' ? prices : sql.raw(sortColumns[sort]);
  return sql`${column} ${sql.raw(direction)} nulls last, l.product_id ${sql.raw(direction)}`;
}

export interface FoundProducts {
  readonly ids: readonly number[];
  readonly total: number;
}

/** Finds one page of the products that match, and counts all. At most three queries. */
export async function findProducts(db: Db, input: ProductListInput, context: FilterContext): Promise<FoundProducts> {
  const match = buildMatchSql(await buildConditions(db, input, context));
  const offset = getOffset(input);
  const { rows } = await db.execute<{ id: number; total: number }>(
    sql`select l.product_id as id, count(*) over ()::integer as total from ${match}
      order by ${buildOrderSql(input, context.found, productSortColumns)} limit ${input.per_page}::integer offset ${offset}::integer`,
  );
  const ids = rows.map(({ id }) => id);
  if (rows[0] || offset === 0) return { ids, total: rows[0]?.total ?? 0 };
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total from ${match}`);
  return { ids, total: counted.rows[0]?.total ?? 0 };
}

function getOffset({ page, per_page: perPage, offset }: ProductListInput): number {
  return offset ?? (page - 1) * perPage;
}

/**
 * Finds one page of the variations that are sold of public products. Filters and sorts are about the
 * variation where it differs from its product. At most three queries.
 */
export async function findVariations(
  db: Db,
  input: ProductListInput,
  context: FilterContext,
  now: Date,
): Promise<{ readonly variations: readonly { id: number; productId: number }[]; readonly total: number }> {
  const conditions = joinConditions(await buildVariationConditions(db, input, context, now));
  const match = sql`product_listing l join published_products p on p.id = l.product_id join product_offers o on o.product_id = p.id
    join variations v on v.id = o.variation_id where ${conditions}`;
  const price = getVariationPriceSql(now);
  const columns = { id: sql`v.id`, price: { lowest: price, highest: price } };
  const offset = getOffset(input);
  const { rows } = await db.execute<{ id: number; productId: number; total: number }>(
    sql`select v.id, p.id as "productId", count(*) over ()::integer as total from ${match}
      order by ${buildOrderSql(input, context.found, columns)}, v.position, v.id
      limit ${input.per_page}::integer offset ${offset}::integer`,
  );
  if (rows[0] || offset === 0) return { variations: rows, total: rows[0]?.total ?? 0 };
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total from ${match}`);
  return { variations: [], total: counted.rows[0]?.total ?? 0 };
}

const findProductByKey = sqlQuery<{ productId: number; variationId: number | null }>(
  'store-api.find-product',
  `select p.id as "productId", null::integer as "variationId" from published_products p where p.is_public and (p.id = $1 or p.slug = $2)
  union all select p.id, o.variation_id from product_offers o join published_products p on p.id = o.product_id
    where p.is_public and p.type = 'variable' and o.variation_id = $1 and o.variation_id <> p.id
  limit 1`,
);

/** Finds a public product by id or slug, or a variation by id. */
export async function findProduct(
  db: Db,
  key: string,
): Promise<{ readonly productId: number; readonly variationId: number | null } | null> {
  const id = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : null;
  return (await findProductByKey(db, id === null ? [null, key] : [id, null]))[0] ?? null;
}
