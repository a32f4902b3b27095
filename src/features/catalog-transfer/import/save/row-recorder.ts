import type { ParsedRow } from '../parse/parsed-row.ts';
import type { StoredRow } from './stored-rows.ts';

/** The passes over a file: products, then variations, then what links them. */
export const importStages = ['products', 'variations', 'links'] as const;
export type ImportStage = (typeof importStages)[number];

/** A field of a row as an export writes it, before and after. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** What an import did to a product or a variation. */
export interface RowChange {
  readonly line: number;
  readonly stage: ImportStage;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly id: number;
  readonly productId: number;
  readonly label: string;
  /** Of the row as it was found: `createFingerprint`. */
  readonly fingerprint: string;
  readonly fields: readonly FieldChange[];
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** Watches what an import does to each row. */
export interface RowRecorder {
  /** Whether other writers of the products wait for the end of the transaction. */
  readonly isLocking: boolean;
  /** Why a row is not saved; null: it is. @param found what the shop has of the row */
  readonly refuse: (row: ParsedRow, stage: ImportStage, found: StoredRow | null, fingerprint: string) => string | null;
  /** A later change of the same line and stage replaces an earlier one: transactions are repeated. */
  readonly record: (change: RowChange) => void;
}
