import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { withdrawalTexts } from '../texts.ts';

/** Of the newest declarations: older ones were dealt with, and must not be read with each page. */
const maxRead = 1_000;

export const openWithdrawals: HomeTile = {
  id: 'withdrawals.open',
  requires: 'withdrawals.read',
  text: withdrawalTexts.waiting,
  rows: () => sql`select id from (select id from withdrawals order by declared_at desc, id desc limit ${maxRead}) newest
    where not exists (select from withdrawal_closings where withdrawal_id = newest.id)`,
  isUrgent: true,
  list: { command: 'withdrawals list' },
};
