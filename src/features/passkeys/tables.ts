import { sql } from 'drizzle-orm';
import { bigint, customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const passkeys = pgTable('passkeys', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
  credentialId: bytea('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  userHandle: bytea('user_handle').notNull(),
  counter: bigint({ mode: 'number' }).notNull().default(0),
  transports: text().array().notNull().default(sql`'{}'`),
  name: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  usedAt: timestamptz('used_at'),
});

/** Challenges that were answered. */
export const usedPasskeyChallenges = pgTable('used_passkey_challenges', {
  challengeHash: bytea('challenge_hash').primaryKey(),
  expiresAt: timestamptz('expires_at').notNull(),
});
