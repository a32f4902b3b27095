import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { insertOwnerVisitor, isOwnedBy, type Owner, toOwnerValues } from '#platform/sessions/owner.ts';
import { lockComment } from './change-comment.ts';

const columns = '(visitor_id, customer_id, comment_id';

/** Of a visitor, or of a customer: each has a unique index. */
const buildVoteSql = (owner: 'visitor_id' | 'customer_id') => `
  insert into comment_votes ${columns}, is_helpful, voted_at) values ($1::uuid, $2::bigint, $3::bigint, $4, $5)
  on conflict (${owner}, comment_id) where ${owner} is not null do update set is_helpful = excluded.is_helpful, voted_at = excluded.voted_at`;
const voteAsVisitor = sqlQuery('comments.vote-as-visitor', buildVoteSql('visitor_id'));
const voteAsCustomer = sqlQuery('comments.vote-as-customer', buildVoteSql('customer_id'));

export interface VoteCounts {
  readonly helpful: number;
  readonly unhelpful: number;
}

export const countVotes = sqlQuery<VoteCounts>(
  'comments.count-votes',
  `update comments set helpful = (select count(*) from comment_votes where comment_id = $1::bigint and is_helpful),
    unhelpful = (select count(*) from comment_votes where comment_id = $1::bigint and not is_helpful)
  where id = $1::bigint returning helpful, unhelpful`,
);

type OpinionResult<Value> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly code: 'not_found' | 'OWN_COMMENT' };

/**
 * One vote of each owner, which may be changed. The comment is locked, so that votes are counted one after another.
 * Stored pages keep their counts until something else of the product changes: nobody can empty the cache by voting.
 */
export async function voteOnComment(
  shop: Shop,
  tx: Tx,
  { id, owner, isHelpful }: { readonly id: number; readonly owner: Owner; readonly isHelpful: boolean },
): Promise<OpinionResult<VoteCounts>> {
  const comment = await lockComment(tx, id);
  if (comment?.state !== 'approved') return { ok: false, code: 'not_found' };
  if (isOwnedBy(comment, owner)) return { ok: false, code: 'OWN_COMMENT' };
  await insertOwnerVisitor(tx, owner);
  const vote = 'visitorId' in owner ? voteAsVisitor : voteAsCustomer;
  await vote(tx, [...toOwnerValues(owner), id, isHelpful, shop.clock.now()]);
  const [counts] = await countVotes(tx, [id]);
  return { ok: true, helpful: counts?.helpful ?? 0, unhelpful: counts?.unhelpful ?? 0 };
}

const insertReport = sqlQuery(
  'comments.report-comment',
  `insert into comment_reports ${columns}, reason, reported_at) values ($1::uuid, $2::bigint, $3::bigint, $4, $5) on conflict do nothing`,
);

export const countReports = sqlQuery(
  'comments.count-reports',
  'update comments set reports = (select count(*) from comment_reports where comment_id = $1::bigint) where id = $1::bigint',
);

/** Tells staff. It changes nothing of what is shown: readers alone take nothing down. */
export async function reportComment(
  shop: Shop,
  tx: Tx,
  { id, owner, reason }: { readonly id: number; readonly owner: Owner; readonly reason: string },
): Promise<OpinionResult<object>> {
  const comment = await lockComment(tx, id);
  if (comment?.state !== 'approved') return { ok: false, code: 'not_found' };
  await insertOwnerVisitor(tx, owner);
  await insertReport(tx, [...toOwnerValues(owner), id, reason, shop.clock.now()]);
  await countReports(tx, [id]);
  return { ok: true };
}

const clearReports = sqlQuery(
  'comments.clear-reports',
  `with cleared as (delete from comment_reports where comment_id = $1::bigint) update comments set reports = 0 where id = $1::bigint`,
);

/** Staff has looked at what readers said. */
export async function settleReports(tx: Tx, id: number): Promise<void> {
  await clearReports(tx, [id]);
}
