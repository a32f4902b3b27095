import { sql } from 'drizzle-orm';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { ImageFacts } from './inspect-image.ts';
import type { MediaRow } from './picture.ts';
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

export async function insertSizes(db: Db, mediaId: number, files: readonly StoredSize[]): Promise<void> {
  await db.execute(sql`
    insert into platform.media_files (media_id, width, format, key, bytes)
    select ${mediaId}, width, format, key, bytes
    from json_to_recordset(${JSON.stringify(files)}::json) as file (width int, format text, key text, bytes int)
    on conflict do nothing`);
}

export async function recordFailed(db: Db, mediaId: number, failure: string): Promise<void> {
  await db.execute(sql`update platform.media set failure = ${failure} where id = ${mediaId}`);
}

const selectByName = sqlQuery<MediaRow & { name: string }>(
  'media.find-by-name',
  `select distinct on (name) name, id, sha256, width, height, color, alt from platform.media where name = any($1::text[]) order by name, id desc`,
);

/** The newest image of each file name. */
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
