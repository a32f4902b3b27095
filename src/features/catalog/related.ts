import { type Db, sqlQuery } from '#platform/database/database.ts';
import { type CardRow, cardColumns, type ProductCard, toCard } from './cards.ts';
import type { ProductView } from './product-view.ts';

/** So many are looked at, however large a category is: a page must not wait longer for a larger shop. */
const mostLookedAt = 300;

const query = sqlQuery<CardRow>(
  'catalog.related',
  `with own as (select array(select unnest($3::integer[])) as category_ids, coalesce((select tag_ids from product_listing where product_id = $2), '{}') as tag_ids),
  near as materialized (
    select l.product_id, l.in_stock, l.category_ids, l.tag_ids from own, product_listing l
    where l.in_lists and l.product_id <> all($4::integer[]) and (l.category_ids && own.category_ids or l.tag_ids && own.tag_ids)
    limit ${mostLookedAt}
  ),
  nearest as materialized (
    select product_id, row_number() over (order by in_stock desc,
      (select count(*) from unnest(near.category_ids) shared where shared = any(own.category_ids))
        + (select count(*) from unnest(near.tag_ids) shared where shared = any(own.tag_ids)) desc,
      product_id > $2 desc, product_id) as nth
    from near, own order by nth limit $5
  )
  select ${cardColumns('$1::timestamptz')} from nearest join products p on p.id = nearest.product_id order by nearest.nth`,
);

/**
 * Products that share categories or tags with this one: in stock first, then by how much they share; where that is the same, those that come after it,
 * so that not every page of a category leads to the same few. One query.
 * @param but numbers of products that the page shows already
 */
export async function getRelated(
  db: Db,
  { id, categories }: Pick<ProductView, 'id' | 'categories'>,
  { but, limit, now }: { readonly but: readonly number[]; readonly limit: number; readonly now: Date },
): Promise<ProductCard[]> {
  const rows = await query(db, [now, id, categories.map((category) => category.id), [id, ...but], limit]);
  return rows.map(toCard);
}
