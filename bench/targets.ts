import type { Database } from '#platform/database/database.ts';

/** Paths of the fullest product pages: most variations and images, demo products first. */
export async function findProductPaths({ pool }: Database, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ slug: string }>(
    `select p.slug from products p
    where p.status = 'published' and p.type = 'variable'
    order by (select sku like 'BENCH-%' from variations where id = p.id), (select count(*) from variations where product_id = p.id) desc,
      (select count(*) from product_images where product_id = p.id) desc, p.id limit $1`,
    [count],
  );
  if (rows.length < count) throw new Error(`the shop has only ${rows.length} products with variations`);
  return rows.map(({ slug }) => `/product/${slug}`);
}

/** Eight listings of 24 products that are rendered separately. */
export const listingPaths = ['', 'orderby=newest'].flatMap((order) =>
  [1, 2, 3, 4].map((page) => `/shop?${[order, `page=${page}`].filter((part) => part !== '').join('&')}`),
);

/** Ids of simple products without managed stock, which never sell out. */
export async function findUnmanagedProducts({ pool }: Database, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select p.id from products p join stock_levels s on s.variation_id = p.id
    where p.status = 'published' and p.type = 'simple' and not s.managed and s.status = 'in' and not p.sold_individually
      and not exists (select from product_addons a where a.product_id = p.id and a.required)
    order by p.id limit $1`,
    [count],
  );
  if (rows.length < count) throw new Error(`the shop has only ${rows.length} simple products without managed stock`);
  return rows.map(({ id }) => id);
}

/** Ids of published products of any kind, at most `count`. */
export async function findPublishedProducts({ pool }: Database, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from products where status = 'published' order by id limit $1`,
    [count],
  );
  return rows.map(({ id }) => id);
}
