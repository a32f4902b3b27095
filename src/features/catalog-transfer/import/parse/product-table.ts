import {
  createNonUtf8Warning,
  detectFormat,
  readRows,
  type TableFormat,
  UnreadableFile,
} from '#platform/csv/read-rows.ts';
import type { ReportBuilder } from '#platform/csv/report.ts';
import {
  createNotationDetector,
  type DecimalSeparator,
  type NotationDetector,
  type NumberNotation,
} from '#platform/input/read-number.ts';
import type { ImportCode } from '../report.ts';
import { lengthUnits, weightUnits } from './cell-values.ts';
import { type ColumnField, type Columns, isKnownHead, readColumns } from './columns.ts';
import { type FileNumbers, parseRow, type RowResult } from './parse-row.ts';

/** An opened product file. */
export interface ProductTable {
  readonly file: string;
  readonly format: TableFormat;
  readonly columns: Columns;
  /** Number of rows after the header. */
  readonly rows: number;
  readonly prices: NumberNotation;
  /** Of stock, weights and sizes. */
  readonly others: NumberNotation;
}

const priceFields: readonly ColumnField[] = ['regularPrice', 'salePrice'];
const otherNumberFields: readonly ColumnField[] = ['stock', 'lowStock', 'weight', 'length', 'width', 'height'];

/**
 * Reads the header, counts the rows, recognises how numbers are written and reports errors of the
 * file. Null when it is no product file.
 * @param decimal the separator of decimals, when it is known
 */
export async function openProductTable(
  file: string,
  report: ReportBuilder<ImportCode>,
  decimal: DecimalSeparator | undefined,
): Promise<ProductTable | null> {
  const [prices, others] = [createNotationDetector(), createNotationDetector()];
  const format = await detectFormat(file, isKnownHead);
  if (format.nonUtf8Lines) report.addMessage(createNonUtf8Warning(format.nonUtf8Lines));
  let columns: Columns | null = null;
  let rows = -1;
  const location = { level: 'error' as const, column: '' };
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row)
        report.addMessage({ ...location, line: row.line, code: 'BROKEN_ROW', message: row.problem });
      else if (columns === null) columns = readColumns(row.cells);
      else {
        const { fields } = columns;
        const addCells = (detector: NotationDetector, names: readonly ColumnField[]) => {
          for (const name of names) detector.add(row.cells[fields.get(name) ?? -1] ?? '');
        };
        addCells(prices, priceFields);
        addCells(others, [...priceFields, ...otherNumberFields]);
      }
      rows += 1;
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const message = `${error.message}; nothing after this line was imported`;
    report.addMessage({ ...location, line: error.line, code: 'UNREADABLE', message });
  }
  if (columns === null || !['name', 'sku', 'importId'].some((field) => columns?.fields.has(field as 'name'))) {
    const message = 'the header has none of the columns ID, SKU and Name';
    report.addMessage({ ...location, line: 1, code: 'UNREADABLE', message });
    return null;
  }
  for (const column of columns.duplicateHeads) {
    const message = 'appears twice in the header, so nothing was imported; remove one of them';
    report.addMessage({ ...location, line: 1, column, code: 'COLUMN_TWICE', message });
  }
  if (columns.duplicateHeads.length > 0) return null;
  for (const column of columns.unknownHeads) {
    const [measure] = /^(weight|length|width|height)\b/i.exec(column) ?? [];
    const units = Object.keys(measure?.toLowerCase() === 'weight' ? weightUnits : lengthUnits).join(', ');
    const message =
      measure === undefined
        ? 'the shop does not support this column, so it was ignored'
        : `unknown unit, so the column was ignored; expected one of: ${units}`;
    report.addMessage({ level: 'warning', line: 1, column, code: 'UNKNOWN_COLUMN', message });
  }
  const notation = decimal === undefined ? null : { decimal };
  return {
    file,
    format,
    columns,
    rows,
    prices: notation ?? prices.getNotation(),
    others: notation ?? others.getNotation(),
  };
}

/** Parses the wanted rows without the header. */
export async function* readParsedRows(
  { file, format, columns, prices, others }: ProductTable,
  currency: string,
  isWanted: (line: number, isVariation: boolean) => boolean,
): AsyncGenerator<RowResult> {
  const numbers: FileNumbers = { currency, prices, others };
  const typeIndex = columns.fields.get('type');
  let isHeader = true;
  try {
    for await (const row of readRows(file, format)) {
      if ('problem' in row) continue;
      const type = typeIndex === undefined ? '' : (row.cells[typeIndex] ?? '');
      if (!isHeader && isWanted(row.line, /\bvariation\b/i.test(type))) yield parseRow(columns, row, numbers);
      isHeader = false;
    }
  } catch (error) {
    // `openProductTable` has reported the rest as unreadable.
    if (!(error instanceof UnreadableFile)) throw error;
  }
}
