import { sql } from 'drizzle-orm';
import { buildGivenOrderSql, buildMatchSql, type ProductFilter, productRows } from '#features/catalog/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface ProductPage {
  readonly filter: ProductFilter;
  /** Cursor: the last id of the previous page, or its offset in search results; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
}

/**
 * Lists ids of public products.
 * @param scope `found`: search results, best first, to filter in this order; null: all products, by
 * id. `display`: how the prices of the filter are shown.
 */
export async function listProductIds(
  db: Db,
  { filter, after, limit }: ProductPage,
  { found, display }: { readonly found: readonly number[] | null; readonly display: PriceDisplay },
): Promise<number[]> {
  const match = buildMatchSql({ ...filter, productIds: found ?? undefined }, display);
  const page = found
    ? sql`order by ${sql.raw(buildGivenOrderSql(found))} offset ${after}::integer`
    : // Both, so that neither table is read from its beginning.
      sql`and l.product_id > ${after}::integer and p.id > ${after}::integer order by l.product_id`;
  const { rows } = await db.execute<{ id: number }>(
    sql`select ${sql.raw(productRows.id)} as id from ${match} ${page} limit ${limit}::integer`,
  );
  return rows.map(({ id }) => id);
}

const findProduct = sqlQuery<{ id: number }>(
  'syndication.find-product',
  `select p.id from published_products p where p.is_public and (p.id = $1 or p.locale = $3 and p.slug = $2) order by p.id = $1 desc limit 1`,
);

/** Finds a public product. A product with this id takes precedence over one with this slug. */
export async function findProductId(db: Db, locale: string, idOrSlug: string): Promise<number | null> {
  const id = /^[1-9]\d{0,8}$/.test(idOrSlug) ? Number(idOrSlug) : null;
  return (await findProduct(db, [id, idOrSlug, locale]))[0]?.id ?? null;
}
