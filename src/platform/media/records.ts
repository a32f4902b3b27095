import { sql } from 'drizzle-orm';
import { type Db, sqlQuery, type Tx } from '#platform/database/database.ts';
import type { ImageFacts } from './inspect-image.ts';
import { focusSql, type MediaRow } from './picture.ts';
import type { Format, Width } from './sizes.ts';

export interface NewMedia extends ImageFacts {
  readonly sha256: string;
  readonly key: string;
  readonly bytes: number;
  readonly alt: string;
  readonly name: string;
}

/** One row per content. Adds a missing alt text. */
export async function insertMedia(tx: Db, media: NewMedia): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await tx.execute<{ id: number; isNew: boolean }>(sql`
    insert into platform.media as media (sha256, key, mime, width, height, bytes, color, alt, name)
    values (${media.sha256}, ${media.key}, ${media.mime}, ${media.width}, ${media.height}, ${media.bytes},
      ${media.color}, ${media.alt}, ${media.name})
    on conflict (sha256) do update set
      alt = case when media.alt = '' then excluded.alt else media.alt end
    returning id, xmax = 0 as "isNew"`);
  const [row] = rows;
  if (!row) throw new Error('The image was neither inserted nor found');
  return row;
}

export interface Original {
  readonly id: number;
  readonly sha256: string;
  readonly key: string;
  readonly width: number;
}

const selectById = sqlQuery<Original>(
  'media.find-by-id',
  'select id, sha256, key, width from platform.media where id = $1',
);
const selectByHashPrefix = sqlQuery<Original>(
  'media.find-by-short-hash',
  'select id, sha256, key, width from platform.media where left(sha256, 16) = $1',
);

export async function findOriginal(db: Db, by: { id: number } | { hashPrefix: string }): Promise<Original | null> {
  const [row] = 'id' in by ? await selectById(db, [by.id]) : await selectByHashPrefix(db, [by.hashPrefix]);
  return row ?? null;
}

export interface StoredSize {
  readonly width: Width;
  readonly format: Format;
  readonly key: string;
  readonly bytes: number;
}

export async function listSizes(db: Db, mediaId: number): Promise<Pick<StoredSize, 'width' | 'format'>[]> {
  const { rows } = await db.execute<Pick<StoredSize, 'width' | 'format'> & Record<string, unknown>>(
    sql`select width, format from platform.media_files where media_id = ${mediaId}`,
  );
  return rows;
}

/** Sizes of a content that the picture has no more, because it was replaced meanwhile, are not recorded. */
export async function insertSizes(
  db: Db,
  { id, sha256 }: Pick<Original, 'id' | 'sha256'>,
  files: readonly StoredSize[],
): Promise<void> {
  await db.execute(sql`
    with current as materialized (select id from platform.media where id = ${id} and sha256 = ${sha256} for share)
    insert into platform.media_files (media_id, width, format, key, bytes)
    select current.id, width, format, key, bytes
    from current, json_to_recordset(${JSON.stringify(files)}::json) as file (width int, format text, key text, bytes int)
    on conflict do nothing`);
}

export async function recordFailed(db: Db, mediaId: number, failure: string): Promise<void> {
  await db.execute(sql`update platform.media set failure = ${failure} where id = ${mediaId}`);
}

/** @returns null when the id has no picture any more */
export async function lockMedia(tx: Tx, id: number): Promise<(Original & { readonly name: string }) | null> {
  const { rows } = await tx.execute<Original & { name: string } & Record<string, unknown>>(
    sql`select id, sha256, key, width, name from platform.media where id = ${id} for update`,
  );
  return rows[0] ?? null;
}

/**
 * Gives a picture another content. Addresses with the former one lead to it from now on.
 * @returns false when another picture has that content
 */
export async function updateContent(tx: Tx, former: Original, media: Omit<NewMedia, 'alt'>): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update platform.media set sha256 = ${media.sha256}, key = ${media.key}, mime = ${media.mime}, width = ${media.width},
      height = ${media.height}, bytes = ${media.bytes}, color = ${media.color}, name = ${media.name}, failure = null
    where id = ${former.id} and not exists (select from platform.media other where left(other.sha256, 16) = left(${media.sha256}, 16))
    returning id`);
  if (rows.length === 0) return false;
  await tx.execute(sql`delete from platform.media_files where media_id = ${former.id}`);
  await tx.execute(sql`
    insert into platform.media_replaced (hash_prefix, media_id) values (left(${former.sha256}, 16), ${former.id})
    on conflict (hash_prefix) do update set media_id = excluded.media_id, replaced_at = now()`);
  return true;
}

export async function deleteMediaRow(tx: Tx, id: number): Promise<void> {
  await tx.execute(sql`delete from platform.media where id = ${id}`);
}

const selectReplacement = sqlQuery<{ sha256: string; width: number }>(
  'media.find-replacement',
  'select m.sha256, m.width from platform.media_replaced r join platform.media m on m.id = r.media_id where r.hash_prefix = $1',
);

export async function findReplacement(db: Db, hashPrefix: string): Promise<{ sha256: string; width: number } | null> {
  return (await selectReplacement(db, [hashPrefix]))[0] ?? null;
}

const selectByName = sqlQuery<MediaRow & { name: string }>(
  'media.find-by-name',
  `select distinct on (name) name, id, sha256, width, height, color, alt, ${focusSql('media')} as focus from platform.media where name = any($1::text[]) order by name, id desc`,
);

const selectRows = sqlQuery<MediaRow>(
  'media.find-rows',
  `select id, sha256, width, height, color, alt, ${focusSql('media')} as focus from platform.media where id = any($1::integer[])`,
);

/** In no order. Those that were deleted are left out. */
export const findMediaByIds = (db: Db, ids: readonly number[]): Promise<MediaRow[]> => selectRows(db, [ids]);

export async function findMediaByName(db: Db, names: readonly string[]): Promise<Map<string, MediaRow>> {
  if (names.length === 0) return new Map();
  return new Map((await selectByName(db, [names])).map(({ name, ...row }) => [name, row]));
}

const updateAlts = sqlQuery(
  'media.save-alt-texts',
  `update platform.media m set alt = given.alt from jsonb_to_recordset($1::jsonb) as given(id integer, alt text) where m.id = given.id`,
);

/** Replaces the texts of images. The caller invalidates the pages that show them. */
export async function saveAltTexts(
  tx: Db,
  texts: readonly { readonly id: number; readonly alt: string }[],
): Promise<void> {
  await updateAlts(tx, [JSON.stringify(texts)]);
}
