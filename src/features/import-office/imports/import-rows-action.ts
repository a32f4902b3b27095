import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { defineBulkAction, type RowResult } from '#platform/admin/runs/bulk-action.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { AppliedRow, ImportKind, RowToApply } from '../kinds/kind.ts';
import { findKind } from '../kinds/kinds.ts';
import { importPermission } from '../permissions.ts';
import { importTexts as texts } from '../texts.ts';
import {
  endBatch,
  findImport,
  listRowsOfBatch,
  lockBatch,
  lockChanges,
  markUndoneChanges,
  type RowResult as ResultOfRow,
  type StoredBatch,
  type StoredImport,
} from './import-store.ts';

interface Work {
  readonly file: StoredImport;
  readonly kind: ImportKind;
  readonly batch: StoredBatch;
  readonly label: string;
}

type Refusal = Extract<RowResult, { readonly ok: false }>;

/** Locks the batch, and checks again whether the actor may change what the file contains. */
async function lockWork({ t }: Shop, tx: Tx, id: number, actor: Actor): Promise<Work | Refusal> {
  const batch = await lockBatch(tx, { id });
  const file = batch && (await findImport(tx, { id: batch.importId }));
  const kind = file && findKind(file.kind);
  if (!batch || !file || !kind) return { ok: false, code: 'IMPORT_GONE', message: t(texts.IMPORT_GONE) };
  const [first = 0, last = 0] = [batch.lines[0], batch.lines.at(-1)];
  const label = t(texts.batch, { name: file.name, first, last });
  if (!isPermitted(actor, kind.requires))
    return { ok: false, code: 'IMPORT_NOT_ALLOWED', message: t(texts.IMPORT_NOT_ALLOWED), label };
  return { file, kind, batch, label };
}

/**
 * Imports the rows of a batch in one transaction, so that a killed process neither leaves a row half imported nor
 * imports it twice.
 */
export const importRowsAction = defineBulkAction({
  name: 'import-office.import-rows',
  text: texts.importRows,
  subject: 'import-rows',
  requires: importPermission.name,
  run: async (shop, tx, id, _input, actor) => {
    const work = await lockWork(shop, tx, id, actor);
    if ('ok' in work) return work;
    const { file, kind, batch, label } = work;
    if (batch.appliedAt !== null || file.reading === null)
      return { ok: false, code: 'IMPORT_DONE', message: shop.t(texts.IMPORT_DONE), label, isSkipped: true };
    const rows = await listRowsOfBatch(tx, batch);
    const applied = await kind.apply(shop, tx, { reading: file.reading, stage: batch.stage, rows, by: actor });
    const results = toResults(rows, applied);
    const changes = applied.changes.filter(({ outcome }) => outcome !== 'unchanged');
    await endBatch(tx, batch, { now: shop.clock.now(), results, changes });
    for (const change of changes) await recordChange(tx, actor, kind, change);
    const count = (outcome: ResultOfRow['outcome']) => results.filter((row) => row.outcome === outcome).length;
    const counts = { created: count('created'), updated: count('updated'), refused: count('refused') };
    return { ok: true, change: { label, before: null, after: counts } };
  },
  undo: async (shop, tx, id, _change, actor) => {
    const work = await lockWork(shop, tx, id, actor);
    if ('ok' in work) return work;
    const changes = await lockChanges(tx, id);
    const problems = await work.kind.undo(shop, tx, changes, actor);
    const undone = changes.map((change) => ({ id: change.id, problem: problems.get(change.id) ?? null }));
    await markUndoneChanges(tx, shop.clock.now(), undone);
    const left = undone.filter(({ problem }) => problem !== null).length;
    const after = { undone: undone.length - left, left };
    return { ok: true, change: { label: work.label, before: { undone: 0, left: 0 }, after } };
  },
});

function toResults(
  rows: readonly RowToApply[],
  { changes, messages }: Awaited<ReturnType<ImportKind['apply']>>,
): ResultOfRow[] {
  const outcomes = new Map(changes.map(({ line, outcome }) => [line, outcome]));
  // Leave out warnings, which the dry run has already reported.
  const errors = Map.groupBy(
    messages.filter(({ level }) => level === 'error'),
    ({ line }) => line,
  );
  return rows.map(({ line }) => {
    const told = errors.get(line) ?? [];
    return { line, outcome: told.length > 0 ? 'refused' : (outcomes.get(line) ?? 'refused'), messages: told };
  });
}

async function recordChange(
  tx: Tx,
  actor: Actor,
  kind: ImportKind,
  { auditId, label, outcome, fields }: AppliedRow,
): Promise<void> {
  const pick = (side: 'before' | 'after') => Object.fromEntries(fields.map((field) => [field.field, field[side]]));
  await recordAudit(tx, actor, {
    ...{ subject: { kind: kind.subject, id: auditId, label }, action: importRowsAction.name },
    ...{ before: outcome === 'created' ? null : pick('before'), after: pick('after') },
  });
}
