import { bigint, boolean, customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const timestamptz = (name: string) => timestamp(name, { withTimezone: true });

export const accountPasswords = pgTable('account_passwords', {
  customerId: bigint('customer_id', { mode: 'number' }).primaryKey(),
  hash: text().notNull(),
  changedAt: timestamptz('changed_at').notNull().defaultNow(),
});

export const accountSessions = pgTable('account_sessions', {
  id: uuid().primaryKey(),
  tokenHash: bytea('token_hash').notNull(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  seenAt: timestamptz('seen_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
  userAgent: text('user_agent').notNull().default(''),
  hasSecondFactor: boolean('has_second_factor').notNull().default(false),
});

/** Sign-ins that wait for their second step. */
export const pendingSignIns = pgTable('pending_sign_ins', {
  tokenHash: bytea('token_hash').primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
  returnTo: text('return_to').notNull(),
  notice: text(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
});

/** Forms that were sent when the sign-in was too old for them. */
export const keptForms = pgTable('kept_forms', {
  id: uuid().primaryKey(),
  customerId: bigint('customer_id', { mode: 'number' }).notNull(),
  path: text().notNull(),
  /** Encrypted. */
  fields: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
});

/** Mailed links, also of registrations that wait for theirs. */
export const accountLinks = pgTable('account_links', {
  tokenHash: bytea('token_hash').primaryKey(),
  kind: text().notNull(),
  email: text().notNull(),
  customerId: bigint('customer_id', { mode: 'number' }),
  name: text().notNull().default(''),
  passwordHash: text('password_hash'),
  browserHash: bytea('browser_hash'),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  expiresAt: timestamptz('expires_at').notNull(),
  returnTo: text('return_to'),
  usedAt: timestamptz('used_at'),
});

export const staffRoles = pgTable('staff_roles', {
  name: text().primaryKey(),
  allowsAll: boolean('allows_all').notNull().default(false),
  needsSecondFactor: boolean('needs_second_factor').notNull().default(false),
});

export const staffRolePermissions = pgTable('staff_role_permissions', {
  role: text().notNull(),
  permission: text().notNull(),
  maxAmount: bigint('max_amount', { mode: 'number' }),
});

/** People who were asked to become staff, as long as they have not answered. */
export const staffInvitations = pgTable('staff_invitations', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  role: text().notNull(),
  tokenHash: bytea('token_hash').notNull(),
  invitedBy: text('invited_by').notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  sentAt: timestamptz('sent_at').notNull(),
  expiresAt: timestamptz('expires_at').notNull(),
});

export const staffMembers = pgTable('staff_members', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  customerId: bigint('customer_id', { mode: 'number' }),
  role: text().notNull(),
  createdAt: timestamptz('created_at').notNull().defaultNow(),
  leftAt: timestamptz('left_at'),
});
