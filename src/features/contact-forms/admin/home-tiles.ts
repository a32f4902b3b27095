import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { contactFormTexts as texts } from '../texts.ts';

export const newMessages: HomeTile = {
  id: 'contact-forms.new',
  requires: 'messages.read',
  text: texts.waiting_new,
  rows: () => sql`select id from contact_messages where status = 'new'`,
  list: { command: 'messages list --status new' },
};

/** Messages that look like spam. Their senders wait until somebody has looked. */
export const heldMessages: HomeTile = {
  id: 'contact-forms.held',
  requires: 'messages.read',
  text: texts.waiting_held,
  rows: () => sql`select id from contact_messages where status = 'quarantine'`,
  list: { command: 'messages list --status quarantine' },
};
