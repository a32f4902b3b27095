import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { parseQueryWords } from './normalize-text.ts';
import { findPages } from './pages/find-pages.ts';
import { searchProducts } from './search.ts';
import { consumeZeroResultLimit } from './zero-result-limit.ts';

/**
 * Most searches kept. The least frequent are deleted first, among them the oldest, so that one-off queries compete
 * only with each other.
 */
const maxSearches = 1_000;

const saveSearch = sqlQuery(
  'search.record-zero-result-search',
  `with saved as (
    insert into zero_result_searches as m (query, first_at, last_at) values ($1, $2, $2)
    on conflict (query) do update set times = m.times + 1, last_at = excluded.last_at returning query
  )
  delete from zero_result_searches where query in (
    select query from zero_result_searches where query <> $1 order by times desc, last_at desc offset ${maxSearches - 1}
  )`,
);

/** Email addresses, phone and card numbers are not stored. */
function isPossiblyPersonal(text: string): boolean {
  return text.includes('@') || (text.match(/\p{N}/gu) ?? []).length >= 6;
}

/**
 * Records a zero-result search for the shop's owner: only its words, and only when the shop itself finds nothing for
 * them.
 * @param address client address, which is not stored
 * @returns whether the search was recorded
 */
export async function recordZeroResultSearch(shop: Shop, text: string, address: string): Promise<boolean> {
  const query = parseQueryWords(text).join(' ').slice(0, 100);
  if (query.length < 2 || isPossiblyPersonal(text) || !consumeZeroResultLimit(shop, address, query)) return false;
  const { productIds, corrected, isPartial } = await searchProducts(shop, { text });
  if (productIds.length > 0 && corrected === null && !isPartial) return false;
  if ((await findPages(shop, text)).some(({ isWhole }) => isWhole)) return false;
  await saveSearch(shop.db, [query, shop.clock.now()]);
  return true;
}

export interface ZeroResultSearch {
  readonly query: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const findSearches = sqlQuery<ZeroResultSearch>(
  'search.list-zero-result-searches',
  `select query, times, first_at as "firstAt", last_at as "lastAt" from zero_result_searches order by times desc, last_at desc, query limit $1`,
);

export async function listZeroResultSearches(db: Db, limit: number): Promise<ZeroResultSearch[]> {
  return findSearches(db, [limit]);
}

const deleteSearches = sqlQuery<{ query: string }>(
  'search.delete-zero-result-searches',
  'delete from zero_result_searches returning query',
);

const deleteOldSearches = sqlQuery(
  'search.purge-zero-result-searches',
  'delete from zero_result_searches where last_at < $1',
);

/** Deletes searches that were not repeated since a date. One statement suffices for at most a thousand rows. */
export async function purgeZeroResultSearches(db: Db, before: Date): Promise<void> {
  await deleteOldSearches(db, [before]);
}

/** @returns number of deleted searches */
export async function deleteZeroResultSearches(db: Db): Promise<number> {
  return (await deleteSearches(db, [])).length;
}
