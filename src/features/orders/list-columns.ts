import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

interface ColumnChoice {
  /** Alias of the table in the statement. Default: no alias. */
  readonly alias?: string;
  /** Names of properties to leave out. Default: none. */
  readonly except?: readonly string[];
}

/** Lists a table's columns for `select`, named like their properties. */
export function listColumns(table: PgTable, { alias, except = [] }: ColumnChoice = {}): string {
  return Object.entries(getTableColumns(table))
    .filter(([property]) => !except.includes(property))
    .map(([property, { name }]) => `${alias === undefined ? name : `${alias}.${name}`} as "${property}"`)
    .join(', ');
}
