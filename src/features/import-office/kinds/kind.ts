import type { RowMessage } from '#platform/csv/report.ts';
import type { StoredFields } from '#platform/csv/row-import.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { DecimalSeparator } from '#platform/input/read-number.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { cutText } from '#platform/texts/plain-text.ts';
import type { Text } from '#platform/texts/texts.ts';

/** Name of the column with the reason in a file of refused rows: it is left out when the file is read again. */
export const reasonHead = 'Import problem';

export const rowOutcomes = ['created', 'updated', 'unchanged', 'refused'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What staff chose for a file. */
export interface FileOptions {
  /** Meaning by head in small letters; empty: the column is left out. */
  readonly columns: Readonly<Record<string, string>>;
  readonly decimal?: DecimalSeparator | undefined;
  readonly dateOrder?: 'day' | 'month' | undefined;
}

/** Undefined: staff chose nothing. Files have heads such as `constructor`, which objects have too. */
export function findMeaning({ columns }: FileOptions, head: string): string | undefined {
  const key = head.trim().toLowerCase();
  return Object.hasOwn(columns, key) ? columns[key] : undefined;
}

export interface FieldDifference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What the dry run says of a row. */
export interface CheckedRow {
  readonly line: number;
  /** Lines of the uploaded file. */
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
  /** How cells are read, as JSON; null: nothing of the file can be imported. */
  readonly reading: StoredFields | null;
  /** About the whole file. */
  readonly messages: readonly RowMessage[];
  readonly rows: Iterable<CheckedRow> | AsyncIterable<CheckedRow>;
  /** Lines of rows that change something, by stage, in the order in which stages are imported. Read after the rows. */
  readonly stages: () => readonly { readonly stage: string; readonly lines: readonly number[] }[];
}

export interface FileToCheck {
  readonly path: string;
  /** Where the kind may write a file, which is deleted afterwards. */
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
  /** What `undo` needs beside the values. */
  readonly subject: StoredFields;
  /** Id of the object in the audit. */
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

/** What a row is called that has no name: its first cell with text. */
export const labelRow = (cells: readonly string[]): string =>
  cutText(cells.find((cell) => cell.trim() !== '') ?? '', 200);

/** What an uploaded file can hold. */
export interface ImportKind {
  /** Permanent: the database names it. */
  readonly id: string;
  readonly text: Text;
  /** Permission to change what it imports, beside that to import files at all. */
  readonly requires: string;
  /** Kind of the objects in the audit. */
  readonly subject: string;
  /** What columns can be said to mean. Empty: they are read by their names. */
  readonly meanings: readonly string[];
  /** Columns of the template. */
  readonly heads: readonly string[];
  /** Rows of the example file: cells by `heads`. */
  readonly example: readonly Readonly<Record<string, string>>[];
  readonly isHead: (head: string) => boolean;
  readonly asksDecimal: boolean;
  readonly asksDates: boolean;
  /** The dry run: all that the import does, rolled back. @throws for what is no fault of the file */
  readonly check: (shop: Shop, file: FileToCheck) => Promise<CheckedFile>;
  /** Imports rows in a transaction. A row that is not as the dry run found it is refused. */
  readonly apply: (
    shop: Shop,
    tx: Tx,
    rows: RowsToApply,
  ) => Promise<{ readonly changes: readonly AppliedRow[]; readonly messages: readonly RowMessage[] }>;
  /** Takes back changes of a batch. @returns by id of the change why something stays as it is */
  readonly undo: (
    shop: Shop,
    tx: Tx,
    changes: readonly ChangeToUndo[],
    by: Actor,
  ) => Promise<ReadonlyMap<number, string>>;
}
