import { sql } from 'drizzle-orm';
import type { HomeTile } from '#platform/admin/home.ts';
import { adminCommentsPath } from '../contract.ts';
import { commentAdminTexts as texts } from './texts.ts';

export const heldComments: HomeTile = {
  id: 'comments.held',
  requires: 'comments.read',
  text: texts.waitingHeld,
  rows: () => sql`select id from comments where state = 'held'`,
  list: { path: `${adminCommentsPath}?view=held` },
};

export const editedComments: HomeTile = {
  id: 'comments.edited',
  requires: 'comments.read',
  text: texts.waitingEdited,
  rows: () => sql`select comment_id from comment_edits`,
  list: { path: `${adminCommentsPath}?view=edited` },
};

export const reportedComments: HomeTile = {
  id: 'comments.reported',
  requires: 'comments.read',
  text: texts.waitingReported,
  rows: () => sql`select id from comments where reports > 0`,
  list: { path: `${adminCommentsPath}?view=reported` },
};
