import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { AddonFileType } from '#features/pricing/index.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true }).notNull();

export const uploads = pgTable('uploads', {
  id: uuid().primaryKey(),
  /** Either the visitor or the customer owns it; neither once both are gone. */
  visitorId: uuid('visitor_id'),
  customerId: bigint('customer_id', { mode: 'number' }),
  name: text().notNull(),
  type: text().$type<AddonFileType>().notNull(),
  bytes: integer().notNull(),
  sha256: text().notNull(),
  createdAt: timestamptz('created_at'),
  usedAt: timestamptz('used_at'),
});

export const orderUploads = pgTable('order_uploads', {
  orderId: bigint('order_id', { mode: 'number' }).notNull(),
  uploadId: uuid('upload_id').notNull(),
});

/** SQL expression: the files of an array of ids as JSON, in any order; `StoredUpload` each. */
export const uploadsJsonSql = (ids: string): string =>
  `(select json_agg(json_build_object('id', id, 'name', name, 'type', type, 'bytes', bytes, 'sha256', sha256)) from uploads where id = any(${ids}))`;
