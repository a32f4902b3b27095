import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

interface ColumnChoice {
  /** Of the table in the statement. Default: none. */
  readonly alias?: string;
  /** Names of properties that are left out. Default: none. */
  readonly except?: readonly string[];
}

/** Select list of a table's columns under the names of their properties. */
export function listColumns(table: PgTable, { alias, except = [] }: ColumnChoice = {}): string {
  return Object.entries(getTableColumns(table))
    .filter(([property]) => !except.includes(property))
    .map(([property, { name }]) => `${alias === undefined ? name : `${alias}.${name}`} as "${property}"`)
    .join(', ');
}
