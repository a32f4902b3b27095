import { z } from 'zod';
import { isRequestKey, requestKeyField } from '#platform/admin/audit/done-requests.ts';
import { recordAudit } from '#platform/admin/audit/record-audit.ts';
import { unescapeFormula } from '#platform/csv/csv-line.ts';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import { type Db, inTransaction } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { defineMutation, type MutationCall } from '#platform/mutations/mutation.ts';
import { stockControlErrors } from '../errors.ts';
import { stocktakesPath, writeStock } from '../paths.ts';
import { countPath, createCountPage } from './count-page.tsx';
import {
  type CountedUnits,
  type FoundCode,
  findCodedStocks,
  findStocktake,
  maxUnits,
  readUnits,
  recordCounts,
  recordScan,
} from './stocktakes.ts';
import { stocktakeTexts as texts } from './texts.ts';

const codeHeads = ['sku', 'gtin', 'code', 'ean', 'barcode'];
const unitHeads = ['counted', 'count', 'quantity', 'stock', 'on hand'];
const maxRows = 20_000;
const shownProblems = 20;

interface FileRow {
  readonly line: number;
  readonly code: string;
  readonly units: string;
}

type CountFile =
  | { readonly ok: true; readonly counts: readonly CountedUnits[] }
  /** Each problem is a sentence. */
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Reads a file of counts. A file with an invalid row is refused as a whole, so that it can be corrected and sent
 * again.
 */
async function readCountFile(shop: Shop, db: Db, path: string): Promise<CountFile> {
  const { t } = shop;
  const { rows, problems } = await readFile(shop, path);
  const find = await findCodedStocks(
    db,
    rows.map(({ code }) => code),
  );
  const units = new Map<number, number>();
  for (const { line, code, units: typed } of rows) {
    const [found, count] = [find(code), readWhole(typed, 0, maxUnits)];
    if (!found.ok) {
      const byCode = {
        CODE_UNKNOWN: texts.lineCode,
        CODE_AMBIGUOUS: texts.lineAmbiguous,
        CODE_NOT_COUNTED: texts.lineUncounted,
      };
      problems.push(t(byCode[found.code], { line, code }));
    } else if (count === null) problems.push(t(texts.lineNumber, { line, value: typed }));
    else units.set(found.stockId, Math.min((units.get(found.stockId) ?? 0) + count, maxUnits));
  }
  if (rows.length === 0 && problems.length === 0) problems.push(t(texts.fileEmpty));
  if (problems.length === 0)
    return { ok: true, counts: [...units].map(([stockId, count]) => ({ stockId, units: count })) };
  const more = problems.length - shownProblems;
  return {
    ok: false,
    problems: [...problems.slice(0, shownProblems), ...(more > 0 ? [t(texts.lineMore, { count: more })] : [])],
  };
}

async function readFile({ t }: Shop, path: string): Promise<{ rows: FileRow[]; problems: string[] }> {
  const rows: FileRow[] = [];
  const problems: string[] = [];
  const format = await detectFormat(path, (head) => codeHeads.includes(head) || unitHeads.includes(head));
  let columns: readonly [number, number] | null = null;
  try {
    for await (const row of readRows(path, format)) {
      const { line } = row;
      if ('problem' in row) problems.push(t(texts.lineBroken, { line, problem: row.problem }));
      else if (columns === null) {
        const heads = row.cells.map((cell) => cell.trim().toLowerCase());
        columns = [
          heads.findIndex((head) => codeHeads.includes(head)),
          heads.findIndex((head) => unitHeads.includes(head)),
        ];
        if (columns.includes(-1)) return { rows: [], problems: [t(texts.fileHeads)] };
      } else {
        const [code = '', units = ''] = columns.map((index) => unescapeFormula((row.cells[index] ?? '').trim()));
        rows.push({ line, code, units });
        if (rows.length > maxRows) return { rows: [], problems: [t(texts.fileLong, { max: maxRows })] };
      }
    }
  } catch (failure) {
    if (!(failure instanceof UnreadableFile)) throw failure;
    problems.push(t(texts.lineBroken, { line: failure.line, problem: failure.message }));
  }
  return { rows, problems };
}

const maxFileBytes = 5_000_000;

const readId = ({ request }: MutationCall): string => (request.params as { readonly id: string }).id;
const findCalled = async (call: MutationCall) => {
  const id = readId(call);
  return /^[1-9]\d{0,14}$/.test(id) ? findStocktake(call.shop.db, Number(id)) : null;
};

