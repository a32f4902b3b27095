import { sqlQuery } from '#platform/database/database.ts';
import type { RecordOption, RecordPicker } from './field.ts';

/**
 * Creates a picker that searches by a part of the name. Suited to tables with some hundreds of rows.
 * @param from a table or subquery with the alias `c`
 */
export function createNamePicker(feature: string, name: string, from: string, label = 'c.name'): RecordPicker {
  const load = sqlQuery<RecordOption>(
    `forms.name-${feature}-${name}`,
    `select c.id, ${label} as label from ${from} where c.id = any($1::bigint[]) order by 2, 1`,
  );
  const search = sqlQuery<RecordOption>(
    `forms.find-${feature}-${name}`,
    `select c.id, ${label} as label from ${from} where position(lower($1) in lower(c.name)) > 0 order by 2, 1 limit 20`,
  );
  return { load: ({ db }, ids) => load(db, [ids]), search: ({ db }, query) => search(db, [query]) };
}
