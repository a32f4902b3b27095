import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { AccountMerge } from '#platform/sessions/personal-data.ts';
import { deleteComment } from './write/change-comment.ts';
import { countReports, countVotesSoon } from './write/vote.ts';

const lockAll = sqlQuery(
  'comments.lock-of-accounts',
  `select id from comments where customer_id in ($1, $2) or id in (select comment_id from comment_votes where customer_id = $1)
    or id in (select comment_id from comment_reports where customer_id = $1) order by id for update`,
);
const findDoubles = sqlQuery<{ id: number }>(
  'comments.find-double-reviews',
  `select c.id from comments c where c.customer_id = $1 and c.stars is not null and exists (
    select from comments o where o.customer_id = $2 and o.product_id = c.product_id and o.stars is not null) order by c.id`,
);
const moveTexts = sqlQuery('comments.merge-customers', 'update comments set customer_id = $2 where customer_id = $1');
/** Deletes votes that would be a second vote on a comment, or a vote on an own comment. */
const dropVotes = sqlQuery<{ productId: number | null }>(
  'comments.drop-votes-of-account',
  `delete from comment_votes v where v.customer_id = $1 and exists (
      select from comment_votes o where o.customer_id = $2 and o.comment_id = v.comment_id)
    or v.customer_id in ($1, $2) and v.comment_id in (select id from comments where customer_id = $2)
  returning (select c.product_id from comments c where c.id = v.comment_id) as "productId"`,
);
const moveVotes = sqlQuery('comments.merge-votes', 'update comment_votes set customer_id = $2 where customer_id = $1');
const dropReports = sqlQuery<{ id: number }>(
  'comments.drop-reports-of-account',
  `delete from comment_reports r where r.customer_id = $1 and exists (
    select from comment_reports o where o.customer_id = $2 and o.comment_id = r.comment_id) returning comment_id as id`,
);
const moveReports = sqlQuery(
  'comments.merge-reports',
  'update comment_reports set customer_id = $2 where customer_id = $1',
);

/**
 * Moves the comments of one account to another. When both have reviewed a product, the review of the remaining
 * account is kept.
 */
export async function mergeComments(shop: Shop, tx: Tx, { from, into }: AccountMerge): Promise<void> {
  const accounts = [from.id, into.id];
  await lockAll(tx, accounts);
  for (const { id } of await findDoubles(tx, accounts)) await deleteComment(shop, tx, id);
  await moveTexts(tx, accounts);
  const products = (await dropVotes(tx, accounts)).flatMap(({ productId }) => productId ?? []);
  for (const productId of new Set(products)) await countVotesSoon(shop, tx, productId);
  await moveVotes(tx, accounts);
  for (const { id } of await dropReports(tx, accounts)) await countReports(tx, [id]);
  await moveReports(tx, accounts);
}
