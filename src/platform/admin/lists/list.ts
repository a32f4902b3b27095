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

/** A page with rows. One definition makes the page, its statements, its CSV file and its bulk actions. */
export interface AdminList<Row extends ListRow = ListRow> {
  /** `feature.rows`, such as `promotions.coupons`. Permanent: views and extensions name it. */
  readonly name: string;
  /** Made with `adminPath`. */
  readonly path: string;
  /** Name of the permission to see the rows and to save them as a file. */
  readonly requires: string;
  /** Name of another permission without which nobody saves them as a file. */
  readonly exportRequires?: string;
  readonly texts: ListTexts;
  readonly source: ListSource;
  /** What one call adds to all rows of a page: what no join gives, such as the names of records in JSON. */
  readonly complete?: (context: PickerContext, rows: readonly Row[]) => Promise<ReadonlyMap<number, Partial<Row>>>;
  /** In their order. */
  readonly columns: Readonly<Record<string, AdminColumn<Row>>>;
  /** Columns with which the rows are tiles beside each other instead of lines: a picture, and what it is called. */
  readonly tiles?: readonly string[];
  readonly filters: Readonly<Record<string, AdminFilter>>;
  readonly search?: ListSearch;
  /** Built in. Staff save more of their own. */
  readonly views?: readonly AdminView[];
  /** The page of a row; null when there is none, or not for the actor. */
  readonly open?: (row: Row, context: ListContext) => string | null;
  /** Whether the page of a row leads to the next one: its address has the query of the list, and its record names the list. */
  readonly isStepped?: true;
  /** For marked rows, or all that match. */
  readonly actions?: readonly BulkAction[];
  /** Pages for the marked rows, shown after the actions. */
  readonly pages?: readonly RowsPage[];
  readonly create?: { readonly text: Text; readonly path: string; readonly requires: string };
}

export interface ListTexts {
  readonly title: Text;
  /** One sentence below the title. */
  readonly lead?: Text;
  /** With `count`: `{count, plural, one {# coupon} other {# coupons}}`. */
  readonly count: Text;
  /** What a list without any row says: what the rows are for. */
  readonly empty: Text;
}

/** Parts of SQL. Rows come from `from`, each once: a join must not multiply them. */
export interface ListSource {
  /** Such as `coupons c`. */
  readonly from: SQL;
  /** The row's id, such as `c.id`: a number that is unique in `from`. */
  readonly id: SQL;
  /** The columns of the row, with their names: `c.code, c.created_at as "createdAt"`. */
  readonly select: SQL | ((now: Date) => SQL);
  /** Rows that somebody may see. */
  readonly where?: (actor: Actor) => SQL;
  /** The first is the default. */
  readonly sorts: Readonly<Record<string, SqlSort>>;
  /** Tables of which statements may read every row, with the reason. The test of plans refuses others. */
  readonly mayReadWhole?: Readonly<Record<string, string>>;
}

/** An index on `by` and the row's id serves it, in both directions. */
export interface SqlSort {
  readonly title: Text;
  /** In the other direction: 'Oldest first' for 'Newest first'. */
  readonly reversedTitle?: Text;
  /** Never null: pages continue after a value. `coalesce(c.ends_at, 'infinity')` has an index on the same expression. */
  readonly by: SQL;
  readonly type: SortType;
  readonly direction: 'asc' | 'desc';
}

export type SortType = 'timestamptz' | 'bigint' | 'numeric' | 'text';

/** Conditions for a typed text, or null when nothing can match it. */
export interface ListSearch {
  /** A whole number, code or address. While such rows exist, only they are shown. */
  readonly exact?: (text: string) => SQL | null;
  readonly fuzzy?: (text: string) => SQL | null;
  /** What can be searched, for the label of the field. */
  readonly title: Text;
  /** A text for the tests that plan the statements. */
  readonly sample: string;
  /** Whether the palette leaves its rows out: they are many of one name. */
  readonly isOnlyHere?: true;
}

export interface AdminColumn<Row> {
  readonly title: Text;
  /** Name of a permission beside that of the list. Who lacks it has neither the column nor its sort. */
  readonly requires?: string;
  readonly cell: (row: Row, context: ListContext) => ReactNode;
  /** Default: the text of the cell. */
  readonly csv?: (row: Row, context: ListContext) => string;
  /** Whether the column is hidden until somebody chooses it. */
  readonly isHidden?: true;
  /** Name of the sort that its head switches on. */
  readonly sort?: string;
  /** Numbers and amounts. */
  readonly align?: 'end';
  /** Its place on the card of a row on small screens. Default: a line with its title. */
  readonly onPhone?: 'title' | 'value' | 'badge' | 'hidden';
  /** `hidden` leaves it out on screens of 600 to 900 px. Cards on small screens have it. */
  readonly onTablet?: 'hidden';
}

/** A view that a feature defines. Its state is written as in the address: `{ state: 'running' }`. */
export interface AdminView {
  readonly id: string;
  readonly text: Text;
  readonly filters?: Readonly<Record<string, string | readonly string[]>>;
  /** Name of a sort; with a leading `-` in the other direction. */
  readonly sort?: string;
  readonly columns?: readonly string[];
}

/** A page that shows marked rows, or all that match, such as a file for a printer: `readMarkedRows` tells it which. */
export interface RowsPage {
  /** Of the button. */
  readonly text: Text;
  /** Of a GET route that requires the same permission. */
  readonly path: string;
  readonly requires: string;
}

const listName = /^[a-z][a-z-]*\.[a-z][a-z-]*$/;
const partName = /^[a-z][A-Za-z0-9]*$/;

/** What the address itself uses. */
export const reservedNames = ['view', 'own', 'sort', 'after', 'before', 'q', 'contains', 'columns'] as const;

/**
 * Defines a list. Name it in `admin.lists` of the feature's manifest.
 * @throws for names that the address can't have
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
  // A list calls the functions of its columns with rows of its own statement only.
  return definition as unknown as AdminList;
}
