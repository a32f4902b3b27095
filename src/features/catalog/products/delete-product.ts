import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { cardCacheTag, categoryCacheTag, productCacheTag, productsCacheTag } from '../cache-tags.ts';
import { productsChanged } from '../events.ts';
import { refreshListing } from './refresh-listing.ts';
import { refreshPrices } from './refresh-prices.ts';
import { lockProducts } from './save/product-lookups.ts';

/** Target of a deleted product's address. Null for no redirect. */
export type RedirectTarget =
  | { readonly kind: 'product'; readonly id: number }
  | { readonly kind: 'category'; readonly id: number }
  | null;

export type DeleteProductResult =
  | { readonly ok: true; readonly name: string; readonly slug: string }
  | { readonly ok: false; readonly code: 'NOT_FOUND' | 'TARGET_NOT_FOUND' | 'TARGET_IS_ITSELF' };

const selectPlaces = sqlQuery<{ readonly categories: readonly number[]; readonly sets: readonly number[] }>(
  'catalog.find-places-of-product',
  `select array(select category_id from product_categories where product_id = $1) as categories,
    array(select product_id from product_links where linked_id = $1 and kind = 'grouped') as sets`,
);

const lockTarget = sqlQuery(
  'catalog.lock-redirect-target',
  `select from products where $1 = 'product' and id = $2 for key share`,
);
const findCategory = sqlQuery(
  'catalog.find-redirect-category',
  `select from categories where $1 = 'category' and id = $2 for key share`,
);

// Earlier slugs of the product redirect to it. It is deleted, so they get its target instead.
const moveRedirects = sqlQuery(
  'catalog.move-redirects',
  `update slug_redirects set product_id = case when $2 = 'product' then $3::integer end, category_id = case when $2 = 'category' then $3::integer end
  where product_id = $1`,
);
const addRedirect = sqlQuery(
  'catalog.add-redirect-of-deleted',
  `insert into slug_redirects (kind, locale, slug, product_id, category_id)
  select 'product', locale, slug, case when $2 = 'product' then $3::integer end, case when $2 = 'category' then $3::integer end
  from products where id = $1
  on conflict (kind, locale, slug) do update set product_id = excluded.product_id, category_id = excluded.category_id, since = now()`,
);

const deleteRow = sqlQuery<{ readonly name: string; readonly slug: string }>(
  'catalog.delete-product',
  'delete from products where id = $1 returning name, slug',
);

/**
 * Deletes a product with its variations, stock and prices. Order lines and stock movements are kept.
 * @param target target to which the address of the product redirects afterwards
 */
export async function deleteProduct(
  shop: Shop,
  tx: Tx,
  id: number,
  target: RedirectTarget,
): Promise<DeleteProductResult> {
  if (target?.kind === 'product' && target.id === id) return { ok: false, code: 'TARGET_IS_ITSELF' };
  const [locked] = await lockProducts(tx, [id]);
  if (locked === undefined) return { ok: false, code: 'NOT_FOUND' };
  const { categories = [], sets = [] } = (await selectPlaces(tx, [id]))[0] ?? {};
  if (target) {
    const find = target.kind === 'product' ? lockTarget : findCategory;
    if ((await find(tx, [target.kind, target.id])).length === 0) return { ok: false, code: 'TARGET_NOT_FOUND' };
    await moveRedirects(tx, [id, target.kind, target.id]);
    await addRedirect(tx, [id, target.kind, target.id]);
  }
  const [deleted] = await deleteRow(tx, [id]);
  if (!deleted) return { ok: false, code: 'NOT_FOUND' };
  const now = shop.clock.now();
  await refreshPrices(tx, sets, now);
  await refreshListing(tx, sets, now);
  const changed = [id, ...sets];
  await shop.pages.invalidate(tx, [
    productsCacheTag,
    ...changed.flatMap((each) => [productCacheTag(each), cardCacheTag(each)]),
    ...categories.map(categoryCacheTag),
  ]);
  await shop.emit(productsChanged, tx, { productIds: changed });
  return { ok: true, ...deleted };
}
