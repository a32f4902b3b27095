import { z } from 'zod';
import { productCacheTag } from '#features/catalog/index.ts';
import { inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { insertOwnerVisitor, isOwnedBy, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { lockComment } from './change-comment.ts';

const columns = '(visitor_id, customer_id, comment_id';

/** Visitors and customers have separate unique indexes. */
const buildVoteSql = (owner: 'visitor_id' | 'customer_id') => `
  insert into comment_votes ${columns}, is_helpful, voted_at) values ($1::uuid, $2::bigint, $3::bigint, $4, $5)
  on conflict (${owner}, comment_id) where ${owner} is not null do update set is_helpful = excluded.is_helpful, voted_at = excluded.voted_at`;
const voteAsVisitor = sqlQuery('comments.vote-as-visitor', buildVoteSql('visitor_id'));
const voteAsCustomer = sqlQuery('comments.vote-as-customer', buildVoteSql('customer_id'));

const lockProductComments = sqlQuery(
  'comments.lock-voted-of-product',
  `select id from comments where product_id = $1 and (helpful + unhelpful > 0 or exists (select from comment_votes v where v.comment_id = id))
  order by id for update`,
);

const countOfProduct = sqlQuery<{ id: number }>(
  'comments.count-votes',
  `update comments c set helpful = v.helpful, unhelpful = v.unhelpful from (
    select o.id, count(*) filter (where e.is_helpful)::integer as helpful, count(*) filter (where not e.is_helpful)::integer as unhelpful
    from comments o left join comment_votes e on e.comment_id = o.id where o.product_id = $1 group by o.id
  ) v where v.id = c.id and (c.helpful, c.unhelpful) is distinct from (v.helpful, v.unhelpful) returning c.id`,
);

export const countVotesJob = defineJob({
  name: 'comments:count-votes',
  schema: z.object({ productId: z.int().positive() }),
  run: (shop, { productId }) =>
    inTransaction(shop.db, async (tx) => {
      await lockProductComments(tx, [productId]);
      const counted = await countOfProduct(tx, [productId]);
      if (counted.length > 0) await shop.pages.invalidate(tx, [productCacheTag(productId)]);
    }),
});

/**
 * Milliseconds. Votes invalidate the pages of a product at most once in this period, so that voting can't empty the
 * cache.
 */
const countDelay = 10 * 60_000;

export async function countVotesSoon(shop: Shop, tx: Tx, productId: number): Promise<void> {
  const runAt = new Date(shop.clock.now().getTime() + countDelay);
  const options = { key: `comments:count-votes:${productId}`, runAt, keyMode: 'preserve_run_at' } as const;
  await shop.jobs.add(tx, countVotesJob, { productId }, options);
}

type OpinionResult = { readonly ok: true } | { readonly ok: false; readonly code: 'not_found' | 'OWN_COMMENT' };

/** Stores one vote per owner, which the owner can change. It is counted some minutes later. */
export async function voteOnComment(
  shop: Shop,
  tx: Tx,
  { id, owner, isHelpful }: { readonly id: number; readonly owner: Owner; readonly isHelpful: boolean },
): Promise<OpinionResult> {
  const comment = await lockComment(tx, id);
  // Comments on posts can't be voted on.
  if (comment?.state !== 'approved' || comment.productId === null) return { ok: false, code: 'not_found' };
  if (isOwnedBy(comment, owner)) return { ok: false, code: 'OWN_COMMENT' };
  await insertOwnerVisitor(tx, owner);
  const vote = 'visitorId' in owner ? voteAsVisitor : voteAsCustomer;
  await vote(tx, [...toOwnerValues(owner), id, isHelpful, shop.clock.now()]);
  await countVotesSoon(shop, tx, comment.productId);
  return { ok: true };
}

const insertReport = sqlQuery(
  'comments.report-comment',
  `insert into comment_reports ${columns}, reason, reported_at) values ($1::uuid, $2::bigint, $3::bigint, $4, $5) on conflict do nothing`,
);

export const countReports = sqlQuery(
  'comments.count-reports',
  'update comments set reports = (select count(*) from comment_reports where comment_id = $1::bigint) where id = $1::bigint',
);

/** Reports a comment to staff. Reports alone don't hide a comment. */
export async function reportComment(
  shop: Shop,
  tx: Tx,
  { id, owner, reason }: { readonly id: number; readonly owner: Owner; readonly reason: string },
): Promise<OpinionResult> {
  const comment = await lockComment(tx, id);
  if (comment?.state !== 'approved') return { ok: false, code: 'not_found' };
  await insertOwnerVisitor(tx, owner);
  await insertReport(tx, [...toOwnerValues(owner), id, reason, shop.clock.now()]);
  await countReports(tx, [id]);
  return { ok: true };
}

export const settleReports = sqlQuery(
  'comments.clear-reports',
  `with cleared as (delete from comment_reports where comment_id = $1::bigint) update comments set reports = 0 where id = $1::bigint`,
);
