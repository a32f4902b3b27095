import { adminPath } from '#platform/admin/contract.ts';
import type { Finding, ShopCheck } from '#platform/checks/checks.ts';
import { listFailedJobs, readJobStatistics } from './statistics.ts';

/** Maximum number of failed jobs that get a finding of their own. Further ones are only counted. */
const maxShown = 10;

/**
 * Names the jobs that failed for good, such as a mail that was not sent or an image without its sizes. For the back
 * office it only counts them, because their errors may quote personal data.
 */
export const checkJobs: ShopCheck = async ({ db, clock }, { isForOperator }) => {
  const { due, scheduled, failed } = await readJobStatistics(db);
  const counts = `${due + scheduled} waiting, ${failed} failed for good`;
  if (failed === 0) return [{ what: 'Jobs', state: 'ok', text: counts }];
  const list = { action: 'Look at them', path: adminPath('jobs?view=failed') };
  if (!isForOperator) return [{ what: 'Jobs', state: 'warning', text: `${failed} failed for good`, ...list }];
  const listed = await listFailedJobs(db);
  const findings = listed.slice(0, maxShown).map(({ id, name, attempts, error, failedAt }): Finding => {
    const age = formatAge(clock.now().getTime() - failedAt.getTime());
    const reason = error === '' ? '' : `: ${error}`;
    return {
      what: 'Jobs',
      state: 'warning',
      text: `${name} (number ${id}) failed for good ${age} ago, after ${attempts} attempts${reason}`,
      action: 'Try again',
      commands: [`jobs retry ${id}`],
    };
  });
  if (failed <= maxShown) return findings;
  const text = `${failed - maxShown} more failed for good`;
  return [...findings, { what: 'Jobs', state: 'warning', text, ...list }];
};

/** @param milliseconds age of the event */
function formatAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
