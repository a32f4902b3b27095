import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import { createNamePicker } from '#platform/forms/name-picker.ts';
import { stockLabelSql } from './stock-sql.ts';

const shownResults = 20;

const nameStocks = sqlQuery<{ id: number; label: string }>(
  'stock-control.name-stocks',
  `select n.id::integer, coalesce(${stockLabelSql('n.id')}, '#' || n.id) as label from unnest($1::bigint[]) n (id)`,
);
const findByCode = sqlQuery<{ id: number }>(
  'stock-control.find-stocks-by-code',
  'select distinct stock_id as id from variations where lower(sku) = lower($1) or lower(gtin) = lower($1) limit 20',
);
const findByName = sqlQuery<{ id: number }>(
  'stock-control.find-stocks-by-name',
  `select s.variation_id as id from products p join variations v on v.product_id = p.id join stock_levels s on s.variation_id = v.id
  where p.name ilike $1 and s.managed order by p.name, p.id, v.position, v.id limit ${shownResults}`,
);

/** @returns ids with labels, in the order of the ids */
export const findStockLabels = (db: Db, ids: readonly number[]): Promise<RecordOption[]> => nameStocks(db, [ids]);

/** Picker of counted stocks. Searches by exact SKU or GTIN, or by a part of the name. */
export const stockPicker: RecordPicker = {
  load: ({ db }, ids) => findStockLabels(db, ids),
  search: async ({ db }, query) => {
    const byCode = await findByCode(db, [query.trim()]);
    const found = byCode.length > 0 ? byCode : await findByName(db, [`%${query.trim().replace(/[\\%_]/g, '\\$&')}%`]);
    return findStockLabels(
      db,
      found.map(({ id }) => id),
    );
  },
};

export const locationPicker = createNamePicker('stock-control', 'locations', 'stock_locations c');
