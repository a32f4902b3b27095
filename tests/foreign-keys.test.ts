import { expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';

const { pool } = useDatabase();

/**
 * Foreign keys without an index, by table and column or by column, and why nothing looks for their
 * rows: deleting what they name would read the whole table.
 */
const reasons: Readonly<Record<string, string>> = {
  by_staff_id: 'No member of the staff is deleted, only the account.',
  location_id: 'No location is deleted.',
  price_list_id: 'No price list is deleted.',
};

it('each foreign key has an index that begins with one of its columns, or a reason', async () => {
  const { rows } = await pool.query<{ table: string; columns: string }>(`
    select c.conrelid::regclass::text as table, (
      select string_agg(attname, ', ' order by position) from unnest(c.conkey) with ordinality k (attnum, position)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum) as columns
    from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'platform'::regnamespace) and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.conrelid and a.attnum = any(c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))`);
  const findReason = ({ table, columns }: (typeof rows)[number]) =>
    [`${table}.${columns}`, columns].find((name) => name in reasons);
  expect(rows.filter((row) => !findReason(row))).toEqual([]);
  expect([...new Set(rows.map(findReason))].sort()).toEqual(Object.keys(reasons).sort());
});
