import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/database/database.ts';

interface Column {
  name: string;
  type: string;
  required: boolean;
}

/**
 * Where the tables as the code declares them differ from those that the migrations made, in both directions: columns,
 * types, `not null`. Empty when they are the same. Indexes, keys and checks are in the migrations alone.
 */
export async function tablesMatchDatabase(tables: readonly PgTable[], database: Database): Promise<string[]> {
  const differences: string[] = [];
  for (const table of tables) {
    const { schema = 'public', name, columns } = getTableConfig(table);
    const declared = columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      required: column.notNull,
    }));
    const expected = await asDatabaseTypes(declared, database);
    const found = await columnsOf(schema, name, database);
    differences.push(...compare(`${schema}.${name}`, expected, found));
  }
  return differences;
}

function compare(table: string, declared: Column[], found: Column[]): string[] {
  if (found.length === 0) return [`${table}: no migration makes it`];
  const words = ({ type, required }: Column) => `${type}${required ? ' not null' : ''}`;
  const names = [...new Set([...declared, ...found].map(({ name }) => name))];
  return names.flatMap((name) => {
    const inCode = declared.find((column) => column.name === name);
    const inDatabase = found.find((column) => column.name === name);
    if (inDatabase === undefined) return [`${table}.${name}: only in the code`];
    if (inCode === undefined) return [`${table}.${name}: only in the database`];
    if (words(inCode) === words(inDatabase)) return [];
    return [`${table}.${name}: ${words(inCode)} in the code, ${words(inDatabase)} in the database`];
  });
}

/** `serial` is no type, but a way to write one. */
const SERIALS: Record<string, string> = { serial: 'integer', bigserial: 'bigint', smallserial: 'smallint' };

/** A domain is compared as what it is made of. */
const baseType = (type: string, modifier: string) =>
  `case when t.typtype = 'd' then format_type(t.typbasetype, t.typtypmod) else format_type(${type}, ${modifier}) end`;

/** Postgres spells types in one way, whatever it is given: `varchar(9)` is `character varying(9)`. */
async function asDatabaseTypes(columns: Column[], { pool }: Database): Promise<Column[]> {
  const types = columns.map(({ type }) => SERIALS[type] ?? type);
  const { rows } = await pool.query<{ type: string | null }>(
    `select ${baseType('to_regtype(given.type)', 'to_regtypemod(given.type)')} as type
       from unnest($1::text[]) with ordinality as given (type, turn)
       left join pg_type t on t.oid = to_regtype(given.type)
      order by turn`,
    [types],
  );
  return columns.map((column, turn) => ({ ...column, type: rows[turn]?.type ?? `unknown type ${column.type}` }));
}

async function columnsOf(schema: string, name: string, { pool }: Database): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select attname as name, ${baseType('atttypid', 'atttypmod')} as type, attnotnull or t.typnotnull as required
       from pg_attribute join pg_type t on t.oid = atttypid
      where attrelid = to_regclass(format('%I.%I', $1::text, $2::text)) and attnum > 0 and not attisdropped
      order by attnum`,
    [schema, name],
  );
  return rows;
}
