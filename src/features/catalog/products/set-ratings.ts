import { type Db, sqlQuery } from '#platform/database/database.ts';
import { refreshListing } from './refresh-listing.ts';

export interface Rating {
  readonly productId: number;
  readonly sum: number;
  readonly count: number;
}

const queryWriteRatings = sqlQuery(
  'catalog.set-ratings',
  `update products p set rating_sum = given.sum, rating_count = given.count
  from unnest($1::integer[], $2::integer[], $3::integer[]) as given(id, sum, count)
  where p.id = given.id and (p.rating_sum, p.rating_count) is distinct from (given.sum, given.count)`,
);

/** Sets ratings of products and of their listing rows. The caller must invalidate pages. Uses two queries. */
export async function setRatings(db: Db, ratings: readonly Rating[], now: Date): Promise<void> {
  if (ratings.length === 0) return;
  const ids = ratings.map(({ productId }) => productId);
  await queryWriteRatings(db, [ids, ratings.map(({ sum }) => sum), ratings.map(({ count }) => count)]);
  await refreshListing(db, ids, now);
}
