import { runComposed } from '#platform/database/composed-statement.ts';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type Actor, isPermitted } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { Hit } from './contract.ts';
import { getRowLabel } from './lists/cell-text.ts';
import { createListContext, type ListContext } from './lists/list-context.ts';
import { limitList, type ResolvedList } from './lists/resolved-list.ts';
import { composePage } from './lists/statements/compose.ts';
import type { LoadedRow } from './lists/statements/load-page.ts';
import { listNavigation } from './navigation.ts';

const maxOfList = 5;
/** Minimum number of characters for which an index of trigrams serves a search for partial matches. */
const minForPart = 3;

/**
 * Finds rows for the palette in each list with a search that the actor may see: some exact matches, or,
 * without exact matches, some partial ones. One statement for each list.
 */
async function findRows(shop: Shop, db: Db, actor: Actor, query: string): Promise<readonly Hit[]> {
  const context = createListContext(shop, actor);
  const lists = [...shop.adminLists.values()]
    .filter(
      ({ requires, search, open }) => search && !search.isExcludedFromPalette && open && isPermitted(actor, requires),
    )
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

/**
 * Finds pages of the back office: records by number, name or email, exact matches first, a few of each kind, and
 * actions as links to their pages. An implementation checks the actor's permissions, and reads by an index, since it
 * runs for each key press in the palette. The query is trimmed and not empty.
 */
export type FindHits = (shop: Shop, db: Db, actor: Actor, query: string) => Promise<readonly Hit[]>;

/**
 * Adds hits to the palette of the back office, in the order of the wiring, after pages and rows of lists. An
 * implementation that throws is left out.
 */
export const adminSearch = definePort<FindHits>('admin.search');

export const maxQueryLength = 100;

/**
 * Finds pages of the navigation by words of their titles, rows of lists, and hits of features. Without a query, finds
 * all pages.
 * @param pages name of the group of the pages
 */
export async function searchAdmin(
  shop: Shop,
  actor: Actor,
  query: string,
  { pages, sections }: { readonly pages: Text; readonly sections: Readonly<Record<string, Text>> },
): Promise<readonly Hit[]> {
  const { t } = shop;
  const wanted = query.trim().slice(0, maxQueryLength);
  const words = toWords(wanted);
  const entries = listNavigation(shop.adminNavigation, actor).map(({ text, section, path }) => ({
    ...{ group: t(pages), title: t(text), href: path },
    ...(sections[section] ? { detail: t(sections[section]) } : {}),
  }));
  const found = entries.filter(({ title, detail = '' }) => startWords(toWords(`${title} ${detail}`), words));
  if (wanted === '') return found;
  const others = await Promise.all(
    [findRows, ...shop.implementations(adminSearch)].map(async (find) => {
      try {
        return await find(shop, shop.db, actor, wanted);
      } catch (error) {
        // The palette still shows the other hits.
        shop.log.error({ err: error }, 'a search of the back office failed');
        return [];
      }
    }),
  );
  return [...found, ...others.flat()];
}

const toWords = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether each searched word is the beginning of a word of the title. */
const startWords = (title: readonly string[], wanted: readonly string[]) =>
  wanted.every((word) => title.some((each) => each.startsWith(word)));
