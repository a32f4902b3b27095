import { expect, it } from 'vitest';
import { useDatabase } from './support/database.ts';

const { pool } = useDatabase();

/** Foreign keys without an index, and why a delete or an update of what they name may read the whole table. */
const reasons: Readonly<Record<string, string>> = {
  'attribute_terms.image_id': 'No picture is deleted.',
  'categories.image_id': 'No picture is deleted.',
  'coupon_uses.coupon_id': 'A coupon is deleted by its owner. Limits read an index of the uses that count.',
  'shipments.location_id': 'No location is deleted.',
  'stock_levels.location_id': 'No location is deleted.',
  'stock_movements.location_id': 'No location is deleted.',
  'stock_reservations.location_id': 'No location is deleted.',
};

it('each foreign key has an index that begins with one of its columns, or a reason', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select concat_ws('.', c.conrelid::regclass, (
      select string_agg(attname, ', ' order by position) from unnest(c.conkey) with ordinality k (attnum, position)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum)) as name
    from pg_constraint c
    where c.contype = 'f' and c.connamespace in ('public'::regnamespace, 'platform'::regnamespace) and not exists (
      select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.conrelid and a.attnum = any(c.conkey)
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(reasons));
});
