import { unescapeFormula } from '#platform/csv/csv-line.ts';
import { detectFormat, readRows, UnreadableFile } from '#platform/csv/read-rows.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { readWhole } from '#platform/input/read-number.ts';
import { type CountedUnits, findCodedStocks, maxUnits } from './stocktakes.ts';
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

export type CountFile =
  | { readonly ok: true; readonly counts: readonly CountedUnits[] }
  /** Each a sentence. */
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads what was counted. A file with a row that is not understood is refused as a whole: it is corrected and sent again. */
export async function readCountFile(shop: Shop, db: Db, path: string): Promise<CountFile> {
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
