import { type Column, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sqlQuery, type Tx } from '#platform/database/database.ts';

type Row = Readonly<Record<string, unknown>>;
type Statement = (tx: Tx, values: unknown[]) => Promise<object[]>;

const statements = new Map<string, Statement>();

/**
 * Inserts any number of rows with one JSON parameter. With a placeholder per value, building and sending the
 * statement would take longer than the insert.
 * @param rows keyed by declared column names; all rows have the same keys
 * @param key conflict columns; existing rows are updated
 * @param extraAssignments SQL assignments added to the update
 */
export async function insertRows(
  tx: Tx,
  table: PgTable,
  rows: readonly Row[],
  key: readonly string[] = [],
  extraAssignments: readonly string[] = [],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const fields = Object.keys(first);
  const name = [getTableName(table), ...fields, '|', ...key, '|', ...extraAssignments].join(' ');
  const statement = statements.get(name) ?? createInsertStatement(table, fields, key, extraAssignments);
  statements.set(name, statement);
  await statement(tx, [JSON.stringify(rows)]);
}

function createInsertStatement(
  table: PgTable,
  fields: readonly string[],
  key: readonly string[],
  extraAssignments: readonly string[],
): Statement {
  const columnsByField: Readonly<Record<string, Column>> = getTableColumns(table);
  const columns = fields.flatMap((field) => (columnsByField[field] ? [{ field, column: columnsByField[field] }] : []));
  const names = columns.map(({ column }) => `"${column.name}"`);
  const definitions = columns.map(({ field, column }) => `"${field}" ${column.getSQLType()}`);
  const assignments = columns
    .filter(({ field }) => !key.includes(field))
    .map(({ column: { name } }) => `"${name}" = excluded."${name}"`);
  const keyColumns = key.map((field) => `"${columnsByField[field]?.name ?? field}"`);
  const conflict =
    key.length === 0
      ? ''
      : `on conflict (${keyColumns.join(', ')}) do update set ${[...assignments, ...extraAssignments].join(', ')}`;
  return sqlQuery(
    `catalog.insert-${getTableName(table)}`,
    `insert into "${getTableName(table)}" (${names.join(', ')})
    select ${columns.map(({ field }) => `"${field}"`).join(', ')} from jsonb_to_recordset($1::jsonb) as given(${definitions.join(', ')}) ${conflict}`,
  );
}
