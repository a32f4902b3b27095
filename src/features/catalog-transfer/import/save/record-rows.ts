import { lockStockLevels } from '#features/inventory/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { BatchResult, SaveRows } from './batch.ts';
import { findRows } from './find-references.ts';
import type { FieldChange, ImportStage, RowRecorder } from './row-recorder.ts';
import { createFingerprint, createLinkFingerprint, formatStoredRows, loadStoredRows, toJson } from './stored-rows.ts';

const lockProducts = sqlQuery(
  'catalog-transfer.lock-products',
  `select from products p where p.id in (select v.product_id from variations v where v.id = any($1::integer[])) order by p.id for no key update`,
);

const maxFields = 50;
const maxValueLength = 500;

/** Saves rows and tells the recorder what changed. Refused rows are left out. */
export function recordRows(recorder: RowRecorder, stage: ImportStage, saveRows: SaveRows): SaveRows {
  return async (target, tx, rows) => {
    const { shop } = target;
    const ids = await findStoredIds(tx, rows);
    if (recorder.isLocking) {
      await lockProducts(tx, [[...ids.values()]]);
      // Sales take stock without the lock of the product.
      await lockStockLevels(
        tx,
        [...ids].flatMap(([row, id]) => (setsStock(row) ? id : [])),
      );
    }
    const stored = await loadStoredRows(shop, tx, [...ids.values()]);
    const storedCells = await formatStoredRows(shop, tx, stored);
    const findBefore = (row: ParsedRow) => stored.get(ids.get(row) ?? 0) ?? null;
    const getFingerprint = (row: ParsedRow) =>
      stage === 'links' ? createLinkFingerprint(findBefore(row)) : createFingerprint(findBefore(row), setsStock(row));
    const refusals = new Map(
      rows.flatMap((row) => {
        const message = recorder.refuse(row, stage, findBefore(row), getFingerprint(row));
        return message === null ? [] : [[row, message] as const];
      }),
    );
    const accepted = rows.filter((row) => !refusals.has(row));
    const saved = accepted.length === 0 ? { results: [], warnings: [] } : await saveRows(target, tx, accepted);
    const results = new Map(accepted.map((row, index) => [row, saved.results[index]]));
    const savedIds = [...results.values()].flatMap((result) => (result?.ok ? result.id : []));
    const after = await loadStoredRows(shop, tx, savedIds);
    const afterCells = await formatStoredRows(shop, tx, after);
    for (const [row, result] of results) {
      const now = result?.ok ? after.get(result.id) : undefined;
      if (!result?.ok || !now) continue;
      const before = stored.get(result.id) ?? null;
      const isChanged = result.outcome !== 'unchanged';
      recorder.record({
        ...{ line: row.line, stage, id: result.id, productId: now.owner.id, fingerprint: getFingerprint(row) },
        outcome: before === null && result.outcome === 'updated' ? 'created' : result.outcome,
        label: now.variation.sku || now.owner.name,
        fields: isChanged ? compareCells(storedCells.get(result.id) ?? {}, afterCells.get(result.id) ?? {}) : [],
        before: before && toJson({ product: before.product, variation: before.variation }),
        after: toJson({ product: now.product, variation: now.variation }),
      });
    }
    return { results: rows.map((row) => results.get(row) ?? refuseRow(refusals.get(row))), warnings: saved.warnings };
  };
}

const setsStock = ({ stock }: ParsedRow) => Object.values(stock).some((value) => value !== undefined);

const refuseRow = (message = ''): BatchResult['results'][number] => ({
  ok: false,
  problems: [{ code: 'NOT_FOUND', field: '', message }],
});

async function findStoredIds(db: Db, rows: readonly ParsedRow[]): Promise<Map<ParsedRow, number>> {
  const found = await findRows(db, rows);
  return new Map(rows.flatMap((row) => [[row, found.findIds(row)?.id ?? 0] as const].filter(([, id]) => id > 0)));
}

type Cells = Readonly<Record<string, string>>;

function compareCells(before: Cells, after: Cells): FieldChange[] {
  const cut = (text: string) => (text.length > maxValueLength ? `${cutText(text, maxValueLength)}…` : text);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => (before[field] ?? '') !== (after[field] ?? ''))
    .slice(0, maxFields)
    .map((field) => ({ field, before: cut(before[field] ?? ''), after: cut(after[field] ?? '') }));
}
