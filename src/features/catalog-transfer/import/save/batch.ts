import type { SaveResult } from '#features/catalog/index.ts';
import type { StockReference } from '#features/inventory/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import type { ParsedRow } from '../parse/parsed-row.ts';
import type { ImportCode } from '../report.ts';
import type { RowRecorder } from './row-recorder.ts';

export interface ImportTarget {
  readonly shop: Shop;
  /** Author of the changes. Default: the shop. */
  readonly by?: Author | undefined;
  readonly imageFolder?: string | undefined;
  readonly dryRun?: boolean | undefined;
  /**
   * Returns the placeholder's media id; the first call stores the placeholder. It must be called before
   * any transaction starts.
   */
  readonly getPlaceholderId: () => Promise<number>;
  /** Lines of products with terms to remove once their variations are saved. */
  readonly linesToFinish?: Set<number> | undefined;
  /** Lines of variations in the file, by their product id and terms. */
  readonly linesByTerms?: Map<string, number> | undefined;
  readonly recorder?: RowRecorder | undefined;
  /** Ids of images in the folder, which are read after all rows are saved. */
  readonly folderImages?: Set<number> | undefined;
  /**
   * Called for each image that is fetched after the rows, with the row that needs the image; possibly twice for an
   * image.
   */
  readonly onImageRequest?: ((remoteId: number, line: number, field: 'images' | 'swatches') => void) | undefined;
}

export function getReference({ by = 'shop' }: ImportTarget): StockReference {
  return { text: 'import', by };
}

export interface RowWarning {
  readonly line: number;
  /** Field of the record, such as `master.salePrice`. */
  readonly field: string;
  readonly code: ImportCode;
  readonly message: string;
}

export interface BatchResult {
  readonly results: readonly SaveResult[];
  readonly warnings: readonly RowWarning[];
}

export type SaveRows = (target: ImportTarget, tx: Tx, rows: readonly ParsedRow[]) => Promise<BatchResult>;
