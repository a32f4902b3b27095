import { z } from 'zod';
import { recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob, type JobDefinition } from '#platform/jobs/jobs.ts';
import { findEntry, publish, setSchedule } from './save-entry.ts';

/** Milliseconds until a job that ran too early runs again: its clock may be behind that of the database. */
const retryDelay = 30_000;

export const publishJob: JobDefinition<{ readonly entryId: number }> = defineJob({
  name: 'content:publish',
  schema: z.object({ entryId: z.int().positive() }),
  run: (shop, { entryId }) =>
    inTransaction(shop.db, async (tx) => {
      const entry = await findEntry(tx, entryId, true);
      if (!entry?.scheduledId || !entry.scheduledAt) return;
      const now = shop.clock.now();
      if (entry.scheduledAt > now) {
        const runAt = new Date(Math.max(entry.scheduledAt.getTime(), now.getTime() + retryDelay));
        return addPublishJob(shop, tx, entryId, runAt);
      }
      await publish(shop, tx, entryId, entry.scheduledId);
      await recordAudit(tx, toAuditActor('job'), {
        subject: { kind: 'content', id: entryId, label: entry.title },
        action: 'content.publish',
        before: { published: entry.publishedId },
        after: { published: entry.scheduledId },
      });
    }),
});

function addPublishJob(shop: Shop, tx: Tx, entryId: number, runAt: Date): Promise<void> {
  return shop.jobs.add(tx, publishJob, { entryId }, { key: `content:publish:${entryId}`, runAt });
}

/** Schedules the publication of a revision. The caller has locked the entry. */
export async function schedule(shop: Shop, tx: Tx, entryId: number, revisionId: number, at: Date): Promise<void> {
  await setSchedule(tx, { entryId, revisionId, at });
  await addPublishJob(shop, tx, entryId, at);
}
