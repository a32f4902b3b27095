import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type MediaUse, mediaUses } from '#platform/media/uses.ts';

export interface FoundUse {
  readonly mediaId: number;
  readonly use: MediaUse;
  readonly id: number;
  readonly label: string;
}

const maxUses = 200;

export function usesSql(shop: Shop): SQL {
  const parts = shop
    .implementations(mediaUses)
    .map(({ id, rows }) => sql`select media_id, ${id}::text as use, id, label from (${rows(shop)}) of_use`);
  if (parts.length === 0) return sql`select null::integer as media_id, '' as use, 0 as id, '' as label where false`;
  return sql.join(parts, sql` union all `);
}

export async function findUses(shop: Shop, db: Db, mediaIds: readonly number[]): Promise<readonly FoundUse[]> {
  if (mediaIds.length === 0) return [];
  const uses = new Map(shop.implementations(mediaUses).map((use) => [use.id, use]));
  const { rows } = await db.execute<{ media_id: number; use: string; id: number; label: string }>(sql`
    select media_id, use, id, label from (
      select u.*, row_number() over (partition by media_id order by use, label, id) as number
      from (${usesSql(shop)}) u where u.media_id = any(${sql.param(mediaIds)}::integer[])
    ) found where number <= ${maxUses} order by media_id, number`);
  return rows.flatMap(({ media_id: mediaId, use, id, label }) => {
    const found = uses.get(use);
    return found ? [{ mediaId, use: found, id, label }] : [];
  });
}

export async function publishMediaChange(shop: Shop, tx: Tx, mediaIds: readonly number[]): Promise<void> {
  const found = await findUses(shop, tx, mediaIds);
  for (const use of new Set(found.map((each) => each.use)))
    await use.changed(
      shop,
      tx,
      found.filter((each) => each.use === use).map(({ id }) => id),
    );
}
