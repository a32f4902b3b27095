import { type Db, sqlQuery } from '#platform/database/database.ts';
import { isPublicSql } from './sitemap/sitemap-query.ts';

const findSoldProducts = sqlQuery<{ id: number }>(
  'syndication.list-sold-products',
  `select p.id from products p where ${isPublicSql} and p.type in ('simple', 'variable') and p.id > $1 order by p.id limit $2`,
);

/** Ids of simple and variable products after `after`, ascending. */
export async function listSoldProductIds(db: Db, after: number, limit: number): Promise<number[]> {
  return (await findSoldProducts(db, [after, limit])).map(({ id }) => id);
}
