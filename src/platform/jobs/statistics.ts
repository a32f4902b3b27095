import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface JobStatistics {
  readonly due: number;
  /** Number of jobs that wait for their time or for the delay after a failure. */
  readonly scheduled: number;
  readonly running: number;
  /** Number of jobs that have used all their attempts. */
  readonly failed: number;
  /** Seconds that the oldest due job has waited; 0 when none is due. */
  readonly oldestDueSeconds: number;
}

const countJobs = sqlQuery<JobStatistics>(
  'jobs.count-jobs',
  `select count(*) filter (where waiting and run_at <= now()) as due,
     count(*) filter (where waiting and run_at > now()) as scheduled,
     count(*) filter (where locked_at is not null) as running,
     count(*) filter (where locked_at is null and not waiting) as failed,
     coalesce(extract(epoch from now() - min(run_at) filter (where waiting and run_at <= now())), 0)::float8
       as "oldestDueSeconds"
   from (
     select run_at, locked_at, locked_at is null and attempts < max_attempts as waiting from graphile_worker.jobs
   ) as jobs`,
);

/** Counts the jobs. Completed jobs are deleted, so they are not counted. */
export async function readJobStatistics(db: Db): Promise<JobStatistics> {
  const [row] = await countJobs(db, []);
  if (!row) throw new Error('The query that counts jobs returned no row');
  return row;
}

/** A job without attempts left. It stays until an operator retries or clears it. */
export interface FailedJob {
  readonly id: number;
  readonly name: string;
  readonly attempts: number;
  /** First line of the last error. For operators only: it may quote personal data. */
  readonly error: string;
  readonly createdAt: Date;
  readonly failedAt: Date;
}

const listFailed = sqlQuery<FailedJob>(
  'jobs.list-failed-jobs',
  `select id, task_identifier as name, attempts, split_part(coalesce(last_error, ''), E'\\n', 1) as error,
     created_at as "createdAt", updated_at as "failedAt"
   from graphile_worker.jobs where locked_at is null and attempts >= max_attempts
   order by updated_at desc limit 200`,
);

/** Returns the newest failed jobs first, at most 200. */
export function listFailedJobs(db: Db): Promise<FailedJob[]> {
  return listFailed(db, []);
}
