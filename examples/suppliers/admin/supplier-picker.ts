import { sqlQuery } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';

const nameSuppliers = sqlQuery<RecordOption>(
  'suppliers.name-suppliers',
  'select id, name as label from suppliers where id = any($1::integer[]) order by lower(name), id',
);
// By the index of the list's search.
const findSuppliers = sqlQuery<RecordOption>(
  'suppliers.find-suppliers',
  `select id, name as label from suppliers where (name || ' ' || coalesce(email, '')) ilike '%' || $1 || '%'
  order by lower(name), id limit 20`,
);

export const supplierPicker: RecordPicker = {
  load: ({ db }, ids) => nameSuppliers(db, [ids]),
  search: ({ db }, query) => findSuppliers(db, [query.replace(/[\\%_]/g, '\\$&')]),
};
