import type { Encoding } from '#platform/csv/encoding.ts';
import {
  createEncodingWarnings,
  detectFormat,
  readRows,
  type TableFormat,
  UnreadableFile,
} from '#platform/csv/read-rows.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import { createNotationDetector, type DecimalSeparator } from '#platform/input/read-number.ts';
import type { ImportCode } from '../report.ts';
import { lengthUnits, weightUnits } from './cell-values.ts';
import { type ColumnField, type ColumnMapping, type Columns, isKnownHead, readColumns } from './columns.ts';
import { type FileNotation, parseRow, type RowResult } from './parse-row.ts';
import { createDateOrderDetector, type DateOrder } from './read-moment.ts';
import { type UnknownColumnWatcher, type UnreadColumn, watchUnknownColumns } from './watch-unknown-columns.ts';

/** What is known of a file before it is read. */
export interface FileHints {
  /** How the file separates decimals. Default: recognised from its numbers. */
  readonly decimal?: DecimalSeparator | undefined;
  /** What comes first in dates such as `03/04/2026`. Default: recognised from its dates. */
  readonly dateOrder?: DateOrder | undefined;
  /** Default: recognised from the letters. */
  readonly encoding?: Encoding | undefined;
  /** Columns whose names mean nothing here. */
  readonly mapping?: ColumnMapping | undefined;
  /** The fields that are read, for a list of stock or prices. Default: all. */
  readonly only?: readonly ColumnField[] | undefined;
}

/** An opened product file. */
export interface ProductTable extends Omit<FileNotation, 'currency'> {
  readonly file: string;
  readonly format: TableFormat;
  readonly columns: Columns;
  /** Number of rows after the header. */
  readonly rows: number;
}

const priceFields: readonly ColumnField[] = ['regularPrice', 'salePrice'];
const otherNumberFields: readonly ColumnField[] = ['stock', 'lowStock', 'weight', 'length', 'width', 'height'];
const dateFields: readonly ColumnField[] = ['saleFrom', 'saleTo', 'publishedAt', 'eventStartsAt', 'eventEndsAt'];

/**
 * Reads the header, counts the rows, recognises how numbers and dates are written and reports errors
 * of the file. Null when it is no product file, or has columns that must be read and can't.
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

/** Reports what is wrong with the header. @returns false when nothing can be imported */
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

/** Parses the wanted rows without the header. */
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
    // `openProductTable` has reported the rest as unreadable.
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
