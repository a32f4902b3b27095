import type { PickedRecords } from '#platform/forms/field.ts';
import type { ListState } from '../address/list-state.ts';
import type { KnownView, ReadAddress } from '../address/read-address.ts';
import { writeAddress, writeQuery } from '../address/write-address.ts';
import type { ListContext } from '../list-context.ts';
import type { ResolvedList } from '../resolved-list.ts';

/** What the parts of a list's page are rendered with. */
export interface ListView extends ReadAddress {
  readonly list: ResolvedList;
  readonly context: ListContext;
  readonly views: readonly KnownView[];
  /** What is chosen in filters by records, and what a search in them found, by name of the filter. */
  readonly pickers: ReadonlyMap<string, PickedRecords>;
  /** As it was asked for. */
  readonly query: string;
}

/** The address of the list with something changed. A changed filter, order or search begins at the first page. */
export function linkTo({ list, state, base }: ListView, change: Partial<ListState>): string {
  return writeAddress(list, { ...state, cursor: null, ...change }, base);
}

/** Whether the rows are tiles: the columns say so, which the address and saved views have. */
export const isTiled = ({ list: { tiles }, state }: ListView): boolean =>
  tiles !== undefined && state.columns.join() === tiles.join();

/** The query of what is shown. */
export const getQuery = ({ list, state, base }: ListView): string => writeQuery(list, state, base);

/** Pages of a list that are none of a row. No row's page has this part of the address. */
export const listPaths = (path: string) => ({
  action: (name: string) => `${path}/-/actions/${name}`,
  view: `${path}/-/view`,
  csv: `${path}/-/rows.csv`,
});
