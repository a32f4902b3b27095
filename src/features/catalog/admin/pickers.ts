import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import { findVariationIdsBySku } from '../products/save/product-lookups.ts';

const shownResults = 20;

type PickedTable = 'products' | 'categories' | 'brands' | 'tags' | 'shipping_classes';

/** A deleted record stays selected by its id: a discount for it must not become a discount for all products. */
function createNamer(table: PickedTable) {
  const name = sqlQuery<RecordOption>(
    `catalog.name-${table.replace('_', '-')}`,
    `select id, name as label from ${table} where id = any($1::bigint[]) order by name, id`,
  );
  return async (db: Db, ids: readonly number[]): Promise<readonly RecordOption[]> => {
    const named = await name(db, [ids]);
    const missing = ids.filter((id) => !named.some((each) => each.id === id));
    return [...named, ...missing.map((id) => ({ id, label: `#${id}` }))];
  };
}

/** A shop has a few hundred of these records, so a search by a part of the name needs no index. */
function createNamePicker(table: Exclude<PickedTable, 'products'>): RecordPicker {
  const name = createNamer(table);
  const find = sqlQuery<RecordOption>(
    `catalog.search-${table.replace('_', '-')}`,
    `select id, name as label from ${table} where position(lower($1) in lower(name)) > 0 order by name, id limit ${shownResults}`,
  );
  return { load: ({ db }, ids) => name(db, ids), search: ({ db }, query) => find(db, [query]) };
}

export const categoryPicker = createNamePicker('categories');
export const brandPicker = createNamePicker('brands');
export const tagPicker = createNamePicker('tags');
export const shippingClassPicker = createNamePicker('shipping_classes');

// Searches by the beginning of the slug, for which PostgreSQL can use an index.
const findProducts = sqlQuery<RecordOption>(
  'catalog.find-products',
  `select id, name as label from products
  where locale = $1 and slug >= $2 and slug < $2 || '~' order by slug limit ${shownResults}`,
);

const nameProducts = createNamer('products');
const toSlug = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** Finds products by their exact SKU, or by the beginning of their slug. */
export const productPicker: RecordPicker = {
  load: ({ db }, ids) => nameProducts(db, ids),
  search: async ({ db, shop }, query) => {
    const bySku = await findVariationIdsBySku(db, [query]);
    const ids = [...new Set([...bySku.values()].map(({ productId }) => productId))];
    if (ids.length > 0) return nameProducts(db, ids);
    return findProducts(db, [shop.choices.locale, toSlug(query)]);
  },
};
