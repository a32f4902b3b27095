import type { FilterUse } from './filter-kinds.ts';

/** What a list shows: all of it is in the address. */
export interface ListState {
  /** Id of the view that it started from; empty for none. */
  readonly view: string;
  readonly filters: ReadonlyMap<string, FilterUse>;
  readonly sort: ListSort;
  /** Names, in the order of the list. */
  readonly columns: readonly string[];
  readonly q: string;
  /** Whether the search shows what matches in part although something matches exactly. */
  readonly isPart: boolean;
  readonly cursor: Cursor | null;
}

export interface ListSort {
  readonly name: string;
  /** Whether the direction is opposite to the default of the sort. */
  readonly isReversed: boolean;
}

/** Continues after or before a row, whether or not it is still there. */
export interface Cursor {
  readonly kind: 'after' | 'before';
  readonly id: number;
  /** Value of the sort, as PostgreSQL writes it. */
  readonly key: string;
}

/** What a view keeps. */
export type ViewState = Pick<ListState, 'filters' | 'sort' | 'columns'>;
