import { type Db, inTransaction, type Tx } from '#platform/database/database.ts';
import { isDatabaseUnavailable, postgresError } from '#platform/database/failures.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { SaveResult } from '../records.ts';
import { type Columns, readColumns } from './columns.ts';
import { imageUrls } from './common-fields.ts';
import { hasLinks, importLinks } from './link-batch.ts';
import { parseRow } from './parse-row.ts';
import type { ParsedRow } from './parsed-row.ts';
import { importProducts } from './product-batch.ts';
import { type FileRow, readRows, UnreadableFile } from './read-rows.ts';
import { identityOf } from './references.ts';
import { createReport, type ImportReport, type ReportKeeper } from './report.ts';
import { importVariations } from './variation-batch.ts';

export interface ImportOptions {
  /** Writes nothing, but finds everything that an import would. */
  readonly dryRun?: boolean | undefined;
  /** Told after each batch: rows that are through, and rows of the file. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Run {
  readonly shop: Shop;
  readonly db: Db;
  readonly file: string;
  readonly columns: Columns;
  readonly report: ReportKeeper;
  readonly advance: (rows: number) => void;
}

const batchSize = 200;

class DryRunEnds extends Error {}

/**
 * Reads a product export of the e-commerce plugin's format. The file is streamed several times (products, then variations, then links), so that
 * rows may refer to each other in any order and memory stays small. Each batch is a transaction: an import that stopped goes on when it is run
 * again. A row with errors is left out and reported; the others go in.
 */
export async function importProductFile(shop: Shop, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  const report = createReport();
  const opened = await look(file, report);
  if (opened === null) return report.report();
  let done = 0;
  const advance = (rows: number) => {
    done += rows;
    options.onProgress?.(done, opened.rows);
  };
  const run = { shop, file, columns: opened.columns, report, advance };
  if (!options.dryRun) await importAll({ ...run, db: shop.db });
  else {
    await inTransaction(shop.db, async (tx) => {
      await importAll({ ...run, db: tx });
      throw new DryRunEnds();
    }).catch((error) => {
      if (!(error instanceof DryRunEnds)) throw error;
    });
  }
  return report.report();
}

/** Reads the head and counts the rows. Everything of a file that breaks off is still imported up to there. */
async function look(file: string, report: ReportKeeper): Promise<{ columns: Columns; rows: number } | null> {
  let columns: Columns | null = null;
  let rows = -1;
  try {
    for await (const row of readRows(file)) {
      columns ??= readColumns(row.cells);
      rows += 1;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    report.say({ level: 'error', line: error.line, column: '', code: 'UNREADABLE', message: error.message });
  }
  if (columns !== null && (columns.fields.has('name') || columns.fields.has('sku') || columns.fields.has('importId'))) {
    for (const column of columns.unknown) {
      report.say({
        level: 'warning',
        line: 1,
        column,
        code: 'UNKNOWN_COLUMN',
        message: 'the shop has nothing to keep this column in',
      });
    }
    return { columns, rows };
  }
  report.say({
    level: 'error',
    line: 1,
    column: '',
    code: 'UNREADABLE',
    message: 'the first line names none of the columns ID, SKU and Name',
  });
  return null;
}

async function importAll(run: Run): Promise<void> {
  const seen = new Map<string, number>();
  const isFirst = (row: ParsedRow) => checkIdentity(run, row, seen);
  await eachBatch(
    run,
    (type) => type !== 'variation',
    isFirst,
    true,
    (tx, rows) => importProducts(run.shop, tx, rows),
  );
  await eachBatch(
    run,
    (type) => type === 'variation',
    isFirst,
    true,
    (tx, rows) => importVariations(run.shop, tx, rows),
  );
  await eachBatch(
    run,
    (type) => type !== 'variation',
    hasLinks,
    false,
    async (tx, rows) => {
      const { results, unknown } = await importLinks(run.shop, tx, rows);
      for (const { line, kind, reference } of unknown) {
        const message = `${reference.sku ?? `number ${reference.importId}`} is neither in the shop nor in the file`;
        run.report.say({ level: 'warning', line, column: headOf(run.columns, kind), code: 'UNKNOWN_PRODUCT', message });
      }
      return results;
    },
  );
}

function checkIdentity({ report }: Run, row: ParsedRow, seen: Map<string, number>): boolean {
  const identities = [row.sku ? `sku ${row.sku.toLowerCase()}` : null, identityOf(row)].filter((one) => one !== null);
  const at = { level: 'error' as const, line: row.line, column: '' };
  if (identities.length === 0) {
    report.say({ ...at, code: 'NO_IDENTITY', message: 'a row needs an ID, a SKU or a name' });
    return false;
  }
  const earlier = identities.map((one) => seen.get(one)).find((line) => line !== undefined);
  if (earlier !== undefined) {
    report.say({ ...at, code: 'TWICE_IN_FILE', message: `line ${earlier} is about the same product` });
    return false;
  }
  for (const identity of identities) seen.set(identity, row.line);
  return true;
}

type Work = (tx: Tx, rows: readonly ParsedRow[]) => Promise<SaveResult[]>;

/** @param first whether what is wrong with cells is told: each row is looked at once for it */
async function eachBatch(
  run: Run,
  ofType: (type: ParsedRow['type']) => boolean,
  wanted: (row: ParsedRow) => boolean,
  first: boolean,
  work: Work,
): Promise<void> {
  let batch: ParsedRow[] = [];
  let seen = 0;
  const flush = async () => {
    if (batch.length > 0) await runBatch(run, batch, work);
    if (first) run.advance(seen);
    batch = [];
    seen = 0;
  };
  for await (const row of parsedRows(run, ofType, first)) {
    seen += 1;
    if (row !== null && wanted(row)) batch.push(row);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}

/** Null for a row that can't be read. */
async function* parsedRows(
  { file, columns, report, shop }: Run,
  ofType: (type: ParsedRow['type']) => boolean,
  first: boolean,
): AsyncGenerator<ParsedRow | null> {
  const typeIndex = columns.fields.get('type');
  let head = true;
  for await (const fileRow of upToBreak(file)) {
    const type =
      typeIndex !== undefined && /\bvariation\b/i.test(fileRow.cells[typeIndex] ?? '') ? 'variation' : 'simple';
    if (head || !ofType(type) || (!first && report.isSkipped(fileRow.line))) {
      head = false;
      continue;
    }
    const parsed = parseRow(columns, fileRow, shop.choices.currency);
    if (!parsed.ok && first) for (const message of parsed.messages) report.say(message);
    yield parsed.ok ? parsed.row : null;
  }
}

/** What is beyond a break was told when the file was looked at. */
async function* upToBreak(file: string): AsyncGenerator<FileRow> {
  try {
    yield* readRows(file);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
}

/** One row that the database refuses must not take the others with it. */
async function runBatch(run: Run, rows: readonly ParsedRow[], work: Work): Promise<void> {
  let results: SaveResult[];
  try {
    results = await inTransaction(run.db, (tx) => work(tx, rows));
  } catch (error) {
    if (isDatabaseUnavailable(error) || !/^2[23]/.test(postgresError(error)?.code ?? '')) throw error;
    if (rows.length > 1) {
      for (const row of rows) await runBatch(run, [row], work);
      return;
    }
    results = [
      {
        ok: false,
        problems: [{ code: 'INVALID', field: '', message: postgresError(error)?.message ?? 'the database refused it' }],
      },
    ];
  }
  for (const [at, row] of rows.entries()) settle(run, row, results[at]);
}

function settle({ report, columns }: Run, row: ParsedRow, result: SaveResult | undefined): void {
  if (!result) return;
  if (result.ok) {
    report.settle(row.line, result.outcome);
    for (const image of row.images ?? []) {
      if (imageUrls(row).includes(image)) continue;
      report.say({
        level: 'warning',
        line: row.line,
        column: headOf(columns, 'images'),
        code: 'UNKNOWN_IMAGE',
        message: `'${image}' is no address of an image`,
      });
    }
    return;
  }
  for (const { code, field, message } of result.problems) {
    const importCode = field === 'parent' ? 'UNKNOWN_PARENT' : code === 'INVALID' ? 'BAD_VALUE' : 'REFUSED';
    report.say({ level: 'error', line: row.line, column: headOf(columns, field), code: importCode, message });
  }
}

/** The file's own word for a field of the record. */
function headOf(columns: Columns, field: string): string {
  const own = field.replace(/^master\./, '').split('.')[0] ?? '';
  const aliases: Readonly<Record<string, string>> = {
    weightGrams: 'weight',
    lengthMm: 'length',
    widthMm: 'width',
    heightMm: 'height',
    slug: 'name',
  };
  const name = aliases[own] ?? own;
  const index = columns.fields.entries().find(([known]) => known === name)?.[1];
  if (index !== undefined) return columns.heads[index] ?? name;
  return name === 'attributes' || name === 'terms' ? 'Attribute 1 value(s)' : '';
}
