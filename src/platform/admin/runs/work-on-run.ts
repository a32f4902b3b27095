import { cut } from '#platform/admin/audit/changed-fields.ts';
import { findChangeOfRun } from '#platform/admin/audit/list-audit.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, isRetryable } from '#platform/database/postgres-errors.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toLoggableFailure } from '#platform/jobs/loggable-failure.ts';
import { type Actor, createSystemActor, findStaffActorById, isPermitted } from '#platform/sessions/actor.ts';
import type { BulkAction, RowResult } from './bulk-action.ts';
import { runErrors } from './errors.ts';
import { createInputSchema, pickInput, type StoredInput } from './run-input.ts';
import { endRun, findRun, lockNextRow, markRow, markStopped, type Run, type StopReason } from './run-rows.ts';

type Refused = Extract<RowResult, { readonly ok: false }>;

/** Thrown to roll back what an action wrote before it refused. */
class RowRefused extends Error {
  readonly position: number;
  readonly result: Refused;

  constructor(position: number, result: Refused) {
    super(result.message);
    this.position = position;
    this.result = result;
  }
}

interface Work {
  readonly run: Run;
  readonly action: BulkAction;
  readonly actor: Actor;
  readonly input: StoredInput;
}

/**
 * Works on a run until it has ended, or until `isTime` asks to pause. Any number of processes may do so
 * at the same time, and each may be killed at any moment: a row is changed, recorded and marked in
 * one transaction.
 * @param isTime asked before each row
 * @returns whether nothing is left to do
 */
export async function workOnRun(shop: Shop, runId: number, isTime: () => boolean): Promise<boolean> {
  const run = await findRun(shop.db, runId);
  if (run?.state !== 'running') return true;
  const work = await prepareWork(shop, run);
  if (typeof work === 'string') {
    await markStopped(shop.db, runId, work, shop.clock.now());
    return true;
  }
  for (let next: number | null = 1; next !== null; ) {
    if (isTime()) return false;
    next = await workOnRow(shop, work, next);
  }
  await endRun(shop.db, runId, shop.clock.now());
  return true;
}

/** Checks the permission of the person again: it may have been revoked since the run began. */
async function prepareWork(shop: Shop, run: Run): Promise<Work | StopReason> {
  const action = shop.bulkActions.get(run.action);
  if (!action || (run.undoes !== null && !action.undo)) return 'action_missing';
  // An upgrade may have changed the fields of the action. An undo needs no input.
  const input = run.undoes === null ? createInputSchema(shop, action).safeParse(run.input) : null;
  if (input?.success === false) return 'action_missing';
  const actor = await findActor(shop, run);
  if (!actor || !isPermitted(actor, action.requires)) return 'permission_missing';
  return { run, action, actor, input: input?.data ?? null };
}

/** @returns null for a person who is no longer staff, and for programs, which can't start runs yet */
async function findActor(shop: Shop, { byKind, by, byStaffId, network }: Run): Promise<Actor | null> {
  if (byKind === 'system') return createSystemActor(by);
  const staff = byStaffId === null ? null : await findStaffActorById(shop, byStaffId);
  return staff && { ...staff, network };
}

/** @returns the position from which to look for the next row; null when no row is waiting */
async function workOnRow(shop: Shop, work: Work, from: number): Promise<number | null> {
  let position = from;
  try {
    return await inTransaction(shop.db, async (tx) => {
      const row = await lockNextRow(tx, work.run.id, from);
      if (row === null) return null;
      position = row.position;
      const result = await callAction(shop, tx, work, row.subjectId);
      if (!result.ok) throw new RowRefused(position, result);
      await finishRow(shop, tx, work, { ...row, change: result.change });
      return position + 1;
    });
  } catch (error) {
    if (isDatabaseUnavailable(error) || isRetryable(error)) throw error;
    await refuseRow(shop, work.run, position, toRefusal(shop, work, error));
    return position + 1;
  }
}

async function callAction(shop: Shop, tx: Tx, { run, action, actor, input }: Work, id: number): Promise<RowResult> {
  if (run.undoes === null) return action.run(shop, tx, id, pickInput(input, id) as never, actor, run.seenAt);
  const change = await findChangeOfRun(tx, run.undoes, { kind: action.subject, id });
  if (change === null || action.undo === undefined) {
    const { means } = runErrors.codes.RUN_NOTHING_TO_UNDO;
    return { ok: false, code: 'RUN_NOTHING_TO_UNDO', message: means, isSkipped: true };
  }
  return action.undo(shop, tx, id, change, actor);
}

interface ChangedRow {
  readonly position: number;
  readonly subjectId: number;
  readonly change: Extract<RowResult, { readonly ok: true }>['change'];
}

async function finishRow(
  shop: Shop,
  tx: Tx,
  { run, action, actor }: Work,
  { position, subjectId, change: { label, ...change } }: ChangedRow,
): Promise<void> {
  const subject = { kind: action.subject, id: subjectId, label };
  const name = run.undoes === null ? action.name : `${action.name}:undo`;
  await recordAudit(tx, actor, { subject, action: name, ...change }, run.id);
  const result = { state: 'done', label: cut(label, 200), code: null, message: null } as const;
  await markRow(tx, run.id, { position, ...result, endedAt: shop.clock.now() });
}

function toRefusal(shop: Shop, { run, action }: Work, error: unknown): Refused {
  if (error instanceof RowRefused) return error.result;
  shop.log.error({ run: run.id, action: action.name, ...toLoggableFailure(error) }, 'a row of a run failed');
  return { ok: false, code: 'RUN_ROW_FAILED', message: runErrors.codes.RUN_ROW_FAILED.means };
}

/** Marks a row whose transaction was rolled back, unless another process has the row now or the run was stopped. */
async function refuseRow(shop: Shop, run: Run, position: number, refused: Refused): Promise<void> {
  const { code, message, label = null, isSkipped = false } = refused;
  await inTransaction(shop.db, async (tx) => {
    const row = await lockNextRow(tx, run.id, position);
    if (row?.position !== position) return;
    const result = { label: label && cut(label, 200), code: cut(code, 100), message: cut(message, 500) };
    const state = isSkipped ? 'skipped' : 'failed';
    await markRow(tx, run.id, { position, state, ...result, endedAt: shop.clock.now() });
  });
}
