import type { SaveResult } from '#features/catalog/index.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, postgresError } from '#platform/database/postgres-errors.ts';
import type { Columns } from '../parse/columns.ts';
import { findHead } from '../parse/find-head.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportCode } from '../report.ts';
import type { BatchResult, ImportTarget, SaveRows } from './batch.ts';

export interface ImportRun extends ImportTarget {
  readonly db: Db;
  readonly dryRun: boolean;
  readonly columns: Columns;
  readonly report: ReportBuilder<ImportCode>;
}

/**
 * Saves rows in one transaction. If the database rejects it, the rows are saved one by one, so that
 * one bad row doesn't affect the others.
 */
export async function runBatch(run: ImportRun, rows: readonly ParsedRow[], work: SaveRows): Promise<void> {
  let done: BatchResult;
  try {
    done = run.dryRun ? await runDryBatch(run, rows, work) : await inTransaction(run.db, (tx) => work(run, tx, rows));
  } catch (error) {
    // Continue only for invalid data (class 22), violated constraints (23) and exceeded limits
    // (54).
    if (isDatabaseUnavailable(error) || !/^(?:2[23]|54)/.test(postgresError(error)?.code ?? '')) throw error;
    if (rows.length > 1) {
      for (const row of rows) await runBatch(run, [row], work);
      return;
    }
    const message = postgresError(error)?.message ?? 'the database rejected it';
    done = { results: [{ ok: false, problems: [{ code: 'INVALID', field: '', message }] }], warnings: [] };
  }
  const again: ParsedRow[] = [];
  for (const [at, row] of rows.entries()) {
    const result = done.results[at];
    if (result && isSaleRefused(result) && row.salePrice != null) again.push(dropSale(run, row));
    else if (result) reportResult(run, row, result);
  }
  for (const { line, field, code, message } of done.warnings) {
    run.report.say({ level: 'warning', line, column: findHead(run.columns, field), code, message });
  }
  if (again.length > 0) await runBatch(run, again, work);
}

/**
 * A dry run must not lock the stock of a running shop: the batch is rolled back, then saved again
 * without stock for the rows that follow.
 */
async function runDryBatch(run: ImportRun, rows: readonly ParsedRow[], work: SaveRows): Promise<BatchResult> {
  const result = await runAndRollBack(run.db, (tx) => work(run, tx, rows));
  await inTransaction(run.db, (tx) =>
    work(
      run,
      tx,
      rows.map((row) => ({ ...row, stock: {} })),
    ),
  );
  return result;
}

class RollbackSignal<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('a trial');
    this.result = result;
  }
}

/**
 * Runs work, rolls it back and returns its result. It may run more than once, like any transaction.
 */
export async function runAndRollBack<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let last: RollbackSignal<Result> | null = null;
  try {
    return await inTransaction(db, async (tx) => {
      last = new RollbackSignal(await work(tx));
      throw last;
    });
  } catch (error) {
    if (error === last && last !== null) return (last as RollbackSignal<Result>).result;
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
  const column = findHead(columns, 'salePrice');
  report.say({ level: 'warning', line: row.line, column, code: 'SALE_DROPPED', message });
  return { ...row, salePrice: null, saleFrom: null, saleTo: null };
}

function reportResult({ report, columns }: ImportRun, row: ParsedRow, result: SaveResult): void {
  if (result.ok) {
    report.settle(row.line, result.outcome);
    return;
  }
  for (const { code, field, message } of result.problems) {
    const importCode = field === 'parent' ? 'UNKNOWN_PARENT' : code === 'INVALID' ? 'BAD_VALUE' : 'REFUSED';
    report.say({ level: 'error', line: row.line, column: findHead(columns, field), code: importCode, message });
  }
}
