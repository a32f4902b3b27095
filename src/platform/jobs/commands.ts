import { recordAudits } from '#platform/admin/audit/record-audit.ts';
import type { CommandDefinition } from '#platform/cli/command.ts';
import { inTransaction } from '#platform/database/database.ts';
import { clearFailedJobs, retryFailedJobs } from './failed-jobs.ts';
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

/**
 * Defines a command that changes failed jobs. The audit log records it, as it does the buttons of the back office.
 */
function defineChange(
  verb: 'retry' | 'clear',
  summary: string,
  change: typeof retryFailedJobs,
  done: string,
): CommandDefinition {
  return {
    name: `jobs ${verb}`,
    summary,
    requires: 'jobs.write',
    arguments: [{ name: '<number>', description: 'number of the job in `jobs failed`, or `all`' }],
    run: async (shop, { arguments: [number = ''], actor }, output) => {
      if (number !== 'all' && !/^[1-9]\d{0,15}$/.test(number)) {
        output.warn("<number>: expected the number of a job, or 'all'");
        return 2;
      }
      const changed = await inTransaction(shop.db, async (tx) => {
        const rows = await change(tx, [number === 'all' ? null : Number(number)]);
        const ids = rows.map(({ id }) => Number(id));
        const entry = { action: `jobs.${verb}-jobs`, before: { state: 'failed' } };
        const after = verb === 'retry' ? { state: 'waiting' } : null;
        const subjects = ids.map((id) => ({ subject: { kind: 'job', id, label: String(id) }, ...entry, after }));
        await recordAudits(tx, actor, subjects);
        return ids;
      });
      const ok = number === 'all' || changed.length > 0;
      output.result({ ok, [verb === 'retry' ? 'retried' : 'cleared']: changed });
      if (!ok) {
        output.warn(`No job ${number} failed for good. List them with 'shop jobs failed'.`);
        return 1;
      }
      output.line(`${changed.length} ${changed.length === 1 ? 'job is' : 'jobs are'} ${done}.`);
      return 0;
    },
  };
}

const retryCommand = defineChange('retry', 'try jobs again that failed for good', retryFailedJobs, 'tried again');
const clearCommand = defineChange(
  'clear',
  'remove jobs that failed for good: what they would have done is left undone',
  clearFailedJobs,
  'removed',
);

export const jobCommands: readonly CommandDefinition[] = [failedCommand, retryCommand, clearCommand];
