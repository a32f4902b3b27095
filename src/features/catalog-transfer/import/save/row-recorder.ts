import type { ParsedRow } from '../parse/parsed-row.ts';
import type { StoredRow } from './stored-rows.ts';

/** The passes over a file, in their order. The last pass links products to each other. */
export const importStages = ['products', 'variations', 'links'] as const;
export type ImportStage = (typeof importStages)[number];

/** Cells of a field before and after the change, formatted as in an export. */
export interface FieldChange {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

export interface RowChange {
  readonly line: number;
  readonly stage: ImportStage;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  readonly id: number;
  readonly productId: number;
  readonly label: string;
  /** Fingerprint of the stored row before the change, see `createFingerprint`. */
  readonly fingerprint: string;
  readonly fields: readonly FieldChange[];
  readonly before: StoredRow | null;
  readonly after: StoredRow | null;
}

/** Observes all changes of an import, and can refuse rows. */
export interface RowRecorder {
  /** Whether other writers of the products wait until the transaction ends. */
  readonly isLocking: boolean;
  /** Returns the reason why a row is not saved, or null to save it. @param found the stored row, if any */
  readonly refuse: (row: ParsedRow, stage: ImportStage, found: StoredRow | null, fingerprint: string) => string | null;
  /**
   * Records a change. A later change of the same line and stage replaces an earlier one, because transactions may be
   * repeated.
   */
  readonly record: (change: RowChange) => void;
}
