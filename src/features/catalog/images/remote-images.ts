import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';

/**
 * An image named by an import: a web address, or `folder:bowl.jpg` in the folder given with the
 * file. Names that can't be fetched are stored in the same form, such as `folder:ftp://…`.
 */
export interface RemoteImage {
  readonly id: number;
  readonly url: string;
  readonly state: 'waiting' | 'stored' | 'failed';
  readonly mediaId: number | null;
}

const folderPrefix = 'folder:';

export const toFolderUrl = (name: string): string => folderPrefix + name;

/** @returns the file name; null for a web address */
export const readFolderUrl = (url: string): string | null =>
  url.startsWith(folderPrefix) ? url.slice(folderPrefix.length) : null;

const queryEnsureImages = sqlQuery<RemoteImage>(
  'catalog.ensure-remote-images',
  `with created as (
    insert into remote_images (url) select distinct requested from unnest($1::text[]) requested on conflict (url) do nothing returning id, url, state, media_id
  )
  select id, url, state, media_id as "mediaId" from created
  union all select id, url, state, media_id from remote_images where url = any($1::text[])`,
);

const queryFindImages = sqlQuery<RemoteImage>(
  'catalog.find-remote-images',
  'select id, url, state, media_id as "mediaId" from remote_images where url = any($1::text[])',
);

const indexByUrl = (images: readonly RemoteImage[]) => new Map(images.map((image) => [image.url, image]));

/**
 * Adds rows that a concurrent transaction has inserted: the statement that waited for its commit does
 * not see these rows, but the next statement does.
 */
async function addConcurrentlyCreated(tx: Tx, urls: readonly string[], visible: readonly RemoteImage[]) {
  const found = indexByUrl(visible);
  const missing = urls.filter((url) => !found.has(url));
  return missing.length === 0 ? found : indexByUrl([...visible, ...(await queryFindImages(tx, [missing]))]);
}

/**
 * Finds or creates remote images, by URL. The caller must add the job `fetchRemoteImage` for each image
 * that is shown but not stored yet.
 */
export async function ensureRemoteImages(tx: Tx, urls: readonly string[]): Promise<Map<string, RemoteImage>> {
  return urls.length === 0
    ? new Map()
    : addConcurrentlyCreated(tx, urls, await queryEnsureImages(tx, [[...new Set(urls)]]));
}

export async function findRemoteImages(tx: Tx, urls: readonly string[]): Promise<Map<string, RemoteImage>> {
  return urls.length === 0 ? new Map() : indexByUrl(await queryFindImages(tx, [[...new Set(urls)]]));
}

const queryEnsureFailedImages = sqlQuery<RemoteImage>(
  'catalog.ensure-failed-images',
  `with created as (
    insert into remote_images (url, state, problem) select distinct requested, 'failed', $2 from unnest($1::text[]) requested
    on conflict (url) do nothing returning id, url, state, media_id
  )
  select id, url, state, media_id as "mediaId" from created
  union all select id, url, state, media_id from remote_images where url = any($1::text[])`,
);

/** Creates remote images as failed, with the reason. Existing remote images are not changed. */
export async function ensureFailedImages(
  tx: Tx,
  urls: readonly string[],
  problem: string,
): Promise<Map<string, RemoteImage>> {
  return urls.length === 0
    ? new Map()
    : addConcurrentlyCreated(tx, urls, await queryEnsureFailedImages(tx, [[...new Set(urls)], problem]));
}

const queryNonImportedMediaIds = sqlQuery<{ id: number }>(
  'catalog.find-non-imported-media',
  `select id from unnest($1::integer[]) id where not exists (select from remote_images r where r.media_id = id)`,
);

export async function findNonImportedMediaIds(db: Db, mediaIds: readonly number[]): Promise<number[]> {
  return mediaIds.length === 0 ? [] : (await queryNonImportedMediaIds(db, [mediaIds])).map(({ id }) => id);
}
