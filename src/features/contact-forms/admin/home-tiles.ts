import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { contactFormTexts as texts } from '../texts.ts';
import { messagesPath } from './paths.ts';

export const newMessages: HomeTile = {
  id: 'contact-forms.new',
  requires: 'messages.read',
  text: texts.waiting_new,
  rows: () => sql`select id from contact_messages where status = 'new'`,
  list: { path: `${messagesPath}?view=new` },
};

export const heldMessages: HomeTile = {
  id: 'contact-forms.held',
  requires: 'messages.read',
  text: texts.waiting_held,
  rows: () => sql`select id from contact_messages where status = 'quarantine'`,
  list: { path: `${messagesPath}?view=held` },
};
