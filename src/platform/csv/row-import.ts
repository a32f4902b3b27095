import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { NumberNotation } from '#platform/input/read-number.ts';
import type { TableRow } from './read-rows.ts';
import type { ReportBuilder } from './report.ts';

/** Fields as JSON. */
export type StoredFields = Readonly<Record<string, unknown>>;

export interface ImportedRow {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly id: number;
  readonly label: string;
  /** Null when the object did not exist before. */
  readonly before: StoredFields | null;
  readonly after: StoredFields;
}

export interface RowToImport<Columns> {
  readonly columns: Columns;
  readonly row: TableRow;
  readonly notation: NumberNotation;
  /**
   * Whether the transaction only tries a whole file and is then rolled back. It may take minutes, so it must lock
   * only rows.
   */
  readonly isRolledBack?: boolean;
}

/** A kind of CSV file whose rows are stored one by one. */
export interface RowImport<Columns> {
  /** Columns that rows can have, as in a template. */
  readonly heads: readonly string[];
  readonly isHead: (head: string) => boolean;
  /** @returns null, with errors in the report, when the columns do not belong to this kind of file */
  readonly readColumns: (cells: readonly string[], report: ReportBuilder<string>) => Columns | null;
  /** Indexes of cells with numbers in the notation of the file. */
  readonly listNumbers: (columns: Columns) => readonly number[];
  /**
   * Stores a row, and locks the objects that it changes.
   * @returns null, with errors in the report, when the row is refused
   */
  readonly save: (
    shop: Shop,
    tx: Tx,
    input: RowToImport<Columns>,
    report: ReportBuilder<string>,
  ) => Promise<ImportedRow | null>;
  /**
   * Undoes the change of a row.
   * @returns the reason when the change stays: somebody has changed the object since, or the object is in use
   */
  readonly undo: (
    shop: Shop,
    tx: Tx,
    change: Pick<ImportedRow, 'id' | 'before'> & { readonly after: StoredFields },
  ) => Promise<string | null>;
}
