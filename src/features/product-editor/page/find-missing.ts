import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { ProductValues } from './product-values.ts';

const selectMissing = sqlQuery<{ readonly field: string }>(
  'product-editor.find-missing-records',
  `select field from json_to_recordset($1::json) as chosen (field text, kind text, id integer)
  where not case kind
    when 'category' then exists (select from categories c where c.id = chosen.id)
    when 'brand' then exists (select from brands b where b.id = chosen.id)
    when 'tag' then exists (select from tags t where t.id = chosen.id)
    when 'class' then exists (select from shipping_classes s where s.id = chosen.id)
    when 'media' then exists (select from platform.media m where m.id = chosen.id)
    else exists (select from products p where p.id = chosen.id)
  end
  group by field`,
);

/** Fields with something chosen that does not exist: somebody may have deleted it meanwhile. */
export async function findMissingRecords(db: Db, values: ProductValues): Promise<readonly string[]> {
  const toRows = (field: string, kind: string, ids: readonly (number | null)[]) =>
    ids.flatMap((id) => (id === null ? [] : [{ field, kind, id }]));
  const rows = [
    ...toRows('categories', 'category', values.categories),
    ...toRows('brands', 'brand', values.brands),
    ...toRows('tags', 'tag', values.tags),
    ...toRows('shippingClassId', 'class', [values.shippingClassId]),
    ...toRows(
      'images',
      'media',
      values.images.map(({ id }) => id),
    ),
    ...(['upsells', 'crossSells', 'grouped'] as const).flatMap((field) => toRows(field, 'product', values[field])),
  ];
  return rows.length === 0 ? [] : (await selectMissing(db, [JSON.stringify(rows)])).map(({ field }) => field);
}
