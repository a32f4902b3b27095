import { storePlaceholder } from '#features/catalog/index.ts';
import { createReportBuilder, type ReportBuilder } from '#platform/csv/report.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Target, Work } from './batch.ts';
import { finishProducts, hasLinks } from './finish-batch.ts';
import { isDoubtful } from './image-source.ts';
import type { ParsedRow } from './parsed-row.ts';
import { importProducts } from './product-batch.ts';
import { identityOf } from './references.ts';
import type { ImportCode, ImportReport } from './report.ts';
import { type Run, runBatch, undone } from './run-batch.ts';
import { openTable, type ProductTable, parsedRows } from './table.ts';
import { importVariations } from './variation-batch.ts';

export interface ImportOptions extends Omit<Target, 'shop' | 'dryRun' | 'standIn' | 'rearranged'> {
  /** Writes nothing, but finds everything that an import would. */
  readonly dryRun?: boolean | undefined;
  /** Told after each batch: rows that are through, and rows of the file. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface Pass extends Run {
  readonly table: ProductTable;
  readonly advance: (rows: number) => void;
}

const batchSize = 200;

/**
 * Reads a product export of the e-commerce plugin's format. The file is streamed several times (products, then variations, then links), so that
 * rows may refer to each other in any order and memory stays small. Each batch is a transaction: an import that stopped goes on when it is run
 * again. A row with errors is left out and reported; the others go in.
 */
export async function importProductFile(shop: Shop, file: string, options: ImportOptions = {}): Promise<ImportReport> {
  const { dryRun = false, onProgress, images, onPicture } = options;
  const report = createReportBuilder<ImportCode>();
  const table = await openTable(file, report);
  if (table === null) return report.report();
  let stored: Promise<number> | undefined;
  const standIn = () => {
    stored ??= storePlaceholder(shop);
    return stored;
  };
  const attempt = async (db: Db, report: ReportBuilder<ImportCode>): Promise<ImportReport> => {
    let done = 0;
    const advance = (rows: number) => {
      done += rows;
      onProgress?.(done, table.rows);
    };
    await importAll({ shop, db, table, columns: table.columns, report, advance, images, onPicture, standIn, dryRun });
    return report.report();
  };
  return dryRun ? undone(shop.db, (tx) => attempt(tx, report.copy())) : attempt(shop.db, report);
}

async function importAll(run: Pass): Promise<void> {
  const rearranged = new Set<number>();
  const pass = { ...run, rearranged };
  const seen = new Map<string, number>();
  const isFirst = (row: ParsedRow) => checkIdentity(pass, row, seen);
  await eachBatch(pass, { variations: false, first: true, wanted: isFirst, work: importProducts });
  await eachBatch(pass, { variations: true, first: true, wanted: isFirst, work: importVariations });
  const isLeft = (row: ParsedRow) => hasLinks(row) || rearranged.has(row.line);
  await eachBatch(pass, { variations: false, first: false, wanted: isLeft, work: finishProducts });
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
    report.say({ ...at, code: 'TWICE_IN_FILE', message: `duplicate of line ${earlier}: both are the same product` });
    return false;
  }
  for (const identity of identities) seen.set(identity, row.line);
  return true;
}

interface Sort {
  readonly variations: boolean;
  /** Whether what is wrong with cells is told: each row is looked at once for it. */
  readonly first: boolean;
  readonly wanted: (row: ParsedRow) => boolean;
  readonly work: Work;
}

async function eachBatch(pass: Pass, { variations, first, wanted, work }: Sort): Promise<void> {
  const { report, shop, table } = pass;
  let batch: ParsedRow[] = [];
  let looked = 0;
  const flush = async () => {
    const images = first && !pass.dryRun ? batch.flatMap((row) => row.images ?? []) : [];
    if (images.some((image) => isDoubtful(image, pass.images))) await pass.standIn();
    if (batch.length > 0) await runBatch(pass, batch, work);
    if (first) pass.advance(looked);
    batch = [];
    looked = 0;
  };
  const isOurs = (line: number, isVariation: boolean) =>
    isVariation === variations && (first || !report.isSkipped(line));
  for await (const parsed of parsedRows(table, shop.choices.currency, isOurs)) {
    looked += 1;
    if (first) for (const message of parsed.ok ? parsed.warnings : parsed.messages) report.say(message);
    if (parsed.ok && wanted(parsed.row)) batch.push(parsed.row);
    if (batch.length === batchSize) await flush();
  }
  await flush();
}
