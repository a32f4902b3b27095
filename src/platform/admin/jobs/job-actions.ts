import { type BulkAction, defineBulkAction, type RowResult } from '#platform/admin/runs/bulk-action.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { clearFailedJobs, findJob, findUnfailedJobs, retryFailedJobs } from '#platform/jobs/failed-jobs.ts';
import { jobLogTexts as texts } from './texts.ts';

/** Leaves out jobs that have not failed for good. */
const check: BulkAction['check'] = async ({ t }, db: Db, ids) =>
  (await findUnfailedJobs(db, [ids])).map(({ id }) => ({ id, code: 'JOB_NOT_FAILED', message: t(texts.notFailed) }));

/** @param change changes the job when it has still failed, and returns it */
const changeJob =
  (change: typeof retryFailedJobs, state: 'waiting' | null) =>
  async ({ t }: Shop, tx: Tx, id: number): Promise<RowResult> => {
    const [job] = await findJob(tx, [id]);
    if (!job) return { ok: false, code: 'JOB_NOT_FOUND', message: t(texts.gone), isSkipped: true };
    const label = `${job.name} ${id}`;
    const [changed] = await change(tx, [id]);
    if (!changed) return { ok: false, code: 'JOB_NOT_FAILED', message: t(texts.notFailed), label, isSkipped: true };
    const before = { state: 'failed', attempts: job.attempts };
    return { ok: true, change: { label, before, after: state && { state, attempts: 0 } } };
  };

export const retryJobs = defineBulkAction({
  ...{ name: 'jobs.retry-jobs', text: texts.retry, subject: 'job', requires: 'jobs.write', check },
  run: changeJob(retryFailedJobs, 'waiting'),
});

/** What they would have done is left undone. */
export const clearJobs = defineBulkAction({
  ...{ name: 'jobs.clear-jobs', text: texts.clear, subject: 'job', requires: 'jobs.write', check },
  isDangerous: true,
  run: changeJob(clearFailedJobs, null),
});
