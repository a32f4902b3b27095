import { type Db, sqlQuery } from '#platform/database/database.ts';

/**
 * `queryRefreshGroups` must run afterwards, because the next change of a group is the earliest one of its members.
 */
const queryRefreshProducts = sqlQuery(
  'catalog.refresh-prices',
  `update products t set price_min = o.lowest, price_max = o.highest, price_changes_at = o.next_change
  from (
    select p.id, min(price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, $2)) as lowest,
      max(price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, $2)) as highest,
      least(min(o.sale_from) filter (where o.sale_from > $2), min(o.sale_to) filter (where o.sale_to > $2),
        min(v.event_starts_at) filter (where v.event_starts_at > $2)) as next_change
    from products p left join variations v on v.product_id = p.id and is_offered(v.id, v.enabled, p.id, p.type)
    left join main_prices o on o.variation_id = v.id
    where p.id = any($1::integer[]) and p.type <> 'grouped' group by p.id
  ) o
  where t.id = o.id and (t.price_min, t.price_max, t.price_changes_at) is distinct from (o.lowest, o.highest, o.next_change)`,
);

/**
 * Stores no price for groups, because it also depends on the stock of the members: `product_listing` has the price.
 */
const queryRefreshGroups = sqlQuery(
  'catalog.refresh-group-prices',
  `update products t set price_min = null, price_max = null, price_changes_at = o.next_change
  from (
    select p.id, min(m.price_changes_at) as next_change
    from products p left join product_links l on l.product_id = p.id and l.kind = 'grouped'
    left join published_products m on m.id = l.linked_id
    where p.type = 'grouped' and (p.id = any($1::integer[])
      or p.id in (select product_id from product_links where kind = 'grouped' and linked_id = any($1::integer[])))
    group by p.id
  ) o
  where t.id = o.id and (t.price_min, t.price_max, t.price_changes_at) is distinct from (null::bigint, null::bigint, o.next_change)`,
);

/** Recomputes the stored prices of products, and the next price change of groups. Uses two queries. */
export async function refreshPrices(db: Db, productIds: readonly number[], now: Date): Promise<void> {
  if (productIds.length === 0) return;
  await queryRefreshProducts(db, [productIds, now]);
  await queryRefreshGroups(db, [productIds]);
}

const queryProductsWithDuePrices = sqlQuery<{ id: number }>(
  'catalog.find-due-prices',
  `select id from products where price_changes_at <= $1 order by price_changes_at, id limit 500`,
);

/** @returns ids of at most 500 products whose sale started or ended, or whose event started, since the last refresh */
export async function findProductsWithDuePrices(db: Db, now: Date): Promise<number[]> {
  return (await queryProductsWithDuePrices(db, [now])).map((row) => row.id);
}
