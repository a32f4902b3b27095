import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { Actor } from '#platform/sessions/actor.ts';

export interface Run {
  readonly id: number;
  readonly action: string;
  /** A `StoredInput`; null for an action without input, for an undo, and for a run that has ended. */
  readonly input: unknown;
  readonly undoes: number | null;
  readonly undoneBy: number | null;
  readonly state: 'running' | 'done' | 'stopped';
  readonly stoppedBecause: StopReason | null;
  readonly byKind: Actor['kind'];
  readonly by: string;
  readonly byStaffId: number | null;
  readonly network: string | null;
  /** When the page was shown from which the run was started. */
  readonly seenAt: Date | null;
  readonly total: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

export type StopReason = 'asked' | 'permission_missing' | 'action_missing';

export interface RunRow {
  readonly position: number;
  readonly subjectId: number;
  readonly state: RunRowState;
  /** Null until the action has read the object. */
  readonly label: string | null;
  /** The reason why the row was skipped or failed. */
  readonly code: string | null;
  readonly message: string | null;
  readonly endedAt: Date | null;
}

export const runRowStates = ['waiting', 'done', 'skipped', 'failed'] as const;
export type RunRowState = (typeof runRowStates)[number];

export const runColumns = `r.id, r.action, r.input, r.undoes, u.id as "undoneBy", r.state, r.stopped_because as "stoppedBecause",
  r.by_kind as "byKind", r.by, r.by_staff_id as "byStaffId", r.network, r.seen_at as "seenAt", r.total, r.done, r.skipped, r.failed,
  r.created_at as "createdAt", r.ended_at as "endedAt"`;
export const runSource = 'platform.runs r left join platform.runs u on u.undoes = r.id';

const selectRun = sqlQuery<Run>('admin.select-run', `select ${runColumns} from ${runSource} where r.id = $1`);

const lockWaiting = sqlQuery(
  'admin.lock-waiting-run-rows',
  `select from platform.run_rows where run_id = $1 and state = 'waiting' order by position for update`,
);
const lockRunRow = sqlQuery('admin.lock-run', 'select from platform.runs where id = $1 for update');

/**
 * Locks an ended run, so that it is undone only once. Waits for the row that was being changed when the run was
 * stopped. Lock order: rows, then the run.
 */
export async function lockRun(tx: Tx, id: number): Promise<void> {
  await lockWaiting(tx, [id]);
  await lockRunRow(tx, [id]);
}

export async function findRun(db: Db, id: number): Promise<Run | null> {
  return (await selectRun(db, [id]))[0] ?? null;
}

type NewRun = Pick<Run, 'action' | 'input' | 'undoes' | 'seenAt' | 'total' | 'createdAt'>;

interface RunValues extends Omit<NewRun, 'input'> {
  readonly json: string | null;
  readonly kind: Actor['kind'];
  readonly name: string;
  readonly staffId: number | null;
  readonly network: string | null;
}

const insertRunRow = namedQuery<RunValues, { id: number }>(
  'admin.insert-run',
  `insert into platform.runs (action, input, undoes, total, created_at, by_kind, by, by_staff_id, network, seen_at)
  values ($action, $json::jsonb, $undoes, $total, $createdAt, $kind, $name, $staffId, $network, $seenAt) returning id`,
);
const insertRows = sqlQuery(
  'admin.insert-run-rows',
  `insert into platform.run_rows (run_id, position, subject_id)
  select $1, position, id from unnest($2::bigint[]) with ordinality as subject (id, position)`,
);

/** @param ids unique ids, in the order in which the rows are changed */
export async function insertRun(
  tx: Tx,
  { kind, name, staffId, network = null }: Actor,
  { input, ...run }: NewRun,
  ids: readonly number[],
): Promise<number> {
  const json = input === null ? null : JSON.stringify(input);
  const [inserted] = await insertRunRow(tx, { ...run, json, kind, name, staffId, network });
  if (!inserted) throw new Error('the run was not written');
  await insertRows(tx, [inserted.id, ids]);
  return inserted.id;
}

const lockNext = sqlQuery<Pick<RunRow, 'position' | 'subjectId'>>(
  'admin.lock-run-row',
  `select row.position, row.subject_id as "subjectId"
  from platform.run_rows row join platform.runs run on run.id = row.run_id and run.state = 'running'
  where row.run_id = $1 and row.state = 'waiting' and row.position >= $2
  order by row.position limit 1 for update of row skip locked`,
);

/** Locks the next waiting row, unless the run was stopped. Skips rows that another process has locked. */
export async function lockNextRow(
  tx: Tx,
  runId: number,
  from: number,
): Promise<Pick<RunRow, 'position' | 'subjectId'> | null> {
  return (await lockNext(tx, [runId, from]))[0] ?? null;
}

type MarkedRow = Omit<RunRow, 'subjectId'>;

const updateRow = namedQuery<MarkedRow & { readonly runId: number }>(
  'admin.mark-run-row',
  `with marked as (
    update platform.run_rows set state = $state, label = $label, code = $code, message = $message, ended_at = $endedAt
    where run_id = $runId and position = $position and state = 'waiting' returning run_id, state
  )
  update platform.runs set done = done + (marked.state = 'done')::int, skipped = skipped + (marked.state = 'skipped')::int,
    failed = failed + (marked.state = 'failed')::int
  from marked where id = run_id`,
);

export async function markRow(tx: Tx, runId: number, row: MarkedRow): Promise<void> {
  await updateRow(tx, { ...row, runId });
}

const updateEnded = sqlQuery(
  'admin.end-run',
  `update platform.runs set state = 'done', ended_at = $2, input = null
  where id = $1 and state = 'running' and done + skipped + failed = total`,
);

/**
 * Ends a run whose rows all have a result. Deletes its input, which may contain personal data of customers and is no
 * longer needed.
 */
export async function endRun(db: Db, id: number, now: Date): Promise<void> {
  await updateEnded(db, [id, now]);
}

const updateStopped = sqlQuery<{ id: number }>(
  'admin.stop-run',
  `update platform.runs set state = 'stopped', stopped_because = $2, ended_at = $3, input = null
  where id = $1 and state = 'running' and done + skipped + failed < total returning id`,
);

/** @returns false when the run had already ended */
export async function markStopped(db: Db, id: number, reason: StopReason, now: Date): Promise<boolean> {
  return (await updateStopped(db, [id, reason, now])).length === 1;
}

const rowColumns = 'position, subject_id as "subjectId", state, label, code, message, ended_at as "endedAt"';
const selectRows = sqlQuery<RunRow>(
  'admin.select-run-rows',
  `select ${rowColumns} from platform.run_rows where run_id = $1 and position > $2 order by position limit $3`,
);
const selectRowsOfState = sqlQuery<RunRow>(
  'admin.select-run-rows-of-state',
  `select ${rowColumns} from platform.run_rows where run_id = $1 and position > $2 and state = $4 order by position limit $3`,
);

/**
 * Lists rows in order.
 * @param after position of the last row of the previous page; 0 for the first page
 * @param state null for rows of any state
 */
export function listRunRows(
  db: Db,
  runId: number,
  state: RunRowState | null,
  after: number,
  limit: number,
): Promise<RunRow[]> {
  return state === null ? selectRows(db, [runId, after, limit]) : selectRowsOfState(db, [runId, after, limit, state]);
}

const selectDone = sqlQuery<{ subjectId: number }>(
  'admin.select-done-run-rows',
  `select subject_id as "subjectId" from platform.run_rows where run_id = $1 and state = 'done' order by position desc`,
);

/** The last change comes first. */
export async function listChangedSubjects(db: Db, runId: number): Promise<number[]> {
  return (await selectDone(db, [runId])).map(({ subjectId }) => subjectId);
}

const selectRunning = sqlQuery<{ id: number }>(
  'admin.select-running-runs',
  `select id from platform.runs where state = 'running' order by id`,
);

export async function listRunningRuns(db: Db): Promise<number[]> {
  return (await selectRunning(db, [])).map(({ id }) => id);
}

const deleteOld = sqlQuery<{ id: number }>(
  'admin.delete-old-runs',
  `delete from platform.runs where id in (
    select id from platform.runs run where created_at < $1 and state <> 'running'
      and not exists (select from platform.runs undo where undo.undoes = run.id and undo.created_at >= $1)
    order by created_at limit $2
  ) returning id`,
);

/** @returns the number of deleted runs; their rows are deleted with them */
export async function deleteOldRuns(db: Db, before: Date, limit: number): Promise<number> {
  return (await deleteOld(db, [before, limit])).length;
}
