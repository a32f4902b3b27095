import type { FilterUse } from './filter-kinds.ts';

/** The state of a list. All of it is in the address. */
export interface ListState {
  /** Id of the view that the state is based on; empty without a view. */
  readonly view: string;
  readonly filters: ReadonlyMap<string, FilterUse>;
  readonly sort: ListSort;
  /** Names of the shown columns, in the order of the list. */
  readonly columns: readonly string[];
  readonly q: string;
  /** Whether a search shows partial matches although exact matches exist. */
  readonly isPart: boolean;
  readonly cursor: Cursor | null;
}

export interface ListSort {
  readonly name: string;
  /** Whether the direction is opposite to the default of the sort. */
  readonly isReversed: boolean;
}

/** Continues after or before a row, even if that row no longer exists. */
export interface Cursor {
  readonly kind: 'after' | 'before';
  readonly id: number;
  /** Value of the sort in PostgreSQL's text format. */
  readonly key: string;
}

export type ViewState = Pick<ListState, 'filters' | 'sort' | 'columns'>;
