import { bigint, char, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { DocumentKind } from './paths.ts';
import type { DocumentSnapshot } from './snapshot/document-snapshot.ts';

const reference = (name: string) => bigint(name, { mode: 'number' });

export const documentSeries = pgTable('document_series', {
  series: text().primaryKey(),
  lastNumber: reference('last_number').notNull(),
});

export const documents = pgTable('documents', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  orderId: reference('order_id').notNull(),
  kind: text().$type<DocumentKind>().notNull(),
  refundId: reference('refund_id'),
  cancelledInvoiceId: reference('cancelled_invoice_id'),
  series: text().notNull(),
  number: bigint({ mode: 'number' }).notNull(),
  label: text().notNull(),
  currency: char({ length: 3 }).notNull(),
  locale: text().notNull(),
  total: bigint({ mode: 'number' }).notNull(),
  snapshot: jsonb().$type<DocumentSnapshot>().notNull(),
  issuedAt: timestamp('issued_at', { withTimezone: true }).notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
});
