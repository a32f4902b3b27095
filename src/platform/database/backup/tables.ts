import pg from 'pg';
import type { TableName, TableShape } from './format.ts';

export const JOBS_SCHEMA = 'graphile_worker';

/** Condition on pg_namespace `n` that excludes schemas of a managed PostgreSQL's provider. */
export const OWN_SCHEMAS = `(n.nspname = 'public' or (n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
  and pg_has_role(n.nspowner, 'usage')))`;
const NOT_IN_EXTENSION = `not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

/**
 * Lists every ordinary table of the shop's schemas with its stored columns, except unlogged tables, the
 * list of migrations, which a restore writes itself, and graphile-worker's tables other than jobs.
 */
export async function listTables(client: pg.PoolClient): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    select n.nspname as schema, c.relname as name,
           (select coalesce(array_agg(a.attname::text order by a.attnum), '{}') from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and c.relpersistence = 'p' and ${OWN_SCHEMAS} and ${NOT_IN_EXTENSION}
       and (n.nspname, c.relname) <> ('platform', 'migrations')
       and (n.nspname <> '${JOBS_SCHEMA}' or c.relname like '\\_private\\_%')
     order by n.nspname, c.relname`);
  return rows;
}

export async function listSequences(client: pg.PoolClient): Promise<TableName[]> {
  const { rows } = await client.query<TableName>(`
    select n.nspname as schema, c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and ${OWN_SCHEMAS} and ${NOT_IN_EXTENSION}
     order by n.nspname, c.relname`);
  return rows;
}

/** Returns the version of graphile-worker's tables; null when the tables do not exist. */
export async function readJobsVersion(client: pg.PoolClient): Promise<number | null> {
  const { rows: found } = await client.query(`select to_regclass('${JOBS_SCHEMA}.migrations') is not null as made`);
  if (found[0]?.made !== true) return null;
  const { rows } = await client.query<{ version: number | null }>(
    `select max(id)::integer as version from ${JOBS_SCHEMA}.migrations`,
  );
  return rows[0]?.version ?? null;
}

/** Lists the shop's schemas except `public` and the schema of jobs. */
export async function listOtherSchemas(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select n.nspname as name from pg_namespace n
      where ${OWN_SCHEMAS} and n.nspname not in ('public', '${JOBS_SCHEMA}')
        and not exists (select from pg_depend d where d.classid = 'pg_namespace'::regclass and d.objid = n.oid and d.deptype = 'e')`,
  );
  return rows.map(({ name }) => name);
}

export function quoteTable({ schema, name }: TableName): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function quoteColumns({ columns }: TableShape): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ');
}
