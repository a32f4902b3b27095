import { bigint, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true });
const bigintNumber = (name: string) => bigint(name, { mode: 'number' });

export type AlertKind = 'stock' | 'price';
export type AlertState = 'unconfirmed' | 'waiting' | 'mailed' | 'ended';

export const stockAlerts = pgTable('stock_alerts', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<AlertKind>().notNull().default('stock'),
  productId: integer('product_id').notNull(),
  /** Null: any variation. */
  variationId: integer('variation_id'),
  email: text().notNull(),
  emailKey: text('email_key').generatedAlwaysAs('lower(email)').notNull(),
  customerId: bigintNumber('customer_id'),
  name: text().notNull().default(''),
  phone: text().notNull().default(''),
  phoneMeta: jsonb('phone_meta'),
  quantity: integer(),
  priceBelow: bigintNumber('price_below'),
  locale: text().notNull(),
  state: text().$type<AlertState>().notNull(),
  endReason: text('end_reason').$type<'unsubscribed' | 'bounced' | 'expired'>(),
  consentText: text('consent_text').notNull(),
  createdAt: timestamptz('created_at').notNull(),
  confirmedAt: timestamptz('confirmed_at'),
  confirmMailedAt: timestamptz('confirm_mailed_at'),
  expiresAt: timestamptz('expires_at').notNull(),
  endedAt: timestamptz('ended_at'),
});

export const stockAlertRises = pgTable('stock_alert_rises', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  kind: text().$type<AlertKind>().notNull().default('stock'),
  stockId: integer('stock_id').notNull(),
  gained: integer(),
  openedAt: timestamptz('opened_at').notNull().defaultNow(),
  dueAt: timestamptz('due_at').notNull(),
  countedAt: timestamptz('counted_at'),
  waves: integer().notNull().default(0),
  blockedAt: timestamptz('blocked_at'),
  endedAt: timestamptz('ended_at'),
});

export const stockAlertMails = pgTable('stock_alert_mails', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  alertId: bigintNumber('alert_id').notNull(),
  riseId: bigintNumber('rise_id').notNull(),
  stockId: integer('stock_id').notNull(),
  variationId: integer('variation_id').notNull(),
  emailKey: text('email_key').notNull(),
  wave: integer().notNull(),
  queuedAt: timestamptz('queued_at').notNull(),
  holdUntil: timestamptz('hold_until').notNull(),
  sentAt: timestamptz('sent_at'),
  orderId: bigintNumber('order_id'),
  orderedAt: timestamptz('ordered_at'),
  quantity: integer(),
  amount: bigintNumber('amount'),
});

export const stockAlertReservations = pgTable('stock_alert_reservations', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  mailId: bigintNumber('mail_id'),
  visitorId: uuid('visitor_id'),
  customerId: bigintNumber('customer_id'),
  stockId: integer('stock_id').notNull(),
  variationId: integer('variation_id'),
  until: timestamptz('until').notNull(),
});
