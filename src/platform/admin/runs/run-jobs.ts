import { z } from 'zod';
import type { Db } from '#platform/database/database.ts';
import { daysBefore, purgeInBatches } from '#platform/database/purge.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineJob } from '#platform/jobs/jobs.ts';
import { deleteOldRuns, listRunningRuns } from './run-rows.ts';
import { runSettings } from './settings.ts';
import { workOnRun } from './work-on-run.ts';

/** Milliseconds after which a run lets other jobs of the shop run, and checks the permission of its person again. */
const chunkTime = 1_000;

/** Continues a run. Without an id it looks for runs whose own job was lost. */
export const continueRunJob = defineJob({
  name: 'admin:continue-run',
  schema: z.object({ runId: z.int().optional() }),
  every: '*/10 * * * *',
  // Slow jobs run one at a time in each process: several runs take turns, and quick jobs such as mails don't wait.
  slow: true,
  run: async (shop, { runId }) => {
    if (runId === undefined) {
      for (const id of await listRunningRuns(shop.db)) await enqueueRun(shop, shop.db, id);
      return;
    }
    const end = performance.now() + chunkTime;
    const isDone = await workOnRun(shop, runId, () => performance.now() > end);
    if (!isDone) await enqueueRun(shop, shop.db, runId);
  },
});

/** Queues the next part of a run. A job of the run that is already queued is moved to `runAt`. */
export function enqueueRun(shop: Pick<Shop, 'jobs'>, tx: Db, runId: number, runAt?: Date): Promise<void> {
  return shop.jobs.add(tx, continueRunJob, { runId }, { key: `run:${runId}`, runAt });
}

export const purgeRunsJob = defineJob({
  name: 'admin:purge-runs',
  every: '55 3 * * *',
  run: async ({ db, clock, settings }) => {
    const before = daysBefore(clock.now(), settings(runSettings).keepDays);
    await purgeInBatches((limit) => deleteOldRuns(db, before, limit));
  },
});
