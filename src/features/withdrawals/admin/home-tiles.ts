import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { withdrawalTexts } from '../texts.ts';

/** Of the newest declarations: older ones were dealt with, and must not be read with each page. */
const maxRead = 1_000;

export const openWithdrawals: HomeTile = {
  id: 'withdrawals.open',
  requires: 'withdrawals.read',
  text: withdrawalTexts.waiting,
  // Looked up one by one: as a join, PostgreSQL would read all closings.
  rows: () => sql`select id from (select id from withdrawals order by declared_at desc, id desc limit ${maxRead}) newest
    where (select withdrawal_id from withdrawal_closings where withdrawal_id = newest.id) is null`,
  isUrgent: true,
  list: { command: 'withdrawals list' },
};
