import { fetchRemoteImage, readFolderUrl } from '#features/catalog/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { ImportMessage } from '../report.ts';

interface FailedPicture {
  readonly id: number;
  readonly url: string;
  readonly problem: string;
}

const findFailedPictures = sqlQuery<FailedPicture>(
  'catalog-transfer.find-failed-images',
  `select id, url, problem from remote_images where id = any($1::integer[]) and state = 'failed'`,
);

const countTriedPictures = sqlQuery<{ count: number }>(
  'catalog-transfer.count-tried-images',
  `select count(*)::integer as count from remote_images where id = any($1::integer[]) and state <> 'waiting'`,
);

interface FetchOptions {
  /** Called regularly with the number of pictures tried. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Milliseconds. */
const pollInterval = 500;

/** Where a file first asked for a picture. */
export interface PictureRequest {
  readonly line: number;
  readonly field: 'images' | 'swatches';
}

const columnByField = { images: 'Images', swatches: 'Swatches Attributes' } as const;
const outcomeByField = {
  images: 'a placeholder is shown if there is no other image',
  swatches: 'the swatch was not changed',
} as const;

/**
 * Runs the jobs that fetch pictures, as the running shop does; both may work at the same time.
 * @param asked requests by picture id
 * @returns a warning for each picture that could not be fetched
 */
export async function fetchPictures(
  shop: Shop,
  asked: ReadonlyMap<number, PictureRequest>,
  { onProgress }: FetchOptions = {},
): Promise<ImportMessage[]> {
  const ids = [...asked.keys()];
  const looking = setInterval(() => {
    countTriedPictures(shop.db, [ids]).then(
      ([row]) => onProgress?.(row?.count ?? 0),
      () => {},
    );
  }, pollInterval);
  try {
    await runJobsNow(shop, [fetchRemoteImage]);
  } finally {
    clearInterval(looking);
  }
  const failed = await findFailedPictures(shop.db, [ids]);
  const messages = failed.map(({ id, url, problem }): ImportMessage => {
    const { line, field } = asked.get(id) ?? { line: 1, field: 'images' };
    const message = `${readFolderUrl(url) ?? url}: ${problem}; ${outcomeByField[field]}`;
    return { level: 'warning', line, column: columnByField[field], code: 'IMAGE_NOT_HAD', message };
  });
  return messages.toSorted((one, other) => one.line - other.line);
}
