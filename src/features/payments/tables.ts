import { sql } from 'drizzle-orm';
import { bigint, boolean, char, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { NextAction, PaymentInstrument } from './providers/remote-provider.ts';

const id = () => bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();
const reference = (name: string) => bigint(name, { mode: 'number' });
const amount = () => bigint({ mode: 'number' }).notNull();
const sum = () => bigint({ mode: 'number' }).notNull().default(0);
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

/**
 * `created`: the provider was not asked yet; `requires_action`: the shopper has to act; `pending`: the provider works
 * on the payment; `open`: money can move or has moved. Payments with other statuses have ended.
 */
export type PaymentStatus = 'created' | 'requires_action' | 'pending' | 'open' | 'failed' | 'cancelled' | 'expired';

/** A dispute is `requested` while it is open, and changes no sum: a lost dispute also arrives as a refund. */
export type TransactionKind = 'authorize' | 'capture' | 'void' | 'refund' | 'dispute';

/** `exchange`: the money was carried over to another order. */
export type RefundCause = 'staff' | 'late-payment' | 'exchange';

export const payments = pgTable('payments', {
  id: id(),
  publicId: uuid('public_id').notNull().default(sql`gen_random_uuid()`),
  attemptId: reference('attempt_id'),
  orderId: reference('order_id'),
  /** The payment at the provider of which this payment is a part, since money of it was carried over. */
  sourceId: reference('source_id'),
  provider: text().notNull(),
  reference: text(),
  amount: amount(),
  currency: char({ length: 3 }).notNull(),
  authorized: sum(),
  captured: sum(),
  refunded: sum(),
  voided: sum(),
  authorizedUntil: timestamptz('authorized_until'),
  status: text().$type<PaymentStatus>().notNull(),
  /** Why the payment ended without money, in the provider's words; empty until then. */
  failure: text().notNull().default(''),
  nextAction: jsonb('next_action').$type<NextAction>(),
  /** Signed network of the request that started the payment. */
  networkHash: text('network_hash'),
  /** The charged card; null when the provider does not tell. */
  instrument: jsonb().$type<PaymentInstrument>(),
  settledAt: timestamptz('settled_at'),
  reportedAt: timestamptz('reported_at'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});

export const paymentTransactions = pgTable('payment_transactions', {
  id: id(),
  paymentId: reference('payment_id').notNull(),
  refundId: reference('refund_id'),
  /** The payment of another order to which this refund has carried over its money. */
  carriedToId: reference('carried_to_id'),
  kind: text().$type<TransactionKind>().notNull(),
  status: text().$type<'requested' | 'succeeded' | 'failed'>().notNull(),
  amount: amount(),
  /** The provider's id. A refund that succeeded without such an id was returned by hand, or carried over. */
  providerReference: text('provider_reference'),
  requestKey: text('request_key').notNull(),
  failure: text().notNull().default(''),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  requestedAt: timestamptz('requested_at').notNull(),
  finishedAt: timestamptz('finished_at'),
});

export const refunds = pgTable('refunds', {
  id: id(),
  orderId: reference('order_id').notNull(),
  status: text().$type<'requested' | 'succeeded' | 'failed'>().notNull(),
  cause: text().$type<RefundCause>().notNull(),
  amount: amount(),
  requestedAmount: reference('requested_amount').notNull(),
  reason: text().notNull().default(''),
  restock: boolean().notNull().default(false),
  requestKey: text('request_key').notNull(),
  /** The failed refund that this refund repeats. */
  followsId: reference('follows_id'),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  finishedAt: timestamptz('finished_at'),
});

/**
 * Kind of a refund line. `amount`: a part of a free amount; `unallocated`: money that belongs to no part of the
 * order.
 */
export type RefundLineKind = 'item' | 'shipping' | 'fee' | 'amount' | 'unallocated';

export const refundLines = pgTable('refund_lines', {
  id: id(),
  refundId: reference('refund_id').notNull(),
  kind: text().$type<RefundLineKind>().notNull(),
  orderLineId: reference('order_line_id'),
  quantity: integer(),
  net: amount(),
  tax: amount(),
  gross: amount(),
});

/** Failed refunds that staff have ended without repeating them. */
export const endedRefunds = pgTable('ended_refunds', {
  refundId: bigint('refund_id', { mode: 'number' }).primaryKey(),
  reason: text().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  endedAt: timestamptz('ended_at').notNull(),
});

export const refundTaxLines = pgTable('refund_tax_lines', {
  id: id(),
  refundId: reference('refund_id').notNull(),
  refundLineId: reference('refund_line_id').notNull(),
  position: integer().notNull(),
  rateKey: text('rate_key').notNull(),
  name: text().notNull(),
  taxClass: text('tax_class').notNull(),
  rate: integer().notNull(),
  isCompound: boolean('is_compound').notNull(),
  net: amount(),
  amount: amount(),
});
