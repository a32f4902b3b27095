import { sqlQuery, type Tx } from '#platform/database/database.ts';

export interface RemoteImage {
  readonly id: number;
  readonly url: string;
  readonly state: 'waiting' | 'stored' | 'failed';
  readonly mediaId: number | null;
}

const ensure = sqlQuery<RemoteImage>(
  'catalog.ensure-remote-images',
  `with made as (
    insert into remote_images (url) select distinct asked from unnest($1::text[]) asked on conflict (url) do nothing returning id, url, state, media_id
  )
  select id, url, state, media_id as "mediaId" from made
  union all select id, url, state, media_id from remote_images where url = any($1::text[])`,
);

/** Remembers addresses of images, by address. Whoever shows one that isn't stored adds `fetchRemoteImage` for it. */
export async function ensureRemoteImages(tx: Tx, urls: readonly string[]): Promise<Map<string, RemoteImage>> {
  if (urls.length === 0) return new Map();
  return new Map((await ensure(tx, [[...new Set(urls)]])).map((image) => [image.url, image]));
}
