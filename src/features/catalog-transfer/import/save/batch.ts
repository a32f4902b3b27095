import type { SaveResult } from '#features/catalog/index.ts';
import type { StockReference } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportCode } from '../report.ts';
import type { RowRecorder } from './row-recorder.ts';

/** Where rows are saved, and the options of the import. */
export interface ImportTarget {
  readonly shop: Shop;
  /** Who imports them. Default: the shop. */
  readonly by?: Author | undefined;
  /** Folder with the images that the file names. */
  readonly imageFolder?: string | undefined;
  /** Everything is rolled back. */
  readonly dryRun?: boolean | undefined;
  /**
   * Returns the placeholder's media id, storing it on the first call. Call it before any
   * transaction starts.
   */
  readonly getPlaceholderId: () => Promise<number>;
  /** Lines of products with terms to remove once their variations are saved. */
  readonly linesToFinish?: Set<number> | undefined;
  /** Lines of variations in the file, by their product and terms. */
  readonly linesByTerms?: Map<string, number> | undefined;
  /** Watches what is done to each row. */
  readonly recorder?: RowRecorder | undefined;
  /** Ids of images in the folder, which are read after the rows. */
  readonly folderImages?: Set<number> | undefined;
  /** Called for each image that is fetched after the rows, with the row that needs it; may be called twice. */
  readonly onImageRequest?: ((remoteId: number, line: number, field: 'images' | 'swatches') => void) | undefined;
}

/** Names the import in the stock ledger. */
export function getReference({ by = 'shop' }: ImportTarget): StockReference {
  return { text: 'import', by };
}

/** A warning about a row that is imported anyway. */
export interface RowWarning {
  readonly line: number;
  /** Field of the record. */
  readonly field: string;
  readonly code: ImportCode;
  readonly message: string;
}

export interface BatchResult {
  /** One result per row, in order. */
  readonly results: readonly SaveResult[];
  readonly warnings: readonly RowWarning[];
}

/** Saves some rows in a transaction. */
export type SaveRows = (target: ImportTarget, tx: Tx, rows: readonly ParsedRow[]) => Promise<BatchResult>;
