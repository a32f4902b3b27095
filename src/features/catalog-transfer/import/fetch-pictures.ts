import { fetchRemoteImage, readFolderUrl } from '#features/catalog/index.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { runJobsNow } from '#platform/jobs/run-now.ts';
import type { ImportMessage } from './report.ts';

interface Failed {
  readonly id: number;
  readonly url: string;
  readonly problem: string;
}

const failures = sqlQuery<Failed>(
  'catalog-transfer.failed-pictures',
  `select id, url, problem from remote_images where id = any($1::integer[]) and state = 'failed'`,
);

const tried = sqlQuery<{ count: number }>(
  'catalog-transfer.pictures-tried',
  `select count(*)::integer as count from remote_images where id = any($1::integer[]) and state <> 'waiting'`,
);

interface FetchOptions {
  /** Told now and then how many were tried. */
  readonly onProgress?: ((done: number) => void) | undefined;
}

/** Milliseconds. */
const lookEvery = 500;

/** What in a file asked for a picture first. */
export interface PictureAsked {
  readonly line: number;
  readonly field: 'images' | 'swatches';
}

const columns = { images: 'Images', swatches: 'Swatches Attributes' } as const;
const instead = {
  images: 'a placeholder is shown if there is no other image',
  swatches: 'the swatch was not changed',
} as const;

/**
 * Works off the jobs that fetch pictures, as the open shop would, and may at the same time.
 * @param asked by the picture
 * @returns a message for each that can't be had
 */
export async function fetchPictures(
  shop: Shop,
  asked: ReadonlyMap<number, PictureAsked>,
  { onProgress }: FetchOptions = {},
): Promise<ImportMessage[]> {
  const ids = [...asked.keys()];
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
  const messages = failed.map(({ id, url, problem }): ImportMessage => {
    const { line, field } = asked.get(id) ?? { line: 1, field: 'images' };
    const message = `${readFolderUrl(url) ?? url}: ${problem}; ${instead[field]}`;
    return { level: 'warning', line, column: columns[field], code: 'IMAGE_NOT_HAD', message };
  });
  return messages.toSorted((one, other) => one.line - other.line);
}
