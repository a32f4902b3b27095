import type { SaveResult } from '#features/catalog/index.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, postgresError } from '#platform/database/postgres-errors.ts';
import type { Columns } from '../parse/columns.ts';
import { findColumnHead } from '../parse/find-column-head.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportCode } from '../report.ts';
import type { BatchResult, ImportTarget, SaveRows } from './batch.ts';
import { finishProductRows } from './finish-product-rows.ts';
import { importProductRows } from './import-product-rows.ts';
import { importVariationRows } from './import-variation-rows.ts';
import { recordRows } from './record-rows.ts';
import type { ImportStage } from './row-recorder.ts';
import type { SkippedParents } from './skipped-parents.ts';

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
 * one bad row doesn't affect the others.
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
 * A dry run must not lock the stock of a running shop: the batch is rolled back, then saved again
 * without stock for the rows that follow.
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
      // What the recorder refused must not exist for the rows that follow.
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

/**
 * Runs work, rolls it back and returns its result. It may run more than once, like any transaction.
 */
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

/**
 * Exports contain sale prices that are not below the regular price; the exporting shop ignored
 * them.
 */
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
