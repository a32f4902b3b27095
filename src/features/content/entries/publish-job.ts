import { z } from 'zod';
import { recordAudit, toAuditActor } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { findEntry, publish, setSchedule } from './save-entry.ts';

/** Publishes what is due. A job that comes too early, for a schedule that was changed, does nothing. */
export const publishJob = defineJob({
  name: 'content:publish',
  schema: z.object({ entryId: z.int().positive() }),
  run: (shop, { entryId }) =>
    inTransaction(shop.db, async (tx) => {
      const entry = await findEntry(tx, entryId, true);
      if (!entry?.scheduledId || !entry.scheduledAt || entry.scheduledAt > shop.clock.now()) return;
      await publish(shop, tx, entryId, entry.scheduledId);
      await recordAudit(tx, toAuditActor('job'), {
        subject: { kind: 'content', id: entryId, label: entry.title },
        action: 'content.publish',
        before: { published: entry.publishedId },
        after: { published: entry.scheduledId },
      });
    }),
});

/** Publishes a revision at a time to come. The caller has locked the entry. */
export async function schedule(shop: Shop, tx: Tx, entryId: number, revisionId: number, at: Date): Promise<void> {
  await setSchedule(tx, entryId, revisionId, at);
  await shop.jobs.add(tx, publishJob, { entryId }, { key: `content:publish:${entryId}`, runAt: at });
}
