import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import type { VisitorSignedIn } from '#platform/sessions/events.ts';
import { openPhotographs } from './photographs.ts';
import { commentSettings } from './settings.ts';
import { countVotesSoon } from './write/vote.ts';

/** A guest's review is not moved when the customer has already reviewed the product. */
const moveComments = sqlQuery(
  'comments.move-comments',
  `update comments c set visitor_id = null, customer_id = $2 where c.visitor_id = $1 and (c.stars is null or not exists (
    select from comments o where o.product_id = c.product_id and o.customer_id = $2 and o.stars is not null))`,
);

const dropDoubleVotes = sqlQuery<{ productId: number }>(
  'comments.drop-double-votes',
  `delete from comment_votes v where v.visitor_id = $1 and exists (
    select from comment_votes o where o.customer_id = $2 and o.comment_id = v.comment_id
    union all select from comments c where c.id = v.comment_id and c.customer_id = $2)
    or v.customer_id = $2 and v.comment_id in (select id from comments where customer_id = $2)
  returning (select c.product_id from comments c where c.id = v.comment_id) as "productId"`,
);
const moveVotes = sqlQuery(
  'comments.move-votes',
  'update comment_votes set visitor_id = null, customer_id = $2 where visitor_id = $1',
);
const lockVoted = sqlQuery(
  'comments.lock-voted',
  `select c.id from comments c where c.visitor_id = $1 or c.id in (select comment_id from comment_votes where visitor_id = $1)
  order by c.id for update`,
);
const moveReports = sqlQuery(
  'comments.move-reports',
  `update comment_reports r set visitor_id = null, customer_id = $2 where r.visitor_id = $1 and not exists (
    select from comment_reports o where o.customer_id = $2 and o.comment_id = r.comment_id)`,
);

/** Handles `visitorSignedIn`: comments, votes and reports of the guest become the customer's. Locks the comments. */
export async function moveCommentsToCustomer(
  shop: Shop,
  tx: Tx,
  { visitorId, customerId }: Pick<VisitorSignedIn, 'visitorId' | 'customerId'>,
): Promise<void> {
  if (visitorId === null) return;
  const values = [visitorId, customerId];
  await lockVoted(tx, [visitorId]);
  await moveComments(tx, values);
  const dropped = await dropDoubleVotes(tx, values);
  await moveVotes(tx, values);
  await moveReports(tx, values);
  for (const { productId } of dropped) await countVotesSoon(shop, tx, productId);
}

const forgetNetworks = sqlQuery<{ id: number }>(
  'comments.forget-networks',
  `update comments set network = null where id in (
    select id from comments where network is not null and created_at < $1 order by created_at, id limit $2 for update skip locked) returning id`,
);
const forgetVisitors = sqlQuery<{ id: number }>(
  'comments.forget-visitors',
  `update comments set visitor_id = null where id in (
    select id from comments where visitor_id is not null and created_at < $1 order by created_at, id limit $2 for update skip locked) returning id`,
);
const forgetReporters = sqlQuery<{ id: number }>(
  'comments.forget-reports',
  `delete from comment_reports where ctid in (select ctid from comment_reports where reported_at < $1 and visitor_id is not null limit $2)
  returning comment_id as id`,
);
const findExisting = sqlQuery<{ id: string }>(
  'comments.find-existing-photographs',
  'select id from comment_photographs where id::text = any($1)',
);

/** Corrects the report counts shown to staff after old reports of visitors were deleted. */
const correctReports = sqlQuery(
  'comments.correct-reports',
  `update comments c set reports = found.count from (
    select o.id, (select count(*)::integer from comment_reports r where r.comment_id = o.id) as count from comments o where o.reports > 0
  ) found where found.id = c.id and c.reports <> found.count`,
);

/** Removes the visitor from old votes, which still count. */
const forgetVoters = sqlQuery<{ id: number }>(
  'comments.forget-voters',
  `update comment_votes set visitor_id = null where ctid in (
    select ctid from comment_votes where voted_at < $1 and visitor_id is not null limit $2) returning comment_id as id`,
);

const deleteSpam = sqlQuery<{ id: number }>(
  'comments.delete-spam',
  `delete from comments where id in (
    select id from comments where state = 'spam' and created_at < $1 and coalesce(state_changed_at, created_at) < $1 order by created_at, id limit $2 for update skip locked) returning id`,
);

async function purgeOld(shop: Shop, db: Db): Promise<void> {
  const { keepNetworkDays, keepVisitorDays, spamDays } = shop.settings(commentSettings);
  const now = shop.clock.now();
  const visitorsBefore = daysBefore(now, keepVisitorDays);
  for (const [purge, before] of [
    [deleteSpam, daysBefore(now, spamDays)],
    [forgetNetworks, daysBefore(now, keepNetworkDays)],
    [forgetVisitors, visitorsBefore],
    [forgetVoters, visitorsBefore],
    [forgetReporters, visitorsBefore],
  ] as const)
    await purgeInBatches(async (limit) => (await purge(db, [before, limit])).length);
  await correctReports(db, []);
}

export const purgeCommentsJob = defineJob({
  name: 'comments:purge-personal-data',
  every: '50 2 * * *',
  run: async (shop) => {
    await purgeOld(shop, shop.db);
    await openPhotographs(shop).removeStray((ids) => findExisting(shop.db, [ids]));
  },
});
