import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import { namedQuery } from '#platform/database/named-query.ts';
import type { MediaRow } from '#platform/media/picture.ts';
import { focusSql } from '#platform/media/picture.ts';

export interface ShownPhoto extends MediaRow {
  readonly externalId: string;
  readonly caption: string;
  readonly link: string;
}

export const findShownPhotos = namedQuery<{ readonly provider: string; readonly count: number }, ShownPhoto>(
  'photo-feed.find-shown',
  `select p.external_id as "externalId", p.caption, p.link, m.id, m.sha256, m.width, m.height, m.color, m.alt, ${focusSql('m')} as focus
  from photo_feed_photos p join platform.media m on m.id = p.media_id
  where p.provider = $provider order by p.position, p.external_id limit $count`,
);

const selectFailure = sqlQuery<{ failure: string }>(
  'photo-feed.find-failure',
  'select failure from photo_feed_reads where provider = $1',
);

/** @returns why the last read of the feed failed; '' after a success, or when the feed was never read */
export async function findFailure(db: Db, provider: string): Promise<string> {
  return (await selectFailure(db, [provider]))[0]?.failure ?? '';
}

export interface KnownPhoto {
  readonly externalId: string;
  readonly mediaId: number;
  readonly isOwn: boolean;
}

/** Lists photographs of all providers: photographs of providers that are no longer used are removed. */
export const listKnownPhotos = sqlQuery<KnownPhoto & { readonly provider: string }>(
  'photo-feed.find-known',
  `select provider, external_id as "externalId", media_id as "mediaId", is_own as "isOwn" from photo_feed_photos`,
);

const upsertRead = sqlQuery(
  'photo-feed.record-read',
  `insert into photo_feed_reads (provider, read_at, failure) values ($1, $2, $3)
  on conflict (provider) do update set read_at = excluded.read_at, failure = excluded.failure`,
);

/** The lock of this row serializes concurrent reads of the feed. */
export async function recordRead(tx: Db, provider: string, now: Date, failure: string): Promise<void> {
  await upsertRead(tx, [provider, now, failure.slice(0, 300)]);
}

export interface SavedPhoto extends KnownPhoto {
  readonly caption: string;
  readonly link: string;
}

const deleteOthers = sqlQuery<{ mediaId: number }>(
  'photo-feed.delete-others',
  `delete from photo_feed_photos where provider <> $1 or external_id <> all($2::text[])
  returning case when is_own then media_id end as "mediaId"`,
);
const upsertPhotos = sqlQuery(
  'photo-feed.save-photos',
  `insert into photo_feed_photos (provider, external_id, media_id, is_own, caption, link, position)
  select $1, photo ->> 'externalId', (photo ->> 'mediaId')::integer, (photo ->> 'isOwn')::boolean, photo ->> 'caption', photo ->> 'link', number - 1
  from jsonb_array_elements($2::jsonb) with ordinality each (photo, number)
  on conflict (provider, external_id) do update set media_id = excluded.media_id, caption = excluded.caption, link = excluded.link, position = excluded.position`,
);

/**
 * Replaces the feed by these photographs.
 * @returns ids of pictures that the feed had added and no longer shows
 */
export async function replacePhotos(tx: Tx, provider: string, photos: readonly SavedPhoto[]): Promise<number[]> {
  const removed = await deleteOthers(tx, [provider, photos.map(({ externalId }) => externalId)]);
  await upsertPhotos(tx, [provider, JSON.stringify(photos)]);
  return removed.flatMap(({ mediaId }) => mediaId ?? []);
}
