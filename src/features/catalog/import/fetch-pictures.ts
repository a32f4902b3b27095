import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import { fetchRemoteImage } from '../image-job.ts';
import { nameInFolder } from '../remote-images.ts';
import type { ImportMessage } from './report.ts';

interface Failed {
  readonly id: number;
  readonly url: string;
  readonly problem: string;
}

const failures = sqlQuery<Failed>(
  'catalog.failed-pictures',
  `select id, url, problem from remote_images where id = any($1::integer[]) and state = 'failed'`,
);

const tried = sqlQuery<{ count: number }>(
  'catalog.pictures-tried',
  `select count(*)::integer as count from remote_images where id = any($1::integer[]) and state <> 'waiting'`,
);

interface FetchOptions {
  /** Told now and then how many were tried. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Milliseconds. */
const lookEvery = 500;

/**
 * Works off the jobs that fetch pictures, as the open shop would, and may at the same time.
 * @param lines of the file, by the picture that each asked for first
 * @returns a message for each that can't be had
 */
export async function fetchPictures(
  shop: Shop,
  lines: ReadonlyMap<number, number>,
  { onProgress }: FetchOptions = {},
): Promise<ImportMessage[]> {
  const ids = [...lines.keys()];
  const looking = setInterval(() => {
    tried(shop.db, [ids]).then(
      ([row]) => onProgress?.(row?.count ?? 0),
      () => {},
    );
  }, lookEvery);
  try {
    await runJobsNow(shop, [fetchRemoteImage]);
  } finally {
    clearInterval(looking);
  }
  const failed = await failures(shop.db, [ids]);
  const messages = failed.map(
    ({ id, url, problem }): ImportMessage => ({
      level: 'warning',
      line: lines.get(id) ?? 1,
      column: 'Images',
      code: 'IMAGE_NOT_HAD',
      message: `${nameInFolder(url) ?? url}: ${problem}; a drawn picture stands where there is no other`,
    }),
  );
  return messages.toSorted((one, other) => one.line - other.line);
}
