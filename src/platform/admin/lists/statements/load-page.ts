import { runComposed } from '#platform/database/composed-statement.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Cursor, ListState } from '../address/list-state.ts';
import type { ListRow } from '../list.ts';
import type { ResolvedList } from '../resolved-list.ts';
import { composeIds, composePage, maxCount, type PageColumns, pageSize, type Selection } from './compose.ts';

export type LoadedRow = ListRow & PageColumns;

/** Values by column, then by row. */
export type AddedValues = ReadonlyMap<string, ReadonlyMap<number, unknown>>;

export interface LoadedPage {
  readonly rows: readonly LoadedRow[];
  readonly added: AddedValues;
  /** Number of rows on all pages, up to `maxCount`; null when no statement counted them. */
  readonly count: number | null;
  /** Whether more than `maxCount` rows match. */
  readonly isMore: boolean;
  /**
   * Whether only exact matches of a search are shown. Whether partial matches exist is not checked, since that may
   * read all rows.
   */
  readonly isExact: boolean;
  readonly previous: Cursor | null;
  readonly next: Cursor | null;
}

/** Loads a page: one statement for its rows, one call that completes them, and one call for each added column. */
export async function loadPage(shop: Shop, list: ResolvedList, actor: Actor, state: ListState): Promise<LoadedPage> {
  const { sort, cursor } = state;
  const selection = { actor, now: shop.clock.now(), state };
  const found = await runComposed<LoadedRow>(
    shop.db,
    composePage(list, selection, { sort, cursor, limit: pageSize, isCounted: true }),
  );
  const hasMore = found.length > pageSize;
  const isBackwards = cursor?.kind === 'before';
  const own = isBackwards ? found.slice(0, pageSize).reverse() : found.slice(0, pageSize);
  const rows = await completeRows(shop, list, actor, own);
  const matching = found[0]?.matching ?? (cursor === null ? 0 : null);
  const [hasPrevious, hasNext] = isBackwards
    ? [hasMore, rows.length > 0]
    : [cursor !== null && rows.length > 0, hasMore];
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    added: await loadAdded(shop, shop.db, list, state, rows),
    count: matching === null ? null : Math.min(matching, maxCount),
    isMore: (matching ?? 0) > maxCount,
    isExact: found[0]?.isExact ?? false,
    previous: hasPrevious && first ? { kind: 'before', id: first.id, key: first.sortKey } : null,
    next: hasNext && last ? { kind: 'after', id: last.id, key: last.sortKey } : null,
  };
}

async function completeRows(
  shop: Shop,
  { complete }: ResolvedList,
  actor: Actor,
  rows: readonly LoadedRow[],
): Promise<readonly LoadedRow[]> {
  if (!complete || rows.length === 0) return rows;
  const more = await complete({ shop, db: shop.db, actor }, rows);
  return rows.map((row) => ({ ...row, ...more.get(row.id) }));
}

/**
 * Loads added columns with one call each, whatever the number of rows. A column that fails is logged and stays empty.
 */
export async function loadAdded(
  shop: Shop,
  db: Db,
  list: ResolvedList,
  { columns }: Pick<ListState, 'columns'>,
  rows: readonly ListRow[],
): Promise<AddedValues> {
  const ids = rows.map(({ id }) => id);
  const loads = columns.flatMap((name) => {
    const load = list.columns[name]?.load;
    return load && ids.length > 0 ? [{ name, load }] : [];
  });
  const loaded = await Promise.all(
    loads.map(async ({ name, load }) => {
      const values = await load(shop, db, ids).catch((err: unknown) => {
        shop.log.error({ err, list: list.name, column: name }, 'a column that was added to a list failed');
        return new Map<number, unknown>();
      });
      return [name, values] as const;
    }),
  );
  return new Map(loaded);
}

/** Finds the rows that match now. `isMore` tells that there are more rows than an action takes. */
export async function findMatchingIds(
  db: Db,
  list: ResolvedList,
  selection: Parameters<typeof composeIds>[1],
): Promise<{ readonly ids: readonly number[]; readonly isMore: boolean }> {
  const found = await runComposed<{ readonly id: number }>(db, composeIds(list, selection, maxCount));
  return { ids: found.slice(0, maxCount).map(({ id }) => id), isMore: found.length > maxCount };
}

/** Reads all matching rows, or those with the given ids, in batches in the order of the list. */
export async function* readBatches(
  shop: Shop,
  list: ResolvedList,
  actor: Actor,
  state: Selection['state'] & Pick<ListState, 'sort'>,
  size: number,
  ids?: readonly number[],
): AsyncGenerator<readonly LoadedRow[]> {
  const selection = { actor, now: shop.clock.now(), state, ...(ids && { ids }) };
  let cursor: Cursor | null = null;
  for (;;) {
    const part = { sort: state.sort, cursor, limit: size, isCounted: false };
    const found: LoadedRow[] = await runComposed<LoadedRow>(shop.db, composePage(list, selection, part));
    const batch = found.slice(0, size);
    const last = batch.at(-1);
    if (last === undefined) return;
    yield await completeRows(shop, list, actor, batch);
    if (found.length <= size) return;
    cursor = { kind: 'after', id: last.id, key: last.sortKey };
  }
}
