import { sqlQuery } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';

const tables = {
  tags: { from: 'tags c', label: 'c.name' },
  brands: { from: 'brands c', label: 'c.name' },
  attributes: { from: '(select * from attributes where product_id is null) c', label: 'c.name' },
  attribute_terms: {
    from: '(select t.id, t.name, a.name as attribute from attribute_terms t join attributes a on a.id = t.attribute_id where a.product_id is null) c',
    label: `c.attribute || ': ' || c.name`,
  },
  categories: {
    from: '(select n.id, n.name, p.name as parent from categories n left join categories p on p.id = n.parent_id) c',
    label: `concat_ws(' > ', c.parent, c.name)`,
  },
} as const;

/** Creates a picker that searches a table of a few hundred names by a part of the name. */
export function createPicker(table: keyof typeof tables): RecordPicker {
  const { from, label } = tables[table];
  const name = table.replace('_', '-');
  const load = sqlQuery<RecordOption>(
    `catalog-terms.name-${name}`,
    `select c.id, ${label} as label from ${from} where c.id = any($1::bigint[]) order by 2, 1`,
  );
  const search = sqlQuery<RecordOption>(
    `catalog-terms.find-${name}`,
    `select c.id, ${label} as label from ${from} where position(lower($1) in lower(c.name)) > 0 order by 2, 1 limit 20`,
  );
  return { load: ({ db }, ids) => load(db, [ids]), search: ({ db }, query) => search(db, [query]) };
}

/** Converts the id of an optional picture to the value of a picture field. */
export const toPictures = (id: number | null): readonly number[] => (id === null ? [] : [id]);
