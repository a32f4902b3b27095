import type { PickedRecords } from '#platform/forms/field.ts';
import type { ListState } from '../address/list-state.ts';
import type { KnownView, ReadAddress } from '../address/read-address.ts';
import { writeAddress, writeQuery } from '../address/write-address.ts';
import type { ListContext } from '../list-context.ts';
import type { ResolvedList } from '../resolved-list.ts';

export interface ListView extends ReadAddress {
  readonly list: ResolvedList;
  readonly context: ListContext;
  readonly views: readonly KnownView[];
  /** Chosen records and search results of filters by records, by name of the filter. */
  readonly pickers: ReadonlyMap<string, PickedRecords>;
  readonly query: string;
}

/**
 * Returns the address of the list with a changed state. A changed filter, order or search begins at the first page.
 */
export function linkTo({ list, state, base }: ListView, change: Partial<ListState>): string {
  return writeAddress(list, { ...state, cursor: null, ...change }, base);
}

/** Whether the rows are tiles. The chosen columns decide, since addresses and saved views contain them. */
export const isTiled = ({ list: { tiles }, state }: ListView): boolean =>
  tiles !== undefined && state.columns.join() === tiles.join();

export const getQuery = ({ list, state, base }: ListView): string => writeQuery(list, state, base);

/** Paths of a list's own pages. `/-/` keeps them apart from the pages of rows. */
export const listPaths = (path: string) => ({
  action: (name: string) => `${path}/-/actions/${name}`,
  view: `${path}/-/view`,
  csv: `${path}/-/rows.csv`,
});
