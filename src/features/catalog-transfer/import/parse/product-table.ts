import type { Encoding } from '#platform/csv/encoding.ts';
import {
  createEncodingWarnings,
  detectFormat,
  readRows,
  type TableFormat,
  UnreadableFile,
} from '#platform/csv/read-rows.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import { normaliseCode } from '#platform/input/normalise-text.ts';
import { createNotationDetector, type DecimalSeparator, readNumber } from '#platform/input/read-number.ts';
import type { ImportCode } from '../report.ts';
import { lengthUnits, splitList, weightUnits } from './cell-values.ts';
import { type ColumnField, type ColumnMapping, type Columns, isKnownHead, readColumns } from './columns.ts';
import { type FileNotation, parseRow, type RowResult } from './parse-row.ts';
import { createDateOrderDetector, type DateOrder } from './read-moment.ts';

/** A column with an unknown head that seems to contain data needed to identify the rows or their kind. */
interface UnreadColumn {
  readonly head: string;
  /** Head of the format that the column probably means. */
  readonly expected: string;
}

interface UnknownColumnWatcher {
  add(cells: readonly string[]): void;
  /**
   * Returns columns whose absence would turn rows into something else: other products, or products without a price.
   */
  listUnread(): UnreadColumn[];
}

interface Counts {
  filled: number;
  kinds: number;
  amounts: number;
  /** Number of values without spaces. Most SKUs contain none. */
  words: number;
  readonly different: Set<string>;
  isRepeated: boolean;
}

/** Product types, which are equal in exports of every language. */
const kinds: readonly string[] = ['simple', 'variable', 'grouped', 'external', 'variation'];
/** The greatest number of examined cells per column, so that large files are read quickly. */
const maxWatched = 5_000;
const maxSkuLength = 100;

function watchUnknownColumns({ fields, attributes, unknown }: Columns): UnknownColumnWatcher {
  const typeIndex = fields.get('type');
  const counts = unknown.map(() => createCounts());
  let variations = 0;
  return {
    add(cells) {
      if (typeIndex !== undefined && /\bvariation\b/i.test(cells[typeIndex] ?? '')) variations += 1;
      for (const [nth, { index }] of unknown.entries()) {
        const [count, cell] = [counts[nth], (cells[index] ?? '').trim()];
        if (count !== undefined && cell !== '' && count.filled < maxWatched) countCell(count, cell);
      }
    },
    listUnread() {
      let hasSku = fields.has('sku');
      const isMostly = (count: Counts, part: number) => count.filled > 0 && part * 2 >= count.filled;
      return unknown.flatMap(({ head }, nth): UnreadColumn[] => {
        const count = counts[nth] ?? createCounts();
        const isKind = !fields.has('type') && isMostly(count, count.kinds);
        const isPrice = !fields.has('regularPrice') && isMostly(count, count.amounts);
        const isSku = !hasSku && !count.isRepeated && isMostly(count, count.words);
        // Without its attribute columns, a variation would match any value.
        const isAttribute = attributes.length === 0 && variations > 0 && count.filled > 0 && /\d/.test(head);
        if (isKind) return [{ head, expected: 'Type' }];
        if (isAttribute) return [{ head, expected: 'Attribute 1 name' }];
        if (isPrice) return [{ head, expected: 'Regular price' }];
        if (!isSku) return [];
        // The first column of unique words is the SKU, because exports write the SKU before other texts.
        hasSku = true;
        return [{ head, expected: 'SKU' }];
      });
    },
  };
}

const createCounts = (): Counts => ({
  ...{ filled: 0, kinds: 0, amounts: 0, words: 0 },
  ...{ different: new Set<string>(), isRepeated: false },
});

