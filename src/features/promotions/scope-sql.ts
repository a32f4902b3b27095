/**
 * SQL of the start of a recursive `with`: the products of an order, and their categories with all ancestors.
 * @param ids parameter with the ids of the products
 */
export const goodsSql = (ids: string): string => `goods as (select distinct id from unnest(${ids}::integer[]) as g(id)),
  ancestors as (
    select pc.product_id, pc.category_id from product_categories pc where pc.product_id = any(${ids}::integer[])
    union select a.product_id, c.parent_id from ancestors a join categories c on c.id = a.category_id where c.parent_id is not null
  )`;

interface ScopeColumns {
  readonly products: string;
  readonly categories: string;
  readonly brands: string;
}

/** SQL that selects the ids of products that are listed themselves, or by a category or brand. */
export const selectGoodsSql = (ids: string, { products, categories, brands }: ScopeColumns): string =>
  `select g.id from goods g where g.id = any(${products})
  union select a.product_id from ancestors a where a.category_id = any(${categories})
  union select b.product_id from product_brands b where b.product_id = any(${ids}::integer[]) and b.brand_id = any(${brands})`;
