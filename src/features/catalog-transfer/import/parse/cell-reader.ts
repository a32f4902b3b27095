import { unescapeFormula } from '#platform/csv/csv-line.ts';
import type { TableRow } from '#platform/csv/read-rows.ts';
import type { ImportCode, ImportMessage } from '../report.ts';
import { type CellResult, splitList } from './cell-values.ts';
import type { ColumnField, Columns } from './columns.ts';

export interface CellReader {
  readonly line: number;
  readonly columns: Columns;
  /** Undefined when the file has no such column. */
  readText(field: ColumnField): string | undefined;
  readCell(index: number | undefined): string;
  readField<Value>(field: ColumnField, reader: (cell: string) => CellResult<Value>): Value | undefined;
  readList<Value>(field: ColumnField, reader: (text: string) => Value): Value[] | undefined;
  addError(column: string, message: string): void;
  /** Adds a warning, which doesn't skip the row. */
  addWarning(field: ColumnField, code: ImportCode, message: string): void;
  readonly errors: readonly ImportMessage[];
  readonly warnings: readonly ImportMessage[];
}

export function createCellReader(columns: Columns, { line, cells }: TableRow): CellReader {
  const errors: ImportMessage[] = [];
  const warnings: ImportMessage[] = [];
  const readCell = (index: number | undefined) =>
    index === undefined ? '' : unescapeFormula((cells[index] ?? '').trim()).normalize('NFC');
  const getHead = (field: ColumnField) => columns.heads[columns.fields.get(field) ?? -1] ?? field;
  const addError = (column: string, message: string) => {
    errors.push({ level: 'error', line, column, code: 'BAD_VALUE', message });
  };
  const addWarning: CellReader['addWarning'] = (field, code, message) => {
    warnings.push({ level: 'warning', line, column: getHead(field), code, message });
  };
  const readText = (field: ColumnField) => {
    const index = columns.fields.get(field);
    return index === undefined ? undefined : readCell(index);
  };
  return {
    line,
    columns,
    readText,
    readCell,
    readField(field, reader) {
      const written = readText(field);
      if (written === undefined) return undefined;
      const result = reader(written);
      if (!result.ok) addError(getHead(field), result.message);
      else if (result.warning) addWarning(field, result.warning.code, result.warning.message);
      return result.ok ? result.value : undefined;
    },
    readList(field, reader) {
      const written = readText(field);
      return written === undefined ? undefined : splitList(written).map(reader);
    },
    addError,
    addWarning,
    errors,
    warnings,
  };
}
