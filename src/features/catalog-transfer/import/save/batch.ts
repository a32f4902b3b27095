import type { SaveResult } from '#features/catalog/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportCode } from '../report.ts';

/** Where rows go, and what came with their file. */
export interface ImportTarget {
  readonly shop: Shop;
  /** Folder of pictures that the file names. */
  readonly imageFolder?: string | undefined;
  /** Nothing of it will stay. */
  readonly dryRun?: boolean | undefined;
  /** The picture that stands where others can't be had; stored when it is first asked for, so before any transaction. */
  readonly getPlaceholderId: () => Promise<number>;
  /** Lines whose products keep something only until their variations were looked at. */
  readonly linesToFinish?: Set<number> | undefined;
  /** Told of each picture that a job is to fetch, and what asked for it. May be told twice. */
  readonly onPicture?: ((remoteId: number, line: number, field: 'images' | 'swatches') => void) | undefined;
}

/** Something that is amiss with a row that goes in all the same. */
export interface RowWarning {
  readonly line: number;
  /** Of the record. */
  readonly field: string;
  readonly code: ImportCode;
  readonly message: string;
}

export interface BatchResult {
  /** For each row, in order. */
  readonly results: readonly SaveResult[];
  readonly warnings: readonly RowWarning[];
}

/** Writes some rows in a transaction. */
export type SaveRows = (target: ImportTarget, tx: Tx, rows: readonly ParsedRow[]) => Promise<BatchResult>;
