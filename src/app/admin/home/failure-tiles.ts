import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { isFailedMail } from '#platform/admin/mails/mail-list.tsx';
import { mailsPath } from '#platform/admin/mails/paths.ts';
import { homeTexts as texts } from './texts.ts';

/** Mails that a server has refused for good, and mails that could not be sent so far. */
export const failedMails: HomeTile = {
  id: 'mails.failed',
  requires: 'mails.read',
  text: texts.failedMails,
  rows: () => sql`select m.id from platform.mail m where m.state <> 'sent' and ${isFailedMail}`,
  list: { path: `${mailsPath}?view=failed` },
};

/** Jobs that have used up all their attempts. */
export const failedJobs: HomeTile = {
  id: 'jobs.failed',
  requires: 'jobs.read',
  text: texts.failedJobs,
  rows: () => sql`select j.id from graphile_worker.jobs j where j.locked_at is null and j.attempts >= j.max_attempts`,
  list: { path: adminPath('jobs?view=failed') },
};
