import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const withdrawals = pgTable('withdrawals', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  requestKey: uuid('request_key').notNull(),
  orderId: bigint('order_id', { mode: 'number' }),
  orderNumber: text('order_number').notNull(),
  email: text().notNull(),
  name: text().notNull(),
  scope: text().$type<'whole' | 'part'>().notNull(),
  items: text().notNull().default(''),
  reason: text().notNull().default(''),
  declaredAt: timestamptz('declared_at').notNull(),
  periodEndsAt: timestamptz('period_ends_at'),
});

export const withdrawalLines = pgTable('withdrawal_lines', {
  withdrawalId: bigint('withdrawal_id', { mode: 'number' }).notNull(),
  orderId: bigint('order_id', { mode: 'number' }).notNull(),
  orderLineId: bigint('order_line_id', { mode: 'number' }).notNull(),
  quantity: integer().notNull(),
  received: integer().notNull().default(0),
});

export const withdrawalClosings = pgTable('withdrawal_closings', {
  withdrawalId: bigint('withdrawal_id', { mode: 'number' }).primaryKey(),
  note: text().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  closedAt: timestamptz('closed_at').notNull(),
});
