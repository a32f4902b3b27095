import { cardCacheTag, productCacheTag, setRatings } from '#features/catalog/index.ts';
import { contentCacheTag } from '#features/content/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';

/** Serialises counts of the same product. */
const lockProduct = sqlQuery(
  'comments.lock-product',
  'select id from products where id = any($1::integer[]) order by id for no key update',
);

interface Sum {
  readonly productId: number;
  readonly sum: number;
  readonly count: number;
}

const sumStars = sqlQuery<Sum>(
  'comments.sum-stars',
  `select p.id as "productId", coalesce(sum(c.stars), 0)::integer as sum, count(c.stars)::integer as count
  from unnest($1::integer[]) p (id) left join comments c on c.product_id = p.id and c.state = 'approved' and c.parent_id is null group by p.id`,
);

/** The subject of comments: a product, or an entry of the shop's content. */
export interface Commented {
  readonly productId: number | null;
  readonly entryId?: number | null;
}

/**
 * Invalidates the pages of the subject. Recounts the stars of a product, and locks it. Must be called in the
 * transaction of the change.
 */
export async function refreshPagesAndRating(
  shop: Shop,
  tx: Tx,
  { productId, entryId = null }: Commented,
): Promise<void> {
  if (entryId !== null) await shop.pages.invalidate(tx, [contentCacheTag(entryId)]);
  if (productId === null) return;
  await lockProduct(tx, [[productId]]);
  await setRatings(tx, await sumStars(tx, [[productId]]), shop.clock.now());
  await shop.pages.invalidate(tx, [productCacheTag(productId), cardCacheTag(productId)]);
}

const findWrong = sqlQuery<{ id: number }>(
  'comments.find-wrong-ratings',
  `select p.id from products p join (
    select product_id, sum(stars)::integer as sum, count(stars)::integer as count from comments
    where state = 'approved' and parent_id is null and stars is not null group by 1
  ) c on c.product_id = p.id where (p.rating_sum, p.rating_count) is distinct from (c.sum, c.count) order by 1`,
);

/**
 * Corrects ratings that another program or a restored backup has left wrong. Ratings of products without reviews are
 * kept.
 */
export const checkRatingsJob = defineJob({
  name: 'comments:check-ratings',
  every: '40 2 * * *',
  run: async (shop) => {
    const wrong = await findWrong(shop.db, []);
    for (const { id } of wrong)
      await inTransaction(shop.db, (tx) => refreshPagesAndRating(shop, tx, { productId: id }));
    if (wrong.length > 0) shop.log.warn({ products: wrong.length }, 'ratings of products were counted anew');
  },
});
