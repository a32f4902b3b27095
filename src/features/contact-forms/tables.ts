import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { ContactFormInput } from '#features/form-definitions/index.ts';

const timestamptz = (name: string) => timestamp(name, { withTimezone: true }).notNull();
const bigintId = (name: string) => bigint(name, { mode: 'number' });

/** What was sent for one field, as people read it. */
export interface MessageField {
  readonly name: string;
  readonly label: string;
  readonly values: readonly string[];
  /** What mails say instead, where choices have other texts for them. */
  readonly mailText?: string | undefined;
  /** Set for what a feature has appended: no field of the form. */
  readonly isAppended?: true;
}

/** What a sender was answered. `status` is the name of the status in calls, such as `mail_sent`. */
export interface SentReply {
  readonly status: string;
  readonly message: string;
  /** Set for a message in quarantine whose sender was told that it arrived. */
  readonly isHeld?: true;
}

export type MessageStatus = 'new' | 'quarantine' | 'spam' | 'answered';

/** Of the mails about a message. `waiting`: until it is released; `failed`: one was refused for good, or all attempts failed. */
export type MessageMailState = 'none' | 'waiting' | 'queued' | 'sent' | 'failed';

/** Of the call of the webhook. `none`: there is none; `failed`: all attempts failed. */
export type MessageWebhookState = 'none' | 'queued' | 'sent' | 'failed';

export const contactMessages = pgTable('contact_messages', {
  id: bigintId('id').primaryKey().generatedAlwaysAsIdentity(),
  formId: integer('form_id').notNull(),
  formTitle: text('form_title').notNull(),
  status: text().$type<MessageStatus>().notNull(),
  fields: jsonb().$type<readonly MessageField[]>().notNull(),
  sender: text(),
  locale: text().notNull(),
  unitTag: text('unit_tag').notNull(),
  page: text(),
  containerPost: integer('container_post'),
  visitorId: uuid('visitor_id'),
  customerId: bigintId('customer_id'),
  submissionHash: text('submission_hash').notNull(),
  reasons: text().array().notNull().default([]),
  reply: jsonb().$type<SentReply>().notNull(),
  mail: text().$type<MessageMailState>().notNull(),
  webhook: text().$type<MessageWebhookState>().notNull().default('none'),
  isKept: boolean('is_kept').notNull(),
  isCleared: boolean('is_cleared').notNull().default(false),
  taught: text().$type<'spam' | 'good'>(),
  assignedTo: bigintId('assigned_to'),
  receivedAt: timestamptz('received_at'),
  deleteAt: timestamptz('delete_at'),
});

export const contactMessageFiles = pgTable('contact_message_files', {
  id: uuid().primaryKey(),
  messageId: bigintId('message_id').notNull(),
  field: text().notNull(),
  name: text().notNull(),
  type: text().notNull(),
  bytes: bigintId('bytes').notNull(),
  sha256: text().notNull(),
  answerId: uuid('answer_id'),
});

export const contactMessageAnswers = pgTable('contact_message_answers', {
  id: uuid().primaryKey(),
  messageId: bigintId('message_id').notNull(),
  body: text().notNull(),
  by: text().notNull(),
  byStaffId: bigint('by_staff_id', { mode: 'number' }),
  answeredAt: timestamptz('answered_at'),
  isMailed: boolean('is_mailed').notNull().default(false),
});

export const contactMessageNotes = pgTable('contact_message_notes', {
  id: uuid().primaryKey(),
  messageId: bigintId('message_id').notNull(),
  body: text().notNull(),
  forwardedTo: text('forwarded_to'),
  hasFiles: boolean('has_files').notNull().default(false),
  by: text().notNull(),
  byStaffId: bigintId('by_staff_id'),
  isMailed: boolean('is_mailed').notNull().default(false),
  notedAt: timestamptz('noted_at'),
});

export const contactWords = pgTable('contact_words', {
  word: text().primaryKey(),
  spam: integer().notNull(),
  good: integer().notNull(),
});

export const contactChallengeUses = pgTable('contact_challenge_uses', {
  challenge: text().primaryKey(),
  expiresAt: timestamptz('expires_at'),
});

export const contactFormUses = pgTable('contact_form_uses', {
  opening: text().primaryKey(),
  submissionHash: text('submission_hash').notNull(),
  expiresAt: timestamptz('expires_at'),
});

export const contactFormDefinitions = pgTable('contact_forms', {
  id: integer().primaryKey(),
  definition: jsonb().$type<ContactFormInput>().notNull(),
  importedAt: timestamptz('imported_at'),
});