type ScanResult =
  | { readonly ok: true; readonly stockId: number; readonly counted: number }
  | {
      readonly ok: false;
      readonly code: Extract<FoundCode, { ok: false }>['code'] | 'STOCKTAKE_UNKNOWN' | 'QUANTITY_INVALID';
    };

export const countScanned = defineMutation({
  name: 'stock-control.count-scanned',
  description: 'Adds units of a SKU or GTIN to what a stocktake has counted. It books nothing.',
  schema: z.looseObject({
    code: z.string().max(100).default(''),
    quantity: z.string().max(8).default('1'),
    [requestKeyField]: z.string().max(100).default('').describe('The same when it is sent again: it counts once.'),
  }),
  requires: writeStock,
  errors: stockControlErrors,
  run: async (call, { code, quantity, [requestKeyField]: key }): Promise<ScanResult> => {
    const { db, clock } = call.shop;
    const stocktake = await findCalled(call);
    if (!stocktake) return { ok: false, code: 'STOCKTAKE_UNKNOWN' };
    const found = (await findCodedStocks(db, [code.trim()]))(code.trim());
    if (!found.ok) return found;
    const { stockId } = found;
    const units = readUnits(quantity);
    if (units === null) return { ok: false, code: 'QUANTITY_INVALID' };
    return inTransaction(db, async (tx) => {
      const scan = { stocktakeId: stocktake.id, stockId, units, requestKey: isRequestKey(key) ? key : null };
      const row = await recordScan(tx, scan, clock.now());
      return row ? { ok: true, stockId: row.stockId, counted: row.counted } : { ok: false, code: 'CODE_UNKNOWN' };
    });
  },
  form: {
    path: countPath(':id'),
    success: (call, { stockId, counted }, { quantity }) => ({
      redirectTo: `${countPath(readId(call))}?${new URLSearchParams({ quantity })}`,
      notices: [{ code: 'scanned', key: String(stockId), count: Math.min(counted, 1_000_000) }],
    }),
    failure: async (call, { code }, { code: typed, quantity }) => {
      const page = await createCountPage(call.shop, readId(call), { notice: { code, typed }, quantity });
      return page ? { page } : { redirectTo: stocktakesPath };
    },
  },
});

type FileResult =
  | { readonly ok: true; readonly count: number }
  | { readonly ok: false; readonly code: 'STOCKTAKE_UNKNOWN' }
  | { readonly ok: false; readonly code: 'COUNT_FILE_REFUSED'; readonly problems: readonly string[] };

export const countFile = defineMutation({
  name: 'stock-control.count-file',
  description: 'Writes down what a CSV file with SKUs and counted units says. It books nothing.',
  schema: z.looseObject({}),
  requires: writeStock,
  errors: stockControlErrors,
  files: () => ({ maxBytes: maxFileBytes, maxFiles: 1 }),
  run: async (call): Promise<FileResult> => {
    const { shop, request } = call;
    const stocktake = await findCalled(call);
    if (!stocktake) return { ok: false, code: 'STOCKTAKE_UNKNOWN' };
    const file = request.files?.find(({ bytes, isTooLarge }) => bytes > 0 && !isTooLarge);
    const read = file
      ? await readCountFile(shop, shop.db, file.path)
      : { ok: false as const, problems: [shop.t(texts.fileMissing)] };
    if (!read.ok) return { ...read, code: 'COUNT_FILE_REFUSED' };
    const actor = await call.getActor();
    return inTransaction(shop.db, async (tx) => {
      const rows = await recordCounts(tx, stocktake.id, read.counts, { adds: false, now: shop.clock.now() });
      await recordAudit(tx, actor, {
        ...{
          subject: { kind: 'stocktake', id: stocktake.id, label: stocktake.name },
          action: 'stock-control.count-file',
        },
        ...{ before: null, after: { counted: rows.length } },
      });
      return { ok: true, count: rows.length };
    });
  },
  form: {
    path: `${countPath(':id')}-file`,
    success: (call, { count }) => ({ redirectTo: countPath(readId(call)), notices: [{ code: 'fileCounted', count }] }),
    failure: async (call, failure) => {
      const problems = 'problems' in failure ? failure.problems : [];
      const page = await createCountPage(call.shop, readId(call), { problems });
      return page ? { page } : { redirectTo: stocktakesPath };
    },
  },
});
