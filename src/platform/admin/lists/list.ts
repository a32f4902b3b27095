import type { SQL } from 'drizzle-orm';
import type { ReactNode } from 'react';
import type { BulkAction } from '#platform/admin/runs/bulk-action.ts';
import type { PickerContext } from '#platform/forms/field.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Text } from '#platform/texts/texts.ts';
import type { AdminFilter } from './filter.ts';
import type { ListContext } from './list-context.ts';

export interface ListRow {
  readonly id: number;
}

/** A page with rows. The definition creates the page, its statements, its CSV file and its bulk actions. */
export interface AdminList<Row extends ListRow = ListRow> {
  /** `feature.rows`, such as `promotions.coupons`. Permanent, since views and extensions refer to it. */
  readonly name: string;
  /** Made with `adminPath`. */
  readonly path: string;
  /** Name of the permission to see the rows and to save them as a file. */
  readonly requires: string;
  /** Name of a second permission that saving the rows as a file requires. */
  readonly exportRequires?: string;
  readonly texts: ListTexts;
  readonly source: ListSource;
  /**
   * Loads more data for all rows of a page with one call, where no join can, such as the names of records in JSON.
   */
  readonly complete?: (context: PickerContext, rows: readonly Row[]) => Promise<ReadonlyMap<number, Partial<Row>>>;
  /** Shown in the order of the properties. */
  readonly columns: Readonly<Record<string, AdminColumn<Row>>>;
  /** Columns that are shown as tiles instead of lines: a picture and a name. */
  readonly tiles?: readonly string[];
  readonly filters: Readonly<Record<string, AdminFilter>>;
  readonly search?: ListSearch;
  /** Built-in views. Staff save views of their own. */
  readonly views?: readonly AdminView[];
  /** Returns the path of a row's page; null when the row has no page, or when the actor may not open it. */
  readonly open?: (row: Row, context: ListContext) => string | null;
  /**
   * Whether the page of a row links to the next row. Its address keeps the query of the list, and its record names
   * the list.
   */
  readonly hasNeighbourLinks?: true;
  /** Actions on marked rows, or on all matching rows. */
  readonly actions?: readonly BulkAction[];
  /** Pages that show the marked rows, listed after the actions. */
  readonly pages?: readonly RowsPage[];
  readonly create?: { readonly text: Text; readonly path: string; readonly requires: string };
}

export interface ListTexts {
  readonly title: Text;
  /** One sentence below the title. */
  readonly lead?: Text;
  /** The number of rows. Takes `count`: `{count, plural, one {# coupon} other {# coupons}}`. */
  readonly count: Text;
  /** The text of a list that has no rows at all: it explains what the rows are for. */
  readonly empty: Text;
}

/** Parts of the list's statements. Each row of `from` is one row of the list: a join must not multiply rows. */
export interface ListSource {
  /** For example `coupons c`. */
  readonly from: SQL;
  /** The row's id, such as `c.id`: a number that is unique in `from`. */
  readonly id: SQL;
  /** The columns of the row with their names: `c.code, c.created_at as "createdAt"`. */
  readonly select: SQL | ((now: Date) => SQL);
  /** Limits the list to the rows that the actor may see. */
  readonly where?: (actor: Actor) => SQL;
  /** The first sort is the default. */
  readonly sorts: Readonly<Record<string, SqlSort>>;
  /**
   * Tables that statements may read completely, with the reason. The test of query plans refuses other full reads.
   */
  readonly allowedFullScans?: Readonly<Record<string, string>>;
}

/** An index on `by` and the row's id must serve the sort in both directions. */
export interface SqlSort {
  readonly title: Text;
  /** The title of the opposite direction: 'Oldest first' for 'Newest first'. */
  readonly reversedTitle?: Text;
  /**
   * Must not be null: pages continue after a value. Use `coalesce(c.ends_at, 'infinity')` with an index on this
   * expression.
   */
  readonly by: SQL;
  readonly type: SortType;
  readonly direction: 'asc' | 'desc';
}

