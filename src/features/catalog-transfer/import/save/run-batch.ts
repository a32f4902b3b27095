import type { SaveResult } from '#features/catalog/index.ts';
import { lockStockLevels } from '#features/inventory/index.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import { type Db, inTransaction, sqlQuery, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, postgresError } from '#platform/database/postgres-errors.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { Columns } from '../parse/columns.ts';
import { findColumnHead } from '../parse/find-column-head.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportCode } from '../report.ts';
import type { BatchResult, ImportTarget, SaveRows } from './batch.ts';
import { findRows } from './find-references.ts';
import { finishProductRows } from './finish-product-rows.ts';
import { importProductRows } from './import-product-rows.ts';
import { importVariationRows } from './import-variation-rows.ts';
import type { FieldChange, ImportStage, RowRecorder } from './row-recorder.ts';
import type { SkippedParents } from './skipped-parents.ts';
import { createFingerprint, createLinkFingerprint, formatStoredRows, loadStoredRows, toJson } from './stored-rows.ts';

const lockProducts = sqlQuery(
  'catalog-transfer.lock-products',
  `select from products p where p.id in (select v.product_id from variations v where v.id = any($1::integer[])) order by p.id for no key update`,
);

const maxFields = 50;
const maxValueLength = 500;

/** Refused rows are left out. */
function recordRows(recorder: RowRecorder, stage: ImportStage, saveRows: SaveRows): SaveRows {
  return async (target, tx, rows) => {
    const { shop } = target;
    const ids = await findStoredIds(tx, rows);
    if (recorder.isLocking) {
      await lockProducts(tx, [[...ids.values()]]);
      // Orders reduce stock levels without locking the product.
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

export interface ImportRun extends ImportTarget {
  readonly db: Db;
  readonly dryRun: boolean;
  readonly columns: Columns;
  readonly report: ReportBuilder<ImportCode>;
  readonly parents: SkippedParents;
}

const savers: Readonly<Record<ImportStage, SaveRows>> = {
  products: importProductRows,
  variations: importVariationRows,
  links: finishProductRows,
};

/**
 * Saves rows in one transaction. If the database rejects it, the rows are saved one by one, so that
 * one invalid row doesn't affect the others.
 */
export async function runBatch(run: ImportRun, rows: readonly ParsedRow[], stage: ImportStage): Promise<void> {
  const saveRows = savers[stage];
  const save = run.recorder ? recordRows(run.recorder, stage, saveRows) : saveRows;
  let batchResult: BatchResult;
  try {
    batchResult = run.dryRun
      ? await runDryBatch(run, rows, save, saveRows)
      : await inTransaction(run.db, (tx) => save(run, tx, rows));
  } catch (error) {
    // Continue after invalid data (class 22), violated constraints (23), exceeded limits (54).
    if (isDatabaseUnavailable(error) || !/^(?:2[23]|54)/.test(postgresError(error)?.code ?? '')) throw error;
    if (rows.length > 1) {
      for (const row of rows) await runBatch(run, [row], stage);
      return;
    }
    const message = postgresError(error)?.message ?? 'the database rejected it';
    batchResult = { results: [{ ok: false, problems: [{ code: 'INVALID', field: '', message }] }], warnings: [] };
  }
  const retryRows: ParsedRow[] = [];
  for (const [index, row] of rows.entries()) {
    const result = batchResult.results[index];
    if (result && isSaleRefused(result) && row.salePrice != null) retryRows.push(dropSale(run, row));
    else if (result) reportResult(run, row, result);
  }
  for (const { line, field, code, message } of batchResult.warnings) {
    run.report.addMessage({ level: 'warning', line, column: findColumnHead(run.columns, field), code, message });
  }
  if (retryRows.length > 0) await runBatch(run, retryRows, stage);
}

/**
 * Saves the rows of a dry run. A dry run must not lock the stock of a running shop: the batch is rolled back,
 * then saved again without stock, so that later rows can refer to the batch.
 */
async function runDryBatch(
  run: ImportRun,
  rows: readonly ParsedRow[],
  save: SaveRows,
  saveAgain: SaveRows,
): Promise<BatchResult> {
  const result = await runAndRollBack(run.db, (tx) => save(run, tx, rows));
  const isKept = (_: ParsedRow, index: number) => result.results[index]?.ok === true;
  await inTransaction(run.db, (tx) =>
    saveAgain(
      run,
      tx,
      // Rows that the recorder refused must not exist when later rows are checked.
      (run.recorder ? rows.filter(isKept) : rows).map((row) => ({ ...row, stock: {} })),
    ),
  );
  return result;
}

class RollbackSignal<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('rolled back on purpose');
    this.result = result;
  }
}

/** Returns the result of `work` after rolling it back. `work` may run more than once, like any transaction. */
export async function runAndRollBack<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let signal: RollbackSignal<Result> | null = null;
  try {
    return await inTransaction(db, async (tx) => {
      signal = new RollbackSignal(await work(tx));
      throw signal;
    });
  } catch (error) {
    if (error === signal && signal !== null) return (signal as RollbackSignal<Result>).result;
    throw error;
  }
}

const isSaleRefused = (result: SaveResult) =>
  !result.ok &&
  result.problems.length > 0 &&
  result.problems.every(({ field }) => /^(master\.)?salePrice$/.test(field));

/** Removes a sale price that is not below the regular price. The exporting shop ignored such prices. */
function dropSale({ report, columns }: ImportRun, row: ParsedRow): ParsedRow {
  const message = 'is not below the regular price, so there is no sale';
  const column = findColumnHead(columns, 'salePrice');
  report.addMessage({ level: 'warning', line: row.line, column, code: 'SALE_DROPPED', message });
  return { ...row, salePrice: null, saleFrom: null, saleTo: null };
}

function reportResult({ report, columns, parents }: ImportRun, row: ParsedRow, result: SaveResult): void {
  if (result.ok) {
    report.setOutcome(row.line, result.outcome);
    return;
  }
  for (const { code, field, message } of result.problems) {
    const parentLine = field === 'parent' && row.parent ? parents.findLine(row.parent) : undefined;
    if (parentLine !== undefined)
      parents.addVariation(parentLine, { line: row.line, sku: row.sku ?? null, importId: row.importId });
    const importCode = field === 'parent' ? 'UNKNOWN_PARENT' : code === 'INVALID' ? 'BAD_VALUE' : 'REFUSED';
    report.addMessage({
      level: 'error',
      line: row.line,
      column: findColumnHead(columns, field),
      code: importCode,
      message: parentLine === undefined ? message : `its product in line ${parentLine} was skipped`,
    });
  }
}
