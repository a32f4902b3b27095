import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/database/database.ts';

interface Column {
  name: string;
  type: string;
  required: boolean;
}

/**
 * Differences between tables in the code and in the migrated database: columns, types and
 * `not null`. Indexes, keys and checks are declared in migrations only.
 */
export async function findTableDifferences(tables: readonly PgTable[], database: Database): Promise<string[]> {
  const differences: string[] = [];
  for (const table of tables) {
    const { schema = 'public', name, columns } = getTableConfig(table);
    const declared = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull,
    }));
    const expected = await toDatabaseTypes(declared, database);
    const found = await readColumns(schema, name, database);
    differences.push(...compareColumns(`${schema}.${name}`, expected, found));
  }
  return differences;
}

function compareColumns(table: string, declared: Column[], found: Column[]): string[] {
  if (found.length === 0) return [`${table}: no migration makes it`];
  const format = ({ type, required }: Column) => `${type}${required ? ' not null' : ''}`;
  const names = [...new Set([...declared, ...found].map(({ name }) => name))];
  return names.flatMap((name) => {
    const inCode = declared.find((column) => column.name === name);
    const inDatabase = found.find((column) => column.name === name);
    if (inDatabase === undefined) return [`${table}.${name}: only in the code`];
    if (inCode === undefined) return [`${table}.${name}: only in the database`];
    if (format(inCode) === format(inDatabase)) return [];
    return [`${table}.${name}: ${format(inCode)} in the code, ${format(inDatabase)} in the database`];
  });
}

/** `serial` is shorthand for a type with a default. */
const serialTypes: Record<string, string> = { serial: 'integer', bigserial: 'bigint', smallserial: 'smallint' };

/** SQL: a domain is compared by its base type. */
const baseType = (type: string, modifier: string) =>
  `case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) else format_type(${type}, ${modifier}) end`;

/** Types as PostgreSQL spells them: `varchar(9)` becomes `character varying(9)`. */
async function toDatabaseTypes(columns: Column[], { pool }: Database): Promise<Column[]> {
  const types = columns.map(({ type }) => serialTypes[type] ?? type);
  const { rows } = await pool.query<{ type: string | null }>(
    `select ${baseType('to_regtype(given.type)', 'to_regtypemod(given.type)')} as type
       from unnest($1::text[]) with ordinality as given (type, position)
       left join pg_type t on t.oid = to_regtype(given.type)
      order by position`,
    [types],
  );
  return columns.map((column, index) => ({ ...column, type: rows[index]?.type ?? `unknown type ${column.type}` }));
}

async function readColumns(schema: string, name: string, { pool }: Database): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select attname as name, ${baseType('atttypid', 'atttypmod')} as type, attnotnull or t.typnotnull as required
       from pg_attribute join pg_type t on t.oid = atttypid
      where attrelid = to_regclass(format('%I.%I', $1::text, $2::text)) and attnum > 0 and not attisdropped
      order by attnum`,
    [schema, name],
  );
  return rows;
}
