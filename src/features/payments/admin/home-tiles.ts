import { type SQL, sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { bankTransfer } from '../providers/offline-providers.ts';
import { paymentTexts as texts } from '../texts.ts';

/** Minutes that a provider may take to answer, before staff should check the refund. */
const answerMinutes = 15;

/** SQL condition for a requested transaction `t`. */
export const isUnansweredRefund = (now: Date): SQL =>
  sql`t.kind = 'refund' and t.requested_at < ${new Date(now.getTime() - answerMinutes * 60_000)}`;
export const isOpenDispute = sql`t.kind = 'dispute'`;

/** There are few requested transactions, and an index finds them. */
const listRequested = (
  columns: SQL,
  condition: SQL,
) => sql`select distinct ${columns} from payment_transactions t join payments p on p.id = t.payment_id
  where t.status = 'requested' and ${condition}`;
const listOrdersWith = (condition: SQL) => listRequested(sql`p.order_id`, sql`p.order_id is not null and ${condition}`);

/**
 * Counts orders that wait for a bank transfer. Orders that wait for the confirmation of their email address are not
 * counted.
 */
export const unpaidTransfers: HomeTile = {
  id: 'payments.unpaid-transfers',
  requires: 'orders.read',
  text: texts.unpaidTransfers,
  rows: () => sql`select id from orders where status = 'on-hold' and payment_method = ${bankTransfer.id}
    and (suspicion is null or confirmed_at is not null)`,
  list: { path: adminPath(`orders?state=on-hold&payment=${bankTransfer.id}`) },
};

/**
 * Counts ended orders with money. The shop refunds it automatically, unless a provider refuses or the money came by
 * hand.
 */
export const moneyToReturn: HomeTile = {
  id: 'payments.money-to-return',
  requires: 'orders.read',
  text: texts.moneyToReturn,
  rows: () => sql`select id from orders where status = 'cancelled' and captured_total > refunded_total`,
  isUrgent: true,
  list: { path: adminPath('orders?money=to-return') },
};

export const unansweredRefunds: HomeTile = {
  id: 'payments.unanswered-refunds',
  requires: 'payments.read',
  text: texts.unansweredRefunds,
  rows: ({ clock }) => listOrdersWith(isUnansweredRefund(clock.now())),
  isUrgent: true,
  list: { path: adminPath('orders?provider=refund') },
};

/** Counts payments of checkouts that did not become orders, which no list of orders shows. */
export const paymentsWithoutOrder: HomeTile = {
  id: 'payments.without-order',
  requires: 'payments.read',
  text: texts.paymentsWithoutOrder,
  rows: ({ clock }) =>
    listRequested(sql`p.id`, sql`p.order_id is null and ((${isUnansweredRefund(clock.now())}) or ${isOpenDispute})`),
  isUrgent: true,
  list: { command: 'payments list --unsettled' },
};

export const openDisputes: HomeTile = {
  id: 'payments.disputes',
  requires: 'payments.read',
  text: texts.openDisputes,
  rows: () => listOrdersWith(isOpenDispute),
  isUrgent: true,
  list: { path: adminPath('orders?provider=dispute') },
};
