import { sqlQuery } from '#platform/database/database.ts';

/**
 * Selects only jobs without attempts left, since other jobs run again by themselves. A null id selects all of them.
 */
const isFailed = 'locked_at is null and attempts >= max_attempts and ($1::bigint is null or id = $1)';

/** Gives failed jobs another attempt. @returns their ids */
export const retryFailedJobs = sqlQuery<{ id: number }>(
  'jobs.retry-failed-jobs',
  `select rescheduled.id from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where ${isFailed}), run_at => now(), attempts => 0) as rescheduled`,
);

/** Deletes failed jobs, so that their work is never done. @returns their ids */
export const clearFailedJobs = sqlQuery<{ id: number }>(
  'jobs.clear-failed-jobs',
  `select cleared.id from graphile_worker.complete_jobs(
    array(select id from graphile_worker.jobs where ${isFailed})) as cleared`,
);

export const findJob = sqlQuery<{ name: string; attempts: number }>(
  'jobs.find-job',
  'select task_identifier as name, attempts from graphile_worker.jobs where id = $1',
);

/** Finds those of the given jobs that have not failed for good. */
export const findUnfailedJobs = sqlQuery<{ id: number }>(
  'jobs.find-unfailed-jobs',
  'select id from graphile_worker.jobs where id = any($1::bigint[]) and (locked_at is not null or attempts < max_attempts)',
);

const maxErrorLength = 200;

/**
 * Shortens and masks the error of a job for a page, since errors may quote addresses of people and whole statements.
 */
export function shortenError(error: string): string {
  const masked = error.replace(/[^\s<>"'(,;:=]+@[^\s<>"'),;:]+/g, '…@…');
  return masked.length > maxErrorLength ? `${masked.slice(0, maxErrorLength)}…` : masked;
}
