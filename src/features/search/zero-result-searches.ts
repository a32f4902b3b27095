import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { parseQueryWords } from './normalize-text.ts';
import { searchProducts } from './search.ts';
import { canRecordZeroResult } from './zero-result-limit.ts';

/**
 * Kept at most. What was asked for least often gives way, of these the one that was asked for longest ago. So queries that were
 * asked for once compete with each other alone, however many come.
 */
const maxSearches = 1_000;

const upsertSearch = sqlQuery(
  'search.keep-missed',
  `with kept as (
    insert into search_missed as m (query, first_at, last_at) values ($1, $2, $2)
    on conflict (query) do update set times = m.times + 1, last_at = excluded.last_at returning query
  )
  delete from search_missed where query in (
    select query from search_missed where query <> $1 order by times desc, last_at desc offset ${maxSearches - 1}
  )`,
);

/** Addresses, numbers of people and of cards are nobody's business. */
function isPossiblyPersonal(text: string): boolean {
  return text.includes('@') || (text.match(/\p{N}/gu) ?? []).length >= 6;
}

/**
 * Keeps what somebody looked for in vain, for the shop's owner. The words alone, and nothing of who it was; only when the shop itself finds
 * nothing for them.
 * @param address of the client; it is not kept
 * @returns whether it was kept
 */
export async function recordZeroResultSearch(shop: Shop, text: string, address: string): Promise<boolean> {
  const query = parseQueryWords(text).join(' ').slice(0, 100);
  if (query.length < 2 || isPossiblyPersonal(text) || !canRecordZeroResult(shop, address, query)) return false;
  const { productIds, corrected, isPartial } = await searchProducts(shop, { text });
  if (productIds.length > 0 && corrected === null && !isPartial) return false;
  await upsertSearch(shop.db, [query, shop.clock.now()]);
  return true;
}

export interface ZeroResultSearch {
  /** Small letters without accents. */
  readonly query: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const findSearches = sqlQuery<ZeroResultSearch>(
  'search.list-missed',
  `select query, times, first_at as "firstAt", last_at as "lastAt" from search_missed order by times desc, last_at desc, query limit $1`,
);

/** What was looked for in vain, the most often first. */
export async function listZeroResultSearches(db: Db, limit: number): Promise<ZeroResultSearch[]> {
  return findSearches(db, [limit]);
}

const deleteSearches = sqlQuery<{ query: string }>('search.forget-missed', 'delete from search_missed returning query');

const deleteOldSearches = sqlQuery('search.purge-missed', 'delete from search_missed where last_at < $1');

/** Forgets what nobody has asked for since. One statement: there are a thousand at most. */
export async function purgeZeroResultSearches(db: Db, before: Date): Promise<void> {
  await deleteOldSearches(db, [before]);
}

/** @returns how many there were */
export async function deleteZeroResultSearches(db: Db): Promise<number> {
  return (await deleteSearches(db, [])).length;
}
