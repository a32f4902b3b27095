import type { RowMessage } from '#platform/csv/report.ts';
import type { StoredFields } from '#platform/csv/row-import.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { DecimalSeparator } from '#platform/input/read-number.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { Text } from '#platform/texts/texts.ts';

/**
 * Head of the column with the reasons in a file of refused rows. The column is ignored when the file is imported
 * again.
 */
export const reasonHead = 'Import problem';

export const rowOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

export interface FileOptions {
  /** Meanings by head in lower case. Empty: the column is left out. */
  readonly columns: Readonly<Record<string, string>>;
  readonly decimal?: DecimalSeparator | undefined;
  readonly dateOrder?: 'day' | 'month' | undefined;
}

/** Returns undefined when staff chose nothing. Checks own properties, because a head may be `constructor`. */
export function findMeaning({ columns }: FileOptions, head: string): string | undefined {
  const key = head.trim().toLowerCase();
  return Object.hasOwn(columns, key) ? columns[key] : undefined;
}

export interface FieldDifference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Result of the dry run for a row. */
export interface CheckedRow {
  readonly line: number;
  /** Line numbers in the uploaded file. */
  readonly sourceLines: readonly number[];
  /** Empty for a row that is not imported. */
  readonly cells: readonly string[];
  readonly outcome: RowOutcome;
  readonly label: string;
  readonly fingerprint: string;
  readonly fields: readonly FieldDifference[];
  readonly messages: readonly RowMessage[];
}

export interface CheckedFile {
  /** How to read the cells, as JSON; null when nothing in the file can be imported. */
  readonly reading: StoredFields | null;
  /** Messages about the whole file. */
  readonly messages: readonly RowMessage[];
  readonly rows: Iterable<CheckedRow> | AsyncIterable<CheckedRow>;
  /** Lines of rows with changes, by stage, in the order of the stages. Call it after all rows are read. */
  readonly stages: () => readonly { readonly stage: string; readonly lines: readonly number[] }[];
}

export interface FileToCheck {
  readonly path: string;
  /** Path for a temporary file of the kind, which is deleted afterwards. */
  readonly scratchPath: string;
  readonly options: FileOptions;
  readonly onProgress: (done: number, total: number) => void;
}

export interface RowToApply {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fingerprint: string;
}

export interface AppliedRow {
  readonly line: number;
  readonly outcome: Exclude<RowOutcome, 'refused'>;
  readonly label: string;
  /** Data that `undo` needs in addition to the values. */
  readonly subject: StoredFields;
  readonly auditId: number;
  readonly fields: readonly FieldDifference[];
  readonly before: StoredFields | null;
  readonly after: StoredFields | null;
}

export interface RowsToApply {
  readonly reading: StoredFields;
  readonly stage: string;
  readonly rows: readonly RowToApply[];
  readonly by: Actor;
}

export interface ChangeToUndo {
  readonly id: number;
  readonly subject: StoredFields;
  readonly before: StoredFields | null;
  readonly after: StoredFields;
}

/** Returns the label of a row without a name: its first cell with text. */
export const labelRow = (cells: readonly string[]): string =>
  cutText(cells.find((cell) => cell.trim() !== '') ?? '', 200);

/** A kind of data that can be imported from an uploaded file. */
export interface ImportKind {
  /** Permanent, since the database stores it. */
  readonly id: string;
  readonly text: Text;
  /** Permission to change the imported objects, required in addition to the permission to import files. */
  readonly requires: string;
  /** Kind of the objects in the audit. */
  readonly subject: string;
  /** Meanings that staff can choose for columns. Empty: columns are read by their heads only. */
  readonly meanings: readonly string[];
  /** Heads of the template's columns. */
  readonly heads: readonly string[];
  /** Rows of the example file: cells by `heads`. */
  readonly example: readonly Readonly<Record<string, string>>[];
  readonly isHead: (head: string) => boolean;
  readonly asksDecimal: boolean;
  readonly asksDates: boolean;
  /**
   * Checks a file by a dry run: does everything that the import does, and rolls it back.
   * @throws for errors that the file did not cause
   */
  readonly check: (shop: Shop, file: FileToCheck) => Promise<CheckedFile>;
  /** Imports rows in a transaction. A row is refused when its objects have changed since the dry run. */
  readonly apply: (
    shop: Shop,
    tx: Tx,
    rows: RowsToApply,
  ) => Promise<{ readonly changes: readonly AppliedRow[]; readonly messages: readonly RowMessage[] }>;
  /**
   * Undoes changes of a batch.
   * @returns the reasons why changes can't be undone, by the id of the change
   */
  readonly undo: (
    shop: Shop,
    tx: Tx,
    changes: readonly ChangeToUndo[],
    by: Actor,
  ) => Promise<ReadonlyMap<number, string>>;
}
