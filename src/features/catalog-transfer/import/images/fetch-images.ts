import { fetchRemoteImage, readFolderUrl } from '#features/catalog/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { isStorageFull } from '#platform/storage/storage.ts';
import type { ImportMessage } from '../report.ts';

interface FailedImage {
  readonly id: number;
  readonly url: string;
  /** Null while the image waits for another attempt. */
  readonly problem: string | null;
}

const queryFailedImages = sqlQuery<FailedImage>(
  'catalog-transfer.find-failed-images',
  `select id, url, case state when 'failed' then problem end as problem from remote_images
  where id = any($1::integer[]) and state in ('failed', 'waiting')`,
);

const queryTriedCount = sqlQuery<{ count: number }>(
  'catalog-transfer.count-tried-images',
  `select count(*)::integer as count from remote_images where id = any($1::integer[]) and state <> 'waiting'`,
);

interface FetchOptions {
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Milliseconds. */
const pollInterval = 500;

/** The first place in a file where an image is named. */
export interface ImageRequest {
  readonly line: number;
  readonly field: 'images' | 'swatches';
}

const columnByField = { images: 'Images', swatches: 'Swatches Attributes' } as const;
const outcomeByField = {
  images: 'a placeholder is shown if there is no other image',
  swatches: 'the swatch was not changed',
} as const;

/**
 * Runs the jobs that fetch images, as the running shop does; both may do so at the same time.
 * @param requests requests by image id
 * @returns a warning for each image that could not be fetched
 */
export async function fetchImages(
  shop: Shop,
  requests: ReadonlyMap<number, ImageRequest>,
  { onProgress }: FetchOptions = {},
): Promise<ImportMessage[]> {
  const ids = [...requests.keys()];
  const progressTimer = setInterval(() => {
    queryTriedCount(shop.db, [ids]).then(
      ([row]) => onProgress?.(row?.count ?? 0),
      () => {},
    );
  }, pollInterval);
  const run = await runJobsNow(shop, [fetchRemoteImage]).finally(() => clearInterval(progressTimer));
  const whileWaiting = run.failed.some(({ error }) => isStorageFull(error)) ? 'STORAGE_FULL' : 'NOT_STORED';
  // Another process may be fetching the images that are still waiting.
  return listFailedImages(shop, requests, run.failed.length > 0 ? whileWaiting : null);
}

/**
 * @param whileWaiting why waiting images are no longer fetched; null when they may still be fetched
 * @returns a warning for each image that could not be fetched
 */
export async function listFailedImages(
  shop: Shop,
  requests: ReadonlyMap<number, ImageRequest>,
  whileWaiting: string | null = null,
): Promise<ImportMessage[]> {
  const ids = [...requests.keys()];
  const left = await queryFailedImages(shop.db, [ids]);
  const failed = left.filter(({ problem }) => (problem ?? whileWaiting) !== null);
  const messages = failed.map(({ id, url, problem }): ImportMessage => {
    const { line, field } = requests.get(id) ?? { line: 1, field: 'images' };
    const message = `${readFolderUrl(url) ?? url}: ${problem ?? whileWaiting}; ${outcomeByField[field]}`;
    return { level: 'warning', line, column: columnByField[field], code: 'IMAGE_NOT_HAD', message };
  });
  return messages.toSorted((first, second) => first.line - second.line);
}