export type SortType = 'timestamptz' | 'bigint' | 'numeric' | 'text';

/** Conditions for a typed text. A condition is null when nothing can match the text. */
export interface ListSearch {
  /** Matches a whole number, code or address. While exact matches exist, only these are shown. */
  readonly exact?: (text: string) => SQL | null;
  readonly fuzzy?: (text: string) => SQL | null;
  /** The label of the search field, which says what can be searched. */
  readonly title: Text;
  /** A text for the tests that examine the query plans of statements. */
  readonly sample: string;
  /** Whether the palette leaves out rows of this list, because many rows have the same name. */
  readonly isExcludedFromPalette?: true;
}

export interface AdminColumn<Row> {
  readonly title: Text;
  /**
   * Name of a permission that is required besides that of the list. Staff without it get neither the column nor its
   * sort.
   */
  readonly requires?: string;
  readonly cell: (row: Row, context: ListContext) => ReactNode;
  /** The text of the CSV cell. Default: the text of the cell. */
  readonly csv?: (row: Row, context: ListContext) => string;
  /** Whether the column is hidden until somebody chooses it. */
  readonly isHidden?: true;
  /** Name of the sort that the column head switches on. */
  readonly sort?: string;
  /** `end` for numbers and amounts. */
  readonly align?: 'end';
  /** Place on the card of a row on small screens. Default: a line with the column title. */
  readonly onPhone?: 'title' | 'value' | 'badge' | 'hidden';
  /** `hidden` leaves the column out on screens of 600 to 900 px. Cards on small screens still show it. */
  readonly onTablet?: 'hidden';
}

/** A view that a feature defines. Its state is written as in the address: `{ state: 'running' }`. */
export interface AdminView {
  readonly id: string;
  readonly text: Text;
  readonly filters?: Readonly<Record<string, string | readonly string[]>>;
  /** Name of a sort. A leading `-` reverses the direction. */
  readonly sort?: string;
  readonly columns?: readonly string[];
}

/**
 * A page that shows marked rows or all matching rows, such as a file for a printer. `readMarkedRows` reads the rows
 * from its address.
 */
export interface RowsPage {
  /** Text of the button. */
  readonly text: Text;
  /** Path of a GET route that requires the same permission. */
  readonly path: string;
  readonly requires: string;
}

const listName = /^[a-z][a-z-]*\.[a-z][a-z-]*$/;
const partName = /^[a-z][A-Za-z0-9]*$/;

/** Parameters that the address of a list uses itself. */
export const reservedNames = ['view', 'own', 'sort', 'after', 'before', 'q', 'contains', 'columns'] as const;

/**
 * Defines a list. Name it in `admin.lists` of the feature's manifest.
 * @throws TypeError when the definition is not valid, such as for names that the address can't contain
 */
export function defineAdminList<Row extends ListRow>(definition: AdminList<Row>): AdminList {
  const { name, source, columns, filters, views = [], tiles = [] } = definition;
  const fail = (problem: string) => new TypeError(`The list '${name}' is not valid: ${problem}`);
  if (!listName.test(name)) throw fail('expected a name of two words, joined by a dot');
  if (Object.keys(source.sorts).length === 0) throw fail('it has no sort');
  for (const part of [source.sorts, columns, filters].flatMap((parts) => Object.keys(parts)))
    if (!partName.test(part)) throw fail(`'${part}' is not a name of letters and digits`);
  for (const filter of Object.keys(filters))
    if (reservedNames.some((reserved) => reserved === filter)) throw fail(`a filter can't be called '${filter}'`);
  for (const { sort } of Object.values(columns))
    if (sort !== undefined && !(sort in source.sorts)) throw fail(`a column has the sort '${sort}', which is unknown`);
  for (const tile of tiles) if (!(tile in columns)) throw fail(`a tile has the column '${tile}', which is unknown`);
  for (const { id } of views) if (!partName.test(id)) throw fail(`a view can't be called '${id}'`);
  // The cast is safe: a list calls the functions of its columns with rows of its own statement only.
  return definition as unknown as AdminList;
}
