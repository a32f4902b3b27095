import type { SaveResult } from '#features/catalog/index.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, postgresError } from '#platform/database/postgres-errors.ts';
import type { BatchResult, Target, Work } from './batch.ts';
import type { Columns } from './columns.ts';
import { headOf } from './head-of.ts';
import type { ParsedRow } from './parsed-row.ts';
import type { ImportCode } from './report.ts';

export interface Run extends Target {
  readonly db: Db;
  readonly dryRun: boolean;
  readonly columns: Columns;
  readonly report: ReportBuilder<ImportCode>;
}

/** Writes some rows together. One that is refused must not take the others with it, so then they go in one by one. */
export async function runBatch(run: Run, rows: readonly ParsedRow[], work: Work): Promise<void> {
  let done: BatchResult;
  try {
    done = run.dryRun ? await tryOut(run, rows, work) : await inTransaction(run.db, (tx) => work(run, tx, rows));
  } catch (error) {
    // A value that won't do, one that is refused, or one too large for an index.
    if (isDatabaseUnavailable(error) || !/^(?:2[23]|54)/.test(postgresError(error)?.code ?? '')) throw error;
    if (rows.length > 1) {
      for (const row of rows) await runBatch(run, [row], work);
      return;
    }
    const message = postgresError(error)?.message ?? 'the database rejected it';
    done = { results: [{ ok: false, problems: [{ code: 'INVALID', field: '', message }] }], notes: [] };
  }
  const again: ParsedRow[] = [];
  for (const [at, row] of rows.entries()) {
    const result = done.results[at];
    if (result && saleIsTheFault(result) && row.salePrice != null) again.push(withoutSale(run, row));
    else if (result) settle(run, row, result);
  }
  for (const { line, field, code, message } of done.notes) {
    run.report.say({ level: 'warning', line, column: headOf(run.columns, field), code, message });
  }
  if (again.length > 0) await runBatch(run, again, work);
}

/** A trial must not hold the stock of a shop that sells meanwhile: what the batch did is undone, then done again but for stock. */
async function tryOut(run: Run, rows: readonly ParsedRow[], work: Work): Promise<BatchResult> {
  const result = await undone(run.db, (tx) => work(run, tx, rows));
  await inTransaction(run.db, (tx) =>
    work(
      run,
      tx,
      rows.map((row) => ({ ...row, stock: {} })),
    ),
  );
  return result;
}

class Undone<Result> extends Error {
  readonly result: Result;
  constructor(result: Result) {
    super('a trial');
    this.result = result;
  }
}

/** What some work would come to. It may run more than once, like any transaction. */
export async function undone<Result>(db: Db, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  let last: Undone<Result> | null = null;
  try {
    return await inTransaction(db, async (tx) => {
      last = new Undone(await work(tx));
      throw last;
    });
  } catch (error) {
    if (error === last && last !== null) return (last as Undone<Result>).result;
    throw error;
  }
}

const saleIsTheFault = (result: SaveResult) =>
  !result.ok &&
  result.problems.length > 0 &&
  result.problems.every(({ field }) => /^(master\.)?salePrice$/.test(field));

/** Exports hold sales that are none: the other shop never showed them. */
function withoutSale({ report, columns }: Run, row: ParsedRow): ParsedRow {
  const message = 'is not below the regular price, so there is no sale';
  const column = headOf(columns, 'salePrice');
  report.say({ level: 'warning', line: row.line, column, code: 'SALE_DROPPED', message });
  return { ...row, salePrice: null, saleFrom: null, saleTo: null };
}

function settle({ report, columns }: Run, row: ParsedRow, result: SaveResult): void {
  if (result.ok) {
    report.settle(row.line, result.outcome);
    return;
  }
  for (const { code, field, message } of result.problems) {
    const importCode = field === 'parent' ? 'UNKNOWN_PARENT' : code === 'INVALID' ? 'BAD_VALUE' : 'REFUSED';
    report.say({ level: 'error', line: row.line, column: headOf(columns, field), code: importCode, message });
  }
}
