import { storePlaceholder } from '#features/catalog/index.ts';
import { createReportBuilder, type ReportBuilder } from '#platform/csv/report.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ParsedRow } from './parse/parsed-row.ts';
import { openProductTable, type ProductTable, readParsedRows } from './parse/product-table.ts';
import { isPossiblyUnavailable } from './pictures/image-source.ts';
import type { ImportCode, ImportReport } from './report.ts';
import type { ImportTarget, SaveRows } from './save/batch.ts';
import { getRowIdentity } from './save/find-references.ts';
import { finishProductRows, hasLinks } from './save/finish-product-rows.ts';
import { importProductRows } from './save/import-product-rows.ts';
import { importVariationRows } from './save/import-variation-rows.ts';
import { type ImportRun, runAndRollBack, runBatch } from './save/run-batch.ts';

export interface ImportOptions extends Omit<ImportTarget, 'shop' | 'dryRun' | 'getPlaceholderId' | 'linesToFinish'> {
  /** Writes nothing but reports everything that an import would. */
  readonly dryRun?: boolean | undefined;
  /** Called after each batch with the rows done and the rows of the file. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface ImportPass extends ImportRun {
  readonly table: ProductTable;
  readonly advance: (rows: number) => void;
}

const batchSize = 200;

/**
 * Imports a product export of the e-commerce plugin. The file is streamed three times (products,
 * variations, links), so that rows may refer to each other in any order and memory stays small.
 * Each batch is a transaction: an interrupted import continues when it is run again. A row with
 * errors is skipped and reported.
 */
export async function importProductFile(shop: Shop, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  const { dryRun = false, onProgress, imageFolder, onPicture } = options;
  const report = createReportBuilder<ImportCode>();
  const table = await openProductTable(file, report);
  if (table === null) return report.report();
  let stored: Promise<number> | undefined;
  const getPlaceholderId = () => {
    stored ??= storePlaceholder(shop);
    return stored;
  };
  const attempt = async (db: Db, report: ReportBuilder<ImportCode>): Promise<ImportReport> => {
    let done = 0;
    const advance = (rows: number) => {
      done += rows;
      onProgress?.(done, table.rows);
    };
    await runPasses({
      shop,
      db,
      table,
      columns: table.columns,
      report,
      advance,
      imageFolder,
      onPicture,
      getPlaceholderId,
      dryRun,
    });
    return report.report();
  };
  return dryRun ? runAndRollBack(shop.db, (tx) => attempt(tx, report.copy())) : attempt(shop.db, report);
}

async function runPasses(run: ImportPass): Promise<void> {
  const linesToFinish = new Set<number>();
  const pass: ImportPass = { ...run, linesToFinish };
  const seen = new Map<string, number>();
  const isFirst = (row: ParsedRow) => checkIdentity(pass, row, seen);
  await forEachBatch(pass, {
    isVariationPass: false,
    isFirstLook: true,
    isWanted: isFirst,
    saveRows: importProductRows,
  });
  await forEachBatch(pass, {
    isVariationPass: true,
    isFirstLook: true,
    isWanted: isFirst,
    saveRows: importVariationRows,
  });
  const needsFinish = (row: ParsedRow) => hasLinks(row) || linesToFinish.has(row.line);
  await forEachBatch(pass, {
    isVariationPass: false,
    isFirstLook: false,
    isWanted: needsFinish,
    saveRows: finishProductRows,
  });
}

function checkIdentity({ report }: ImportRun, row: ParsedRow, seen: Map<string, number>): boolean {
  const identities = [row.sku ? `sku ${row.sku.toLowerCase()}` : null, getRowIdentity(row)].filter(
    (one) => one !== null,
  );
  const at = { level: 'error' as const, line: row.line, column: '' };
  if (identities.length === 0) {
    report.say({ ...at, code: 'NO_IDENTITY', message: 'a row needs an ID, a SKU or a name' });
    return false;
  }
  const earlier = identities.map((one) => seen.get(one)).find((line) => line !== undefined);
  if (earlier !== undefined) {
    report.say({ ...at, code: 'TWICE_IN_FILE', message: `duplicate of line ${earlier}: both are the same product` });
    return false;
  }
  for (const identity of identities) seen.set(identity, row.line);
  return true;
}

interface PassOptions {
  readonly isVariationPass: boolean;
  /** Whether cell errors are reported: once per row. */
  readonly isFirstLook: boolean;
  readonly isWanted: (row: ParsedRow) => boolean;
  readonly saveRows: SaveRows;
}

async function forEachBatch(
  pass: ImportPass,
  { isVariationPass, isFirstLook, isWanted, saveRows }: PassOptions,
): Promise<void> {
  const { report, shop, table } = pass;
  let batch: ParsedRow[] = [];
  let looked = 0;
  const flush = async () => {
    const images = isFirstLook && !pass.dryRun ? batch.flatMap((row) => row.images ?? []) : [];
    if (images.some((image) => isPossiblyUnavailable(image, pass.imageFolder))) await pass.getPlaceholderId();
    if (batch.length > 0) await runBatch(pass, batch, saveRows);
    if (isFirstLook) pass.advance(looked);
    batch = [];
    looked = 0;
  };
  const isOurs = (line: number, isVariation: boolean) =>
    isVariation === isVariationPass && (isFirstLook || !report.isSkipped(line));
  for await (const parsed of readParsedRows(table, shop.choices.currency, isOurs)) {
    looked += 1;
    if (isFirstLook) for (const message of parsed.ok ? parsed.warnings : parsed.messages) report.say(message);
    if (parsed.ok && isWanted(parsed.row)) batch.push(parsed.row);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}
