import { fetchAndShowImage, markImageFailed, storePlaceholder } from '#features/catalog/index.ts';
import { createReportBuilder, type ReportBuilder } from '#platform/csv/report.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { isStorageFull } from '#platform/storage/storage.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import { isPossiblyUnavailable } from './images/image-source.ts';
import type { ParsedRow } from './parse/parsed-row.ts';
import { type FileHints, openProductTable, type ProductTable, readParsedRows } from './parse/product-table.ts';
import type { ImportCode, ImportReport } from './report.ts';
import type { ImportTarget } from './save/batch.ts';
import { getRowIdentity } from './save/find-references.ts';
import { hasLinks } from './save/finish-product-rows.ts';
import type { ImportStage } from './save/row-recorder.ts';
import { type ImportRun, runAndRollBack, runBatch } from './save/run-batch.ts';
import { createSkippedParents } from './save/skipped-parents.ts';

const imagesAtOnce = 4;

/**
 * Reads images of a folder, in this process: no other machine has the folder. An image that can't be stored is
 * marked as failed, whatever the reason: its row is already saved, and the import has to report the image.
 */
async function readFolderImages(shop: Shop, ids: readonly number[], folder: string): Promise<void> {
  const read = async (id: number) => {
    try {
      await fetchAndShowImage(shop, { id, folder }, true);
    } catch (error) {
      const reason = error instanceof Error ? cutText(error.message, 200) : '';
      await markImageFailed(shop, id, isStorageFull(error) ? 'STORAGE_FULL' : `NOT_STORED ${reason}`.trim());
    }
  };
  for (let from = 0; from < ids.length; from += imagesAtOnce)
    await Promise.all(ids.slice(from, from + imagesAtOnce).map(read));
}

export interface ImportOptions
  extends FileHints,
    Omit<ImportTarget, 'shop' | 'dryRun' | 'getPlaceholderId' | 'linesToFinish' | 'linesByTerms' | 'folderImages'> {
  /** Writes nothing but reports everything that an import would report. */
  readonly dryRun?: boolean | undefined;
  /** Called after each batch with the number of processed rows and the number of rows in the file. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** Called once the columns and the number and date notation of the file are known. */
  readonly onTable?: ((table: ProductTable) => void) | undefined;
}

interface ImportPass extends ImportRun {
  readonly table: ProductTable;
  readonly addProgress: (rows: number) => void;
}

const batchSize = 200;

/**
 * Imports a product export of the e-commerce plugin. The file is streamed three times (products,
 * variations, links), so that rows may refer to each other in any order and memory use stays small.
 * Each batch is a transaction: an interrupted import continues when it is run again. A row with
 * errors is skipped and reported.
 */
export async function importProductFile(shop: Shop, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  const { dryRun = false, onProgress, imageFolder, onImageRequest, by, recorder } = options;
  const report = createReportBuilder<ImportCode>();
  const folderImages = new Set<number>();
  const table = await openProductTable(file, report, options);
  if (table === null) return report.report();
  options.onTable?.(table);
  let placeholderId: Promise<number> | undefined;
  const getPlaceholderId = () => {
    placeholderId ??= storePlaceholder(shop);
    return placeholderId;
  };
  const runImport = async (db: Db, report: ReportBuilder<ImportCode>): Promise<ImportReport> => {
    let done = 0;
    const addProgress = (rows: number) => {
      done += rows;
      onProgress?.(done, table.rows);
    };
    await runPasses({
      shop,
      db,
      table,
      columns: table.columns,
      report,
      addProgress,
      imageFolder,
      folderImages,
      onImageRequest,
      getPlaceholderId,
      dryRun,
      by,
      recorder,
    });
    return report.report();
  };
  if (dryRun) return runAndRollBack(shop.db, (tx) => runImport(tx, report.copy()));
  const imported = await runImport(shop.db, report);
  if (imageFolder !== undefined) await readFolderImages(shop, [...folderImages], imageFolder);
  return imported;
}

async function runPasses(run: Omit<ImportPass, 'parents'>): Promise<void> {
  const linesToFinish = new Set<number>();
  const parents = createSkippedParents(run.report);
  const pass: ImportPass = { ...run, linesToFinish, linesByTerms: new Map(), parents };
  const linesByIdentity = new Map<string, number>();
  const isNewIdentity = (row: ParsedRow) => registerIdentity(pass, row, linesByIdentity);
  await forEachBatch(pass, {
    isVariationPass: false,
    isFirstRead: true,
    isWanted: isNewIdentity,
    stage: 'products',
  });
  await forEachBatch(pass, {
    isVariationPass: true,
    isFirstRead: true,
    isWanted: isNewIdentity,
    stage: 'variations',
  });
  pass.parents.reportVariations();
  const needsFinish = (row: ParsedRow) => hasLinks(row) || linesToFinish.has(row.line);
  await forEachBatch(pass, {
    isVariationPass: false,
    isFirstRead: false,
    isWanted: needsFinish,
    stage: 'links',
  });
}

function registerIdentity({ report }: ImportRun, row: ParsedRow, linesByIdentity: Map<string, number>): boolean {
  const identities = [row.sku ? `sku ${row.sku.toLowerCase()}` : null, getRowIdentity(row)].filter(
    (identity) => identity !== null,
  );
  const location = { level: 'error' as const, line: row.line, column: '' };
  if (identities.length === 0) {
    report.addMessage({ ...location, code: 'NO_IDENTITY', message: 'a row needs an ID, a SKU or a name' });
    return false;
  }
  const earlierLine = identities.map((identity) => linesByIdentity.get(identity)).find((line) => line !== undefined);
  if (earlierLine !== undefined) {
    report.addMessage({
      ...location,
      code: 'TWICE_IN_FILE',
      message: `duplicate of line ${earlierLine}: both are the same product`,
    });
    return false;
  }
  for (const identity of identities) linesByIdentity.set(identity, row.line);
  return true;
}

interface PassOptions {
  readonly isVariationPass: boolean;
  /** Whether errors in cells are reported, which happens once per row. */
  readonly isFirstRead: boolean;
  readonly isWanted: (row: ParsedRow) => boolean;
  readonly stage: ImportStage;
}

async function forEachBatch(
  pass: ImportPass,
  { isVariationPass, isFirstRead, isWanted, stage }: PassOptions,
): Promise<void> {
  const { report, shop, table } = pass;
  let batch: ParsedRow[] = [];
  let rowsRead = 0;
  const flush = async () => {
    const images = isFirstRead && !pass.dryRun ? batch.flatMap((row) => row.images ?? []) : [];
    if (images.some((image) => isPossiblyUnavailable(image, pass.imageFolder))) await pass.getPlaceholderId();
    if (batch.length > 0) await runBatch(pass, batch, stage);
    if (isFirstRead) pass.addProgress(rowsRead);
    batch = [];
    rowsRead = 0;
  };
  const isInPass = (line: number, isVariation: boolean) =>
    isVariation === isVariationPass && (isFirstRead || !report.isSkipped(line));
  for await (const result of readParsedRows(table, shop.choices.currency, isInPass)) {
    rowsRead += 1;
    if (isFirstRead) for (const message of result.ok ? result.warnings : result.messages) report.addMessage(message);
    if (isFirstRead && !isVariationPass)
      pass.parents.addProduct(result.ok ? { ...result.row, sku: result.row.sku ?? null } : result);
    if (result.ok && isWanted(result.row)) batch.push(result.row);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}
