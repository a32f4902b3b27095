import type { Hit } from '#platform/admin/contract.ts';
import { runComposed } from '#platform/database/composed-statement.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import { getRowLabel } from './cell-text.ts';
import { createListContext, type ListContext } from './list-context.ts';
import { limitList, type ResolvedList } from './resolved-list.ts';
import { composePage } from './statements/compose.ts';
import type { LoadedRow } from './statements/load-page.ts';

const maxOfList = 5;
/** Characters from which an index of trigrams serves a search by a part. */
const minForPart = 3;

/**
 * Finds rows for the palette, in each list with a search that somebody may see: a few that match
 * exactly, or without any a few that match in part. One statement for each list.
 */
export async function findRows(shop: Shop, db: Db, actor: Actor, query: string): Promise<readonly Hit[]> {
  const context = createListContext(shop, actor);
  const lists = [...shop.adminLists.values()]
    .filter(({ requires, search, open }) => search && !search.isOnlyHere && open && isPermitted(actor, requires))
    .map((list) => limitList(list, actor));
  const found = await Promise.all(lists.map((list) => findInList(db, list, context, query)));
  return found.flat();
}

async function findInList(db: Db, list: ResolvedList, context: ListContext, query: string): Promise<readonly Hit[]> {
  const { shop, actor, now, t } = context;
  const { exact } = list.search ?? {};
  const searched =
    query.length < minForPart && list.search ? { ...list, search: { ...list.search, fuzzy: () => null } } : list;
  if (searched !== list && !exact) return [];
  const name = Object.keys(list.source.sorts)[0] ?? '';
  const selection = { actor, now, state: { filters: new Map(), q: query } };
  const part = { sort: { name, isReversed: false }, cursor: null, limit: maxOfList - 1, isCounted: false };
  const rows = await runComposed<LoadedRow>(db, composePage(searched, selection, part)).catch((err: unknown) => {
    shop.log.error({ err, list: list.name }, 'the palette could not search a list');
    return [];
  });
  return rows.flatMap((row) => {
    const href = list.open?.(row, context) ?? null;
    return href === null ? [] : [{ group: t(list.texts.title), title: getRowLabel(list, row, context), href }];
  });
}
