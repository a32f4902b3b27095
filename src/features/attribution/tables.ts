import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { SourceType } from './contract.ts';

const value = () => text().notNull().default('(none)');

export const orderAttributions = pgTable('order_attributions', {
  order_id: bigint({ mode: 'number' }).primaryKey(),
  source_type: text().$type<SourceType>().notNull(),
  referrer: value(),
  utm_campaign: value(),
  utm_source: value(),
  utm_medium: value(),
  utm_content: value(),
  utm_id: value(),
  utm_term: value(),
  utm_source_platform: value(),
  utm_creative_format: value(),
  utm_marketing_tactic: value(),
  session_entry: value(),
  session_start_time: timestamp({ withTimezone: true }),
  session_pages: integer(),
  session_count: integer(),
  user_agent: value(),
  /** When the order was created. */
  placed_at: timestamp({ withTimezone: true }).notNull(),
});
