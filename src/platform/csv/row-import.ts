import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { NumberNotation } from '#platform/input/read-number.ts';
import type { TableRow } from './read-rows.ts';
import type { ReportBuilder } from './report.ts';

/** Fields of a stored object as JSON. */
export type StoredFields = Readonly<Record<string, unknown>>;

export interface ImportedRow {
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly id: number;
  /** What people call it. */
  readonly label: string;
  /** Null: it did not exist. */
  readonly before: StoredFields | null;
  readonly after: StoredFields;
}

/** The row of a file, and how the file writes its numbers. */
export interface RowToImport<Columns> {
  readonly columns: Columns;
  readonly row: TableRow;
  readonly notation: NumberNotation;
  /** Whether the transaction only tries a whole file, for minutes, and is rolled back: then it locks no more than rows. */
  readonly isRolledBack?: boolean;
}

/** A kind of CSV file whose rows are stored one by one. */
export interface RowImport<Columns> {
  /** Columns that rows can have, those of a template. */
  readonly heads: readonly string[];
  readonly isHead: (head: string) => boolean;
  /** @returns null, with errors in the report, when the columns are not those of such a file */
  readonly readColumns: (cells: readonly string[], report: ReportBuilder<string>) => Columns | null;
  /** Indexes of cells with numbers that are written in the notation of the file. */
  readonly listNumbers: (columns: Columns) => readonly number[];
  /**
   * Stores a row, and locks what it changes.
   * @returns null, with errors in the report, when it is refused
   */
  readonly save: (
    shop: Shop,
    tx: Tx,
    input: RowToImport<Columns>,
    report: ReportBuilder<string>,
  ) => Promise<ImportedRow | null>;
  /**
   * Takes back what a row did.
   * @returns why it stays as it is: somebody has changed it since, or it is in use
   */
  readonly undo: (
    shop: Shop,
    tx: Tx,
    change: Pick<ImportedRow, 'id' | 'before'> & { readonly after: StoredFields },
  ) => Promise<string | null>;
}
