import { type SQL, sql } from 'drizzle-orm';
import { type AuditSubject, recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { BulkAction } from './bulk-action.ts';
import { checkInput, type RunInput, type StoredInput } from './run-input.ts';
import { enqueueRun } from './run-jobs.ts';
import { findRun, insertRun, type Run } from './run-rows.ts';
import { workOnRun } from './work-on-run.ts';

/** Largest number of rows that are done during the request. */
const maxRowsInRequest = 50;
/** Milliseconds after which a job takes over the remaining rows. */
const requestTime = 5_000;
const maxRows = 100_000;

export interface RunRequest {
  readonly action: string;
  /**
   * The input of the action. If the action has fields for each row, every id of `ids` needs a row, and no other row
   * is allowed.
   */
  readonly input?: RunInput;
  readonly subjects: RunSubjects;
  /** When the page was shown on which the person saw the objects. */
  readonly seenAt?: Date | null;
}

export type RunSubjects =
  | { readonly ids: readonly number[] }
  /**
   * All matching objects: the query selects `id` in the order of the changes. `confirmed` is the number that
   * the person has seen; fewer objects are accepted, more are refused.
   */
  | { readonly query: SQL; readonly confirmed: number };

export type StartRunResult =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly code: 'RUN_NOT_ALLOWED' | 'RUN_EMPTY' | 'RUN_TOO_LARGE' }
  | { readonly ok: false; readonly code: 'RUN_COUNT_CHANGED'; readonly count: number };

/**
 * Starts one action on many objects. Up to 50 are done when the promise resolves; a job does more.
 * @throws for an unknown action, an input that its fields refuse, and for shoppers
 */
export async function startRun(shop: Shop, actor: Actor, request: RunRequest): Promise<StartRunResult> {
  const action = shop.bulkActions.get(request.action);
  if (!action) throw new TypeError(`No feature has the bulk action '${request.action}'`);
  if (actor.kind === 'shopper') throw new TypeError('shoppers begin no runs');
  if (!isPermitted(actor, action.requires)) return { ok: false, code: 'RUN_NOT_ALLOWED' };
  const { subjects, seenAt = null } = request;
  const input = checkInput(shop, action, request.input, 'ids' in subjects ? subjects.ids : null);
  const begun = await inTransaction(shop.db, async (tx) => {
    const ids = await listSubjects(tx, subjects);
    const refusal = refuseCount(subjects, ids.length);
    if (refusal) return refusal;
    return { ok: true, id: await beginRun(shop, tx, actor, { action, input, undoes: null, seenAt }, ids) } as const;
  });
  return begun.ok ? { ok: true, run: await workInRequest(shop, begun.id) } : begun;
}

async function listSubjects(tx: Tx, subjects: RunSubjects): Promise<readonly number[]> {
  if ('ids' in subjects) return [...new Set(subjects.ids)];
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from (${subjects.query}) matching limit ${maxRows + 1}`,
  );
  return rows.map(({ id }) => id);
}

function refuseCount(subjects: RunSubjects, count: number): Extract<StartRunResult, { readonly ok: false }> | null {
  if (count === 0) return { ok: false, code: 'RUN_EMPTY' };
  if (count > maxRows) return { ok: false, code: 'RUN_TOO_LARGE' };
  if ('query' in subjects && count > subjects.confirmed) return { ok: false, code: 'RUN_COUNT_CHANGED', count };
  return null;
}

export interface NewRun {
  readonly action: BulkAction;
  readonly input: StoredInput;
  readonly undoes: number | null;
  readonly seenAt?: Date | null;
}

export async function beginRun(
  shop: Shop,
  tx: Tx,
  actor: Actor,
  { action: { name }, input, undoes, seenAt = null }: NewRun,
  ids: readonly number[],
): Promise<number> {
  const now = shop.clock.now();
  const total = ids.length;
  const id = await insertRun(tx, actor, { action: name, input, undoes, seenAt, total, createdAt: now }, ids);
  // The input of a row is in the audit entry of that row, as far as the action records it.
  const after = { action: name, total, input: input?.all ?? null, undoes };
  await recordAudit(tx, actor, { subject: toRunSubject(id), action: 'runs.start', before: null, after }, id);
  // Few rows are done in the request; the job continues them if this process ends meanwhile.
  const runAt = total > maxRowsInRequest ? now : new Date(now.getTime() + 2 * requestTime);
  await enqueueRun(shop, tx, id, runAt);
  return id;
}

export const toRunSubject = (id: number): AuditSubject => ({ kind: 'run', id, label: String(id) });

/** Works on the rows of a small run during the request, and returns the run afterwards. */
export async function workInRequest(shop: Shop, id: number): Promise<Run> {
  const begun = await findRun(shop.db, id);
  if (!begun) throw new Error(`run ${id} is gone`);
  if (begun.total > maxRowsInRequest) return begun;
  const end = performance.now() + requestTime;
  await workOnRun(shop, id, () => performance.now() > end);
  return (await findRun(shop.db, id)) ?? begun;
}
