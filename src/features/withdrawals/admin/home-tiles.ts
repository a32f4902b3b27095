import { type SQL, sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { withdrawalsPath } from '../paths.ts';
import { withdrawalTexts } from '../texts.ts';

/** Maximum number of withdrawals that each page reads, the newest first. Older ones have been closed. */
const maxRead = 1_000;

/** Lists open withdrawals. A subquery looks up each closing: for a join, PostgreSQL would read all closings. */
export const listOpen = (columns: SQL, where: SQL) => sql`select ${columns}
  from (select id, order_id from withdrawals order by declared_at desc, id desc limit ${maxRead}) newest
  where (select withdrawal_id from withdrawal_closings where withdrawal_id = newest.id) is null and ${where}`;

export const openWithdrawalsOfOrders = listOpen(sql`distinct order_id`, sql`order_id is not null`);

export const openWithdrawals: HomeTile = {
  id: 'withdrawals.open',
  requires: 'withdrawals.read',
  text: withdrawalTexts.waiting,
  rows: () => listOpen(sql`id`, sql`order_id is not null`),
  isUrgent: true,
  list: { path: `${withdrawalsPath}?state=open&unmatched=no` },
};

/** Withdrawals whose typed order number and address match no order. */
export const unmatchedWithdrawals: HomeTile = {
  id: 'withdrawals.unmatched',
  requires: 'withdrawals.read',
  text: withdrawalTexts.waitingUnmatched,
  rows: () => listOpen(sql`id`, sql`order_id is null`),
  isUrgent: true,
  list: { path: `${withdrawalsPath}?view=unmatched` },
};
