import type pg from 'pg';

/**
 * Columns that a statement names itself, such as `products.status`: as the body of a function,
 * it depends on them. Columns that a view reads for the statement are not among them.
 */
export async function listNamedColumns(client: pg.ClientBase, text: string): Promise<string[]> {
  await client.query('begin');
  try {
    await client.query(`prepare columns_of as ${text}`);
    const { rows } = await client.query<{ types: string }>(
      `select array_to_string(parameter_types, ', ') as types from pg_prepared_statements where name = 'columns_of'`,
    );
    await client.query('deallocate columns_of');
    await client.query(
      `create function columns_of(${rows[0]?.types ?? ''}) returns void language sql begin atomic ${text}; end`,
    );
    const found = await client.query<{ column: string }>(
      `select distinct relname || '.' || attname as column from pg_depend
       join pg_class c on c.oid = refobjid join pg_attribute on attrelid = c.oid and attnum = refobjsubid
       where refclassid = 'pg_class'::regclass and refobjsubid > 0 and classid = 'pg_proc'::regclass
         and objid = (select oid from pg_proc where proname = 'columns_of') order by 1`,
    );
    return found.rows.map(({ column }) => column);
  } finally {
    await client.query('rollback');
  }
}
