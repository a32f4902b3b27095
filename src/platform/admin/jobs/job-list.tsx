import { sql } from 'drizzle-orm';
import { adminPath } from '#platform/admin/contract.ts';
import { contains, isAnyCase, isInPeriod } from '#platform/admin/lists/filter.ts';
import { defineAdminList } from '#platform/admin/lists/list.ts';
import { type BulkAction, defineBulkAction, type RowResult } from '#platform/admin/runs/bulk-action.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  clearFailedJobs,
  findJob,
  findUnfailedJobs,
  retryFailedJobs,
  shortenError,
} from '#platform/jobs/failed-jobs.ts';
import type { FailedJob } from '#platform/jobs/statistics.ts';
import { StateBadge } from '#ui/admin/state-badge.tsx';
import { jobLogTexts as texts } from './texts.ts';

const check: BulkAction['check'] = async ({ t }, db: Db, ids) =>
  (await findUnfailedJobs(db, [ids])).map(({ id }) => ({ id, code: 'JOB_NOT_FAILED', message: t(texts.notFailed) }));

/** @param change changes the job if it is still failed, and returns the job */
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

const retryJobs = defineBulkAction({
  ...{ name: 'jobs.retry-jobs', text: texts.retry, subject: 'job', requires: 'jobs.write', check },
  run: changeJob(retryFailedJobs, 'waiting'),
});

/** The work of cleared jobs is never done. */
const clearJobs = defineBulkAction({
  ...{ name: 'jobs.clear-jobs', text: texts.clear, subject: 'job', requires: 'jobs.write', check },
  isDangerous: true,
  run: changeJob(clearFailedJobs, null),
});

const states = {
  failed: { text: texts.stateFailed, tone: 'error' },
  running: { text: texts.stateRunning, tone: 'info' },
  waiting: { text: texts.stateWaiting, tone: 'neutral' },
  retried: { text: texts.stateRetried, tone: 'warning' },
} as const;

interface JobRow extends Omit<FailedJob, 'failedAt'> {
  readonly state: keyof typeof states;
  readonly max: number;
  readonly dueAt: Date;
  /** When the last attempt ended. */
  readonly changedAt: Date;
}

const whereState = isAnyCase({
  failed: () => sql`(j.locked_at is null and j.attempts >= j.max_attempts)`,
  running: () => sql`j.locked_at is not null`,
  waiting: () => sql`(j.locked_at is null and j.attempts = 0)`,
  retried: () => sql`(j.locked_at is null and j.attempts > 0 and j.attempts < j.max_attempts)`,
});

const rare = 'Jobs are deleted when they are done.';

/** Lists jobs without their payloads, which contain personal data. */
export const jobList = defineAdminList<JobRow>({
  name: 'jobs.jobs',
  path: adminPath('jobs'),
  requires: 'jobs.read',
  texts: { title: texts.title, lead: texts.lead, count: texts.count, empty: texts.empty },
  source: {
    from: sql`graphile_worker.jobs j`,
    id: sql`j.id`,
    select: sql`j.id, j.task_identifier as name, j.attempts, j.max_attempts as max, j.created_at as "createdAt",
      j.run_at as "dueAt", j.updated_at as "changedAt", left(split_part(coalesce(j.last_error, ''), E'\\n', 1), 1000) as error,
      case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'failed'
        when j.attempts > 0 then 'retried' else 'waiting' end as state`,
    sorts: {
      newest: {
        ...{ title: texts.newest, reversedTitle: texts.oldest },
        ...{ by: sql`j.id`, type: 'bigint', direction: 'desc' },
      },
    },
    allowedFullScans: { _private_jobs: rare, _private_tasks: rare, _private_job_queues: rare },
  },
  columns: {
    name: { title: texts.name, cell: ({ name }) => <code>{name}</code>, csv: ({ name }) => name, onPhone: 'title' },
    number: { title: texts.number, cell: ({ id }) => id, align: 'end' },
    state: {
      title: texts.state,
      cell: ({ state }, { t }) => (
        <StateBadge tone={states[state].tone} isOpen={state === 'running'}>
          {t(states[state].text)}
        </StateBadge>
      ),
      onPhone: 'badge',
    },
    added: { title: texts.added, cell: ({ createdAt }, { time }) => time(createdAt), sort: 'newest' },
    last: { title: texts.last, cell: ({ attempts, changedAt }, { time }) => (attempts > 0 ? time(changedAt) : null) },
    due: {
      ...{ title: texts.due, onTablet: 'hidden' },
      cell: ({ state, dueAt }, { time }) => (state === 'waiting' || state === 'retried' ? time(dueAt) : null),
    },
    attempts: {
      ...{ title: texts.attempts, align: 'end' },
      cell: ({ attempts, max }, { t }) => t(texts.attemptsOf, { attempts, max }),
    },
    error: { title: texts.error, cell: ({ error }) => shortenError(error) },
  },
  filters: {
    state: {
      ...{ kind: 'choice', title: texts.state, isPromoted: true, where: whereState },
      options: () => Object.entries(states).map(([value, { text }]) => ({ value, label: text })),
    },
    name: {
      kind: 'text',
      title: texts.name,
      isPromoted: true,
      where: (text) => contains(sql`j.task_identifier`, text),
    },
    added: { kind: 'date', title: texts.added, where: isInPeriod(sql`j.created_at`) },
  },
  views: [{ id: 'failed', text: texts.stateFailed, filters: { state: 'failed' } }],
  actions: [retryJobs, clearJobs],
});
