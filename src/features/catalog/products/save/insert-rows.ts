import { type Column, getTableColumns, getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { sqlQuery, type Tx } from '#platform/database/database.ts';

type Row = Readonly<Record<string, unknown>>;
type Statement = (tx: Tx, values: unknown[]) => Promise<object[]>;

const statements = new Map<string, Statement>();

/**
 * Inserts any number of rows by one statement with one parameter: of the thousands that a placeholder for each value makes, building and sending
 * would take longer than inserting.
 * @param rows by the names of the declared columns, all with the same ones
 * @param key columns by which a row is there already: what else is given is overwritten then
 * @param extraAssignments SQL for what is set besides
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
  const declared: Readonly<Record<string, Column>> = getTableColumns(table);
  const columns = fields.flatMap((field) => (declared[field] ? [{ field, column: declared[field] }] : []));
  const names = columns.map(({ column }) => `"${column.name}"`);
  const given = columns.map(({ field, column }) => `"${field}" ${column.getSQLType()}`);
  const changed = columns
    .filter(({ field }) => !key.includes(field))
    .map(({ column: { name } }) => `"${name}" = excluded."${name}"`);
  const found = key.map((field) => `"${declared[field]?.name ?? field}"`);
  const conflict =
    key.length === 0
      ? ''
      : `on conflict (${found.join(', ')}) do update set ${[...changed, ...extraAssignments].join(', ')}`;
  return sqlQuery(
    `catalog.insert-${getTableName(table)}`,
    `insert into "${getTableName(table)}" (${names.join(', ')})
    select ${columns.map(({ field }) => `"${field}"`).join(', ')} from jsonb_to_recordset($1::jsonb) as given(${given.join(', ')}) ${conflict}`,
  );
}
