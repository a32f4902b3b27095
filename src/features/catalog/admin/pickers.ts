import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { RecordOption } from '#platform/forms/field.ts';
import type { RecordPicker } from '#platform/forms/kinds.ts';
import { findVariationIdsBySku } from '../products/save/product-lookups.ts';

const shownResults = 20;

const nameProducts = sqlQuery<RecordOption>(
  'catalog.name-products',
  'select id, name as label from products where id = any($1::bigint[]) order by name, id',
);
const nameCategories = sqlQuery<RecordOption>(
  'catalog.name-categories',
  'select id, name as label from categories where id = any($1::bigint[]) order by name, id',
);
const nameBrands = sqlQuery<RecordOption>(
  'catalog.name-brands',
  'select id, name as label from brands where id = any($1::bigint[]) order by name, id',
);
const nameTags = sqlQuery<RecordOption>(
  'catalog.name-tags',
  'select id, name as label from tags where id = any($1::bigint[]) order by name, id',
);
const nameShippingClasses = sqlQuery<RecordOption>(
  'catalog.name-shipping-classes',
  'select id, name as label from shipping_classes where id = any($1::bigint[]) order by name, id',
);

// By the index of the listing, or of slugs: what begins with the text.
const findProducts = sqlQuery<RecordOption>(
  'catalog.find-products',
  `select id, name as label from products
  where locale = $1 and slug >= $2 and slug < $2 || '~' order by slug limit ${shownResults}`,
);
// A shop has some hundreds of these.
const findCategories = sqlQuery<RecordOption>(
  'catalog.search-categories',
  `select id, name as label from categories where position(lower($1) in lower(name)) > 0 order by name, id limit ${shownResults}`,
);
const findBrands = sqlQuery<RecordOption>(
  'catalog.search-brands',
  `select id, name as label from brands where position(lower($1) in lower(name)) > 0 order by name, id limit ${shownResults}`,
);
const findTags = sqlQuery<RecordOption>(
  'catalog.search-tags',
  `select id, name as label from tags where position(lower($1) in lower(name)) > 0 order by name, id limit ${shownResults}`,
);
const findShippingClasses = sqlQuery<RecordOption>(
  'catalog.find-shipping-classes',
  `select id, name as label from shipping_classes where position(lower($1) in lower(name)) > 0 order by name, id limit ${shownResults}`,
);

/** What does not exist any more stays chosen by its id: a discount must not become one for all products. */
async function nameAll(
  query: (db: Db, values: [readonly number[]]) => Promise<RecordOption[]>,
  db: Db,
  ids: readonly number[],
): Promise<readonly RecordOption[]> {
  const named = await query(db, [ids]);
  const missing = ids.filter((id) => !named.some((each) => each.id === id));
  return [...named, ...missing.map((id) => ({ id, label: `#${id}` }))];
}

const toSlug = (text: string) => text.trim().toLowerCase().replaceAll(/\s+/g, '-');

/** Products by their exact SKU, or by the beginning of their address. */
export const productPicker: RecordPicker = {
  load: ({ db }, ids) => nameAll(nameProducts, db, ids),
  search: async ({ db, shop }, query) => {
    const bySku = await findVariationIdsBySku(db, [query]);
    const ids = [...new Set([...bySku.values()].map(({ productId }) => productId))];
    if (ids.length > 0) return nameProducts(db, [ids]);
    return findProducts(db, [shop.choices.locale, toSlug(query)]);
  },
};
export const categoryPicker: RecordPicker = {
  load: ({ db }, ids) => nameAll(nameCategories, db, ids),
  search: ({ db }, query) => findCategories(db, [query]),
};
export const brandPicker: RecordPicker = {
  load: ({ db }, ids) => nameAll(nameBrands, db, ids),
  search: ({ db }, query) => findBrands(db, [query]),
};
export const tagPicker: RecordPicker = {
  load: ({ db }, ids) => nameAll(nameTags, db, ids),
  search: ({ db }, query) => findTags(db, [query]),
};
export const shippingClassPicker: RecordPicker = {
  load: ({ db }, ids) => nameAll(nameShippingClasses, db, ids),
  search: ({ db }, query) => findShippingClasses(db, [query]),
};
