import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { manageRuns } from './permissions.ts';
import { findRun, listChangedSubjects, lockRun, markStopped, type Run } from './run-rows.ts';
import { beginRun, toRunSubject, workInRequest } from './start-run.ts';

/** Whether the actor may see a run: their own run, or any run with the permission to manage runs. */
function isVisible(actor: Actor, { byStaffId }: Pick<Run, 'byStaffId'>): boolean {
  return isPermitted(actor, manageRuns.name) || (byStaffId !== null && byStaffId === actor.staffId);
}

/** @returns null for a run that does not exist, and for one that the actor may not see */
export async function findVisibleRun(shop: Shop, actor: Actor, id: number): Promise<Run | null> {
  const run = await findRun(shop.db, id);
  return run && isVisible(actor, run) ? run : null;
}

/** Stops a run after the current row. Changes that were made stay. */
export async function stopRun(
  shop: Shop,
  actor: Actor,
  id: number,
): Promise<{ readonly ok: true } | { readonly ok: false; readonly code: 'not_found' | 'RUN_ENDED' }> {
  const run = await findVisibleRun(shop, actor, id);
  if (!run) return { ok: false, code: 'not_found' };
  return inTransaction(shop.db, async (tx) => {
    if (!(await markStopped(tx, id, 'asked', shop.clock.now()))) return { ok: false, code: 'RUN_ENDED' } as const;
    await recordAudit(tx, actor, { subject: toRunSubject(id), action: 'runs.stop', before: null, after: null }, id);
    return { ok: true } as const;
  });
}

/** Whether an ended run has changes that its action can undo, and was not undone yet. */
export function isUndoable({ bulkActions }: Pick<Shop, 'bulkActions'>, run: Run): boolean {
  const { state, undoes, undoneBy, done } = run;
  const hasUndo = bulkActions.get(run.action)?.undo !== undefined;
  return hasUndo && state !== 'running' && undoes === null && undoneBy === null && done > 0;
}

export type UndoRunResult =
  | { readonly ok: true; readonly run: Run }
  | { readonly ok: false; readonly code: 'not_found' | 'RUN_NOT_UNDOABLE' | 'RUN_NOT_ALLOWED' };

/** Starts a run that undoes the changes of another run, the last change first. */
export async function undoRun(shop: Shop, actor: Actor, id: number): Promise<UndoRunResult> {
  const seen = await findVisibleRun(shop, actor, id);
  const action = seen && shop.bulkActions.get(seen.action);
  if (!seen) return { ok: false, code: 'not_found' };
  if (!action) return { ok: false, code: 'RUN_NOT_UNDOABLE' };
  if (!isPermitted(actor, action.requires)) return { ok: false, code: 'RUN_NOT_ALLOWED' };
  if (!isUndoable(shop, seen)) return { ok: false, code: 'RUN_NOT_UNDOABLE' };
  const undoId = await inTransaction(shop.db, async (tx) => {
    await lockRun(tx, id);
    const run = await findRun(tx, id);
    if (!run || !isUndoable(shop, run)) return null;
    return beginRun(shop, tx, actor, { action, input: null, undoes: id }, await listChangedSubjects(tx, id));
  });
  return undoId === null
    ? { ok: false, code: 'RUN_NOT_UNDOABLE' }
    : { ok: true, run: await workInRequest(shop, undoId) };
}
