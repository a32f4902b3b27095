import { type SQL, sql } from 'drizzle-orm';
import { openBackOffice } from '#platform/admin/admin.ts';
import type { HomeTile } from '#platform/admin/home.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { failedRunsPath } from './paths.ts';
import { manageRuns } from './permissions.ts';
import { runTexts } from './texts.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Condition for runs that the actor may see: their own, or all. */
export const isSeenBy = (actor: Actor): SQL =>
  isPermitted(actor, manageRuns.name) ? sql`true` : sql`r.by_staff_id = ${actor.staffId}`;

/** A failed row stays failed for good, so it counts only for a week, while somebody may still act on it. */
export const hasFailedLately = (now: Date): SQL =>
  sql`(r.failed > 0 and r.created_at >= ${new Date(now.getTime() - 7 * dayMs)})`;

export const failedRuns: HomeTile = {
  id: 'runs.failed',
  requires: openBackOffice.name,
  text: runTexts.failedLately,
  rows: ({ clock }, actor) =>
    sql`select r.id from platform.runs r where ${hasFailedLately(clock.now())} and ${isSeenBy(actor)}`,
  list: { path: failedRunsPath },
};