function countCell(count: Counts, cell: string): void {
  count.filled += 1;
  if (splitList(cell.toLowerCase()).some((word) => kinds.includes(word))) count.kinds += 1;
  const number = readNumber(normaliseCode(cell.slice(0, maxSkuLength)).replace(/\p{Sc}/gu, ''));
  // A column of ones and zeros contains flags, not amounts.
  const isFlag = number.ok && ['0', '1', '-1'].includes(number.value);
  if (number.ok ? !isFlag : number.isAmbiguous) count.amounts += 1;
  if (cell.length <= maxSkuLength && !/\s|<|:\/\//.test(cell)) count.words += 1;
  const start = cell.slice(0, maxSkuLength);
  if (count.different.has(start)) count.isRepeated = true;
  count.different.add(start);
}

export interface FileHints {
  /** Decimal separator of the file. Default: detected from its numbers. */
  readonly decimal?: DecimalSeparator | undefined;
  /** Whether day or month comes first in dates such as `03/04/2026`. Default: detected from the file's dates. */
  readonly dateOrder?: DateOrder | undefined;
  /** Default: detected from the characters of the file. */
  readonly encoding?: Encoding | undefined;
  readonly mapping?: ColumnMapping | undefined;
  /** The fields that are read, such as those of a stock or price list. Default: all. */
  readonly only?: readonly ColumnField[] | undefined;
}

export interface ProductTable extends Omit<FileNotation, 'currency'> {
  readonly file: string;
  readonly format: TableFormat;
  readonly columns: Columns;
  readonly rows: number;
}

const priceFields: readonly ColumnField[] = ['regularPrice', 'salePrice'];
const otherNumberFields: readonly ColumnField[] = ['stock', 'lowStock', 'weight', 'length', 'width', 'height'];
const dateFields: readonly ColumnField[] = ['saleFrom', 'saleTo', 'publishedAt', 'eventStartsAt', 'eventEndsAt'];

/**
 * Reads the header, counts the rows, detects number and date notation and reports errors of the file.
 * Null when the file is no product file, or has required columns that can't be read.
 */
export async function openProductTable(
  file: string,
  report: ReportBuilder<ImportCode>,
  { decimal, dateOrder, encoding, mapping, only }: FileHints,
): Promise<ProductTable | null> {
  const [prices, others, dates] = [createNotationDetector(), createNotationDetector(), createDateOrderDetector()];
  const format = await detectFormat(file, (head) => isKnownHead(mapping?.get(head) || head), encoding);
  for (const message of createEncodingWarnings(format)) report.addMessage(message);
  let columns: Columns | null = null;
  let watcher: UnknownColumnWatcher | null = null;
  let rows = -1;
  const location = { level: 'error' as const, column: '' };
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row)
        report.addMessage({ ...location, line: row.line, code: 'BROKEN_ROW', message: row.problem });
      else if (columns === null) {
        columns = readColumns(row.cells, mapping, only);
        watcher = watchUnknownColumns(columns);
      } else {
        const { fields } = columns;
        const addCells = (detector: { add(cell: string): void }, names: readonly ColumnField[]) => {
          for (const name of names) detector.add(row.cells[fields.get(name) ?? -1] ?? '');
        };
        addCells(prices, priceFields);
        addCells(others, [...priceFields, ...otherNumberFields]);
        addCells(dates, dateFields);
        watcher?.add(row.cells);
      }
      rows += 1;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = `${error.message}; nothing after this line was imported`;
    report.addMessage({ ...location, line: error.line, code: 'UNREADABLE', message });
    if (columns === null) return null;
  }
  columns ??= readColumns([]);
  const unread = (watcher?.listUnread() ?? []).filter(({ expected }) => only === undefined || expected === 'SKU');
  if (!isUsable(columns, unread, report)) return null;
  const notation = decimal === undefined ? null : { decimal };
  return {
    ...{ file, format, columns, rows },
    prices: notation ?? prices.getNotation(),
    others: notation ?? others.getNotation(),
    dateOrder: dateOrder ?? dates.getOrder(),
  };
}

/** @returns false when nothing can be imported */
function isUsable(columns: Columns, unread: readonly UnreadColumn[], report: ReportBuilder<ImportCode>): boolean {
  const { fields, duplicateHeads, unknown, unknownUnits } = columns;
  const add = (level: 'error' | 'warning', column: string, code: ImportCode, message: string) =>
    report.addMessage({ level, line: 1, column, code, message });
  for (const { head, expected } of unread) {
    const message = `this name is not known, and its cells look like '${expected}', so nothing was imported`;
    const ways = `say what it is with --column "${head}=${expected}", or leave it out with --column "${head}="`;
    add('error', head, 'COLUMN_NOT_READ', `${message}; ${ways}`);
  }
  const hasNames = (['name', 'sku', 'importId'] as const).some((field) => fields.has(field));
  if (!hasNames && unread.length === 0) {
    add('error', '', 'UNREADABLE', 'the header has none of the columns ID, SKU and Name');
    return false;
  }
  for (const head of duplicateHeads)
    add('error', head, 'COLUMN_TWICE', 'appears twice in the header, so nothing was imported; remove one of them');
  const ignored = 'the shop does not support this column, so it was ignored';
  for (const { head } of unknown.filter(({ head }) => !unread.some((column) => column.head === head)))
    add('warning', head, 'UNKNOWN_COLUMN', unread.length === 0 ? ignored : 'the shop does not know this column either');
  for (const { head, field } of unknownUnits) {
    const units = Object.keys(field === 'weight' ? weightUnits : lengthUnits).join(', ');
    add('warning', head, 'UNKNOWN_COLUMN', `unknown unit, so the column was ignored; expected one of: ${units}`);
  }
  return hasNames && unread.length === 0 && duplicateHeads.length === 0;
}

export async function* readParsedRows(
  { file, format, columns, ...notation }: ProductTable,
  currency: string,
  isWanted: (line: number, isVariation: boolean) => boolean,
): AsyncGenerator<RowResult> {
  const typeIndex = columns.fields.get('type');
  let isHeader = true;
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row) continue;
      const type = typeIndex === undefined ? '' : (row.cells[typeIndex] ?? '');
      if (!isHeader && isWanted(row.line, /\bvariation\b/i.test(type)))
        yield parseRow(columns, row, { currency, ...notation });
      isHeader = false;
    }
  } catch (error) {
    // `openProductTable` has already reported that the rest of the file is unreadable.
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
