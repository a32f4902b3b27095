import type { RecordPicker } from '#platform/forms/kinds.ts';
import { createNamePicker } from '#platform/forms/name-picker.ts';

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
  return createNamePicker('catalog-terms', table.replace('_', '-'), from, label);
}

/** Converts the id of an optional picture to the value of a picture field. */
export const toPictures = (id: number | null): readonly number[] => (id === null ? [] : [id]);
