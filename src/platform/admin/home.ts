import { type SQL, sql } from 'drizzle-orm';
import { ShopConfigError } from '#platform/config/shop-config.ts';
import { runComposed } from '#platform/database/composed-statement.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import { isAdminPath } from './contract.ts';

/** Work that waits for staff, with its count on the start page of the back office. */
export interface HomeTile {
  /** `feature.noun`, such as `orders.to-ship`. */
  readonly id: string;
  /** Name of the permission that the list requires. Staff without it do not see the tile. */
  readonly requires: string;
  /** The text without the number. Takes `count`: '{count, plural, one {order to ship} other {orders to ship}}'. */
  readonly text: Text;
  /**
   * Selects a row, by an index, for each waiting item that the actor may see. The start page puts the rows of all
   * tiles into one statement, and counts at most `maxWaiting` rows of each.
   */
  readonly rows: (shop: Shop, actor: Actor) => SQL;
  /** Marks work that costs money or time while it waits. */
  readonly isUrgent?: true;
  /**
   * Where exactly these items are listed: a page, with the filter in its address, or a command of `npm run shop`
   * while there is no page. The page is a link for staff who see its navigation entry.
   */
  readonly list: { readonly path: string } | { readonly command: string };
}

/**
 * Adds tiles to the start page of the back office, in the order of the wiring. A tile that throws is shown as failed.
 */
export const adminHome = definePort<HomeTile>('admin.home');

/** Tiles with a higher count show this number and a plus sign: nobody works off more in a day. */
export const maxWaiting = 1_000;

export interface CountedTile extends HomeTile {
  /** `maxWaiting + 1` when there are more. Null when counting failed. */
  readonly count: number | null;
}

/** @throws when two tiles have the same id, or when no listed feature declares the permission of one of them */
export function checkTiles(shop: Shop): void {
  const ids = new Set<string>();
  for (const { id, requires, list } of shop.implementations(adminHome)) {
    if (ids.has(id)) throw new ShopConfigError(`two tiles of the start page are named '${id}'`);
    ids.add(id);
    if (!shop.permissions.some(({ name }) => name === requires))
      throw new ShopConfigError(`the tile '${id}' names '${requires}', but no listed feature declares it`);
    if ('path' in list && !isAdminPath(list.path.split('?', 1)[0] ?? ''))
      throw new ShopConfigError(`the tile '${id}' leads to '${list.path}', which is not below /admin`);
  }
}

/** Counts the tiles that the actor may see, in one statement. */
export async function countTiles(shop: Shop, actor: Actor): Promise<readonly CountedTile[]> {
  const tiles = shop.implementations(adminHome).filter(({ requires }) => isPermitted(actor, requires));
  if (tiles.length === 0) return [];
  try {
    const counts = await readCounts(shop, actor, tiles);
    return tiles.map((tile, index) => ({ ...tile, count: counts[index] ?? null }));
  } catch {
    // Counting each tile in its own statement isolates the one that failed.
    return Promise.all(tiles.map((tile) => countTile(shop, actor, tile)));
  }
}

async function countTile(shop: Shop, actor: Actor, tile: HomeTile): Promise<CountedTile> {
  try {
    const [count = null] = await readCounts(shop, actor, [tile]);
    return { ...tile, count };
  } catch (err) {
    shop.log.error({ err, tile: tile.id }, 'a tile of the start page of the back office failed');
    return { ...tile, count: null };
  }
}

async function readCounts(shop: Shop, actor: Actor, tiles: readonly HomeTile[]): Promise<readonly number[]> {
  const [row] = await runComposed<{ counts: number[] }>(shop.db, composeCounts(shop, actor, tiles));
  return row?.counts ?? [];
}

/** Composes the statement that counts tiles. The tests that examine its query plan call this function, too. */
export function composeCounts(shop: Shop, actor: Actor, tiles: readonly HomeTile[]): SQL {
  const counts = tiles.map(
    ({ rows }) =>
      sql`(select count(*)::integer from (select from (${rows(shop, actor)}) waiting limit ${maxWaiting + 1}) counted)`,
  );
  return sql`select array[${sql.join(counts, sql`, `)}] as counts`;
}
