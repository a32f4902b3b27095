import { type Db, sqlQuery } from '#platform/database/database.ts';
import { isPublic } from './sitemap/sitemap-query.ts';

const sold = sqlQuery<{ id: number }>(
  'syndication.sold-products',
  `select p.id from products p where ${isPublic} and p.type in ('simple', 'variable') and p.id > $1 order by p.id limit $2`,
);

/** Numbers of products that are sold here, in their order, from the one after `after` on. */
export async function soldProductIds(db: Db, after: number, limit: number): Promise<number[]> {
  return (await sold(db, [after, limit])).map(({ id }) => id);
}
