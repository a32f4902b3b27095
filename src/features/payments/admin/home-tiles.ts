import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { bankTransfer } from '../providers/offline-providers.ts';
import { paymentTexts as texts } from '../texts.ts';

/** Minutes that a provider may take to answer, before somebody should look. */
const answerMinutes = 15;

/** Orders that wait for money on the bank account. Those whose e-mail address is awaited wait for the shopper. */
export const unpaidTransfers: HomeTile = {
  id: 'payments.unpaid-transfers',
  requires: 'orders.read',
  text: texts.unpaidTransfers,
  rows: () => sql`select id from orders where status = 'on-hold' and payment_method = ${bankTransfer.id}
    and (suspicion is null or confirmed_at is not null)`,
  list: { command: 'orders list --status on-hold' },
};

/** Money of orders that have ended. The shop gives it back by itself, unless the provider refuses. */
export const moneyToReturn: HomeTile = {
  id: 'payments.money-to-return',
  requires: 'orders.read',
  text: texts.moneyToReturn,
  rows: () => sql`select id from orders where status = 'cancelled' and captured_total > refunded_total`,
  isUrgent: true,
  list: { command: 'orders list --status cancelled' },
};

export const unansweredRefunds: HomeTile = {
  id: 'payments.unanswered-refunds',
  requires: 'payments.read',
  text: texts.unansweredRefunds,
  rows: ({ clock }) => {
    const since = new Date(clock.now().getTime() - answerMinutes * 60_000);
    return sql`select id from payment_transactions where status = 'requested' and kind = 'refund' and requested_at < ${since}`;
  },
  isUrgent: true,
  list: { command: 'payments list --unsettled' },
};

export const openDisputes: HomeTile = {
  id: 'payments.disputes',
  requires: 'payments.read',
  text: texts.openDisputes,
  rows: () => sql`select id from payment_transactions where status = 'requested' and kind = 'dispute'`,
  isUrgent: true,
  list: { command: 'payments list --unsettled' },
};
