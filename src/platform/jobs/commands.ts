import type { CommandDefinition } from '#platform/cli/command.ts';
import { sqlQuery } from '#platform/database/database.ts';
import { listFailedJobs } from './statistics.ts';

const failedCommand: CommandDefinition = {
  name: 'jobs failed',
  summary: 'list jobs that failed for good, with their last error',
  requires: 'jobs.read',
  run: async (shop, _input, output) => {
    const jobs = await listFailedJobs(shop.db);
    output.table(
      ['number', 'job', 'failed', 'attempts', 'error'],
      jobs.map(({ id, name, failedAt, attempts, error }) => [
        ...[String(id), name, failedAt.toISOString(), String(attempts), error],
      ]),
    );
    if (jobs.length === 0) output.line('No job failed for good.');
    output.result({ jobs });
    return 0;
  },
};

/** Only of jobs without attempts left: others run by themselves. */
const rescheduleFailed = sqlQuery<{ id: number }>(
  'jobs.retry-failed-jobs',
  `select rescheduled.id from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where locked_at is null and attempts >= max_attempts and ($1::bigint is null or id = $1)),
    run_at => now(), attempts => 0) as rescheduled`,
);

const retryCommand: CommandDefinition = {
  name: 'jobs retry',
  summary: 'try jobs again that failed for good',
  requires: 'jobs.write',
  arguments: [{ name: '<number>', description: 'number of the job in `jobs failed`, or `all`' }],
  run: async (shop, { arguments: [number = ''] }, output) => {
    if (number !== 'all' && !/^[1-9]\d{0,15}$/.test(number)) {
      output.warn("<number>: expected the number of a job, or 'all'");
      return 2;
    }
    const retried = await rescheduleFailed(shop.db, [number === 'all' ? null : Number(number)]);
    output.result({ ok: number === 'all' || retried.length > 0, retried: retried.map(({ id }) => Number(id)) });
    if (number !== 'all' && retried.length === 0) {
      output.warn(`No job ${number} failed for good. List them with 'shop jobs failed'.`);
      return 1;
    }
    output.line(`${retried.length} ${retried.length === 1 ? 'job is' : 'jobs are'} tried again.`);
    return 0;
  },
};

/** Commands of `npm run shop` about jobs. */
export const jobCommands: readonly CommandDefinition[] = [failedCommand, retryCommand];
