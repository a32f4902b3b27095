import { type SQL, sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import type { Text } from '#platform/texts/texts.ts';
import { adminCommentsPath } from '../contract.ts';
import { commentAdminTexts as texts } from './texts.ts';

const defineTile = (view: string, text: Text, rows: SQL): HomeTile => ({
  ...{ id: `comments.${view}`, requires: 'comments.read', text, rows: () => rows },
  list: { path: `${adminCommentsPath}?view=${view}` },
});

export const heldComments = defineTile('held', texts.waitingHeld, sql`select id from comments where state = 'held'`);
export const editedComments = defineTile('edited', texts.waitingEdited, sql`select comment_id from comment_edits`);
export const reportedComments = defineTile(
  'reported',
  texts.waitingReported,
  sql`select id from comments where reports > 0`,
);
