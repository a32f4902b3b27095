import type { FastifyRequest } from 'fastify';
import { readAddress, writeBuiltInView } from '#platform/admin/lists/address/read-address.ts';
import { limitList, type ResolvedList } from '#platform/admin/lists/resolved-list.ts';
import { composeNeighbours } from '#platform/admin/lists/statements/compose.ts';
import { listViews } from '#platform/admin/lists/views/known-views.ts';
import { runComposed } from '#platform/database/composed-statement.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** The parameter with the query of the list that led to a record. */
const listQueryParameter = 'from';

/**
 * Returns the suffix with which addresses of a record lead back to the same place of its list: empty, or `?from=…`.
 */
export function readListQuerySuffix({ url }: Pick<FastifyRequest, 'url'>): string {
  const from = new URLSearchParams(url.split('?', 2)[1]).get(listQueryParameter);
  return from === null ? '' : `?${new URLSearchParams({ [listQueryParameter]: from })}`;
}

/** The query of the list; null when the record was not opened from a list. */
export const getListQuery = (listQuerySuffix: string): string | null =>
  new URLSearchParams(listQuerySuffix).get(listQueryParameter);

export interface Neighbours {
  readonly previous: number | null;
  readonly next: number | null;
}

/**
 * Finds the rows beside a record in the list that it was opened from, among the rows that the actor may see.
 * Needs one statement, and another one for a saved view.
 */
export async function findNeighbours(
  shop: Shop,
  actor: Actor,
  whole: ResolvedList,
  { query, id }: { readonly query: string; readonly id: number },
): Promise<Neighbours> {
  const none = { previous: null, next: null };
  const list = limitList(whole, actor);
  try {
    const { state } = readAddress(shop, list, query, await findViews(shop, list, actor, query));
    const selection = { actor, now: shop.clock.now(), state };
    const [found] = await runComposed<Neighbours>(shop.db, composeNeighbours(list, selection, state.sort, id));
    return found ?? none;
  } catch (err) {
    shop.log.error({ err, list: list.name }, 'the rows beside a record of the back office could not be found');
    return none;
  }
}

/** Saved views are read only if the address names one. */
async function findViews(shop: Shop, list: ResolvedList, actor: Actor, query: string) {
  const chosen = new URLSearchParams(query).get('view');
  const builtIn = list.views.map((view) => ({ id: view.id, name: view.id, address: writeBuiltInView(view) }));
  return chosen === null || builtIn.some(({ id }) => id === chosen) ? builtIn : listViews(shop, list, actor);
}
