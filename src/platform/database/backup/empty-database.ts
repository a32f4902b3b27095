import pg from 'pg';
import { BackupError } from './format.ts';
import { listOtherSchemas, listTables, quoteTable } from './tables.ts';

/** @throws DATABASE_NOT_EMPTY when a table of the shop has a row */
export async function requireNoRows(client: pg.PoolClient): Promise<void> {
  for (const table of await listTables(client)) {
    const { rowCount } = await client.query(`select from ${quoteTable(table)} limit 1`);
    if (rowCount === 0) continue;
    throw new BackupError(
      'DATABASE_NOT_EMPTY',
      `The database is not empty (${table.schema}.${table.name} has rows). Restore into an empty database, or pass --replace to delete its content.`,
    );
  }
}

/**
 * Drops all objects of the shop except graphile-worker's tables. Keeps the schema `public`, which
 * may have another owner and other extensions.
 */
export async function dropShopObjects(client: pg.PoolClient): Promise<void> {
  for (const schema of await listOtherSchemas(client))
    await client.query(`drop schema ${pg.escapeIdentifier(schema)} cascade`);
  // A cascade may drop later objects, so the next object is queried after each drop.
  for (;;) {
    const { rows } = await client.query<{ statement: string }>(PUBLIC_OBJECTS);
    if (rows[0] === undefined) return;
    await client.query(rows[0].statement);
  }
}

const notInExtension = (object: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${object}.oid and d.deptype = 'e')`;

const PUBLIC_OBJECTS = `
  select statement from (
    select 1 as step, c.oid, format('drop %s %s cascade',
             case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence'
                            when 'f' then 'foreign table' else 'table' end, c.oid::regclass) as statement
      from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and ${notInExtension('c', 'pg_class')}
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i'))
    union all
    select 2, p.oid, format('drop routine %s cascade', p.oid::regprocedure)
      from pg_proc p where p.pronamespace = 'public'::regnamespace and ${notInExtension('p', 'pg_proc')}
    union all
    select 3, t.oid, format('drop type %s cascade', t.oid::regtype)
      from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'c', 'r')
       and ${notInExtension('t', 'pg_type')} and (t.typrelid = 0 or (select relkind from pg_class where oid = t.typrelid) = 'c')
  ) as found order by step, oid limit 1`;

/** Removes the rows that migrations inserted, and those of graphile-worker's tables. */
export async function truncateTables(client: pg.PoolClient): Promise<void> {
  const tables = await listTables(client);
  if (tables.length > 0) await client.query(`truncate ${tables.map(quoteTable).join(', ')}`);
}
