import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';

/**
 * A picture that an import named: by its web address, or as `folder:bowl.jpg` in a folder that came with the file. So stands there whatever else
 * was named and can't be had, `folder:ftp://…` say.
 */
export interface RemoteImage {
  readonly id: number;
  readonly url: string;
  readonly state: 'waiting' | 'stored' | 'failed';
  readonly mediaId: number | null;
}

const folderPrefix = 'folder:';

export const toFolderUrl = (name: string): string => folderPrefix + name;

/** Null for a web address. */
export const readFolderUrl = (url: string): string | null =>
  url.startsWith(folderPrefix) ? url.slice(folderPrefix.length) : null;

const queryEnsureImages = sqlQuery<RemoteImage>(
  'catalog.ensure-remote-images',
  `with made as (
    insert into remote_images (url) select distinct asked from unnest($1::text[]) asked on conflict (url) do nothing returning id, url, state, media_id
  )
  select id, url, state, media_id as "mediaId" from made
  union all select id, url, state, media_id from remote_images where url = any($1::text[])`,
);

const queryFindImages = sqlQuery<RemoteImage>(
  'catalog.find-remote-images',
  'select id, url, state, media_id as "mediaId" from remote_images where url = any($1::text[])',
);

const indexByUrl = (images: readonly RemoteImage[]) => new Map(images.map((image) => [image.url, image]));

/** What another transaction has just remembered is seen by no part of the statement that waited for it, but by the next one. */
async function addConcurrentlyCreated(tx: Tx, urls: readonly string[], seen: readonly RemoteImage[]) {
  const found = indexByUrl(seen);
  const late = urls.filter((url) => !found.has(url));
  return late.length === 0 ? found : indexByUrl([...seen, ...(await queryFindImages(tx, [late]))]);
}

/** Remembers images by address. Whoever shows one that isn't stored adds `fetchRemoteImage` for it. */
export async function ensureRemoteImages(tx: Tx, urls: readonly string[]): Promise<Map<string, RemoteImage>> {
  return urls.length === 0
    ? new Map()
    : addConcurrentlyCreated(tx, urls, await queryEnsureImages(tx, [[...new Set(urls)]]));
}

/** Those that are remembered already, by address. */
export async function findRemoteImages(tx: Tx, urls: readonly string[]): Promise<Map<string, RemoteImage>> {
  return urls.length === 0 ? new Map() : indexByUrl(await queryFindImages(tx, [[...new Set(urls)]]));
}

const queryEnsureFailedImages = sqlQuery<RemoteImage>(
  'catalog.ensure-hopeless-images',
  `with made as (
    insert into remote_images (url, state, problem) select distinct asked, 'failed', $2 from unnest($1::text[]) asked
    on conflict (url) do nothing returning id, url, state, media_id
  )
  select id, url, state, media_id as "mediaId" from made
  union all select id, url, state, media_id from remote_images where url = any($1::text[])`,
);

/** Remembers images that nobody can fetch, and why. One that was there already stays as it is. */
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
  'catalog.media-not-brought',
  `select id from unnest($1::integer[]) id where not exists (select from remote_images r where r.media_id = id)`,
);

/** Those of some pictures of the shop that no import brought. */
export async function findNonImportedMediaIds(db: Db, mediaIds: readonly number[]): Promise<number[]> {
  return mediaIds.length === 0 ? [] : (await queryNonImportedMediaIds(db, [mediaIds])).map(({ id }) => id);
}
