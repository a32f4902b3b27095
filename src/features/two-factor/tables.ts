import { bigint, customType, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const totpSecrets = pgTable('totp_secrets', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  /** Encrypted. */
  secret: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  confirmedAt: timestamptz('confirmed_at'),
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
});

export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    customerId: bigint('customer_id', { mode: 'number' }).notNull(),
    codeHash: bytea('code_hash').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [primaryKey({ columns: [table.customerId, table.codeHash] })],
);
