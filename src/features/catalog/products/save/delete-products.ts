import type { StockReference } from '#features/inventory/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { SaveResult } from './product-records.ts';
import { saveProducts } from './save-products.ts';
import { saveVariations } from './save-variations.ts';

const deleteProductRows = sqlQuery('catalog.delete-products', 'delete from products where id = any($1::integer[])');
const deleteVariationRows = sqlQuery(
  'catalog.delete-variations',
  'delete from variations where id = any($1::integer[]) and id <> product_id',
);

/**
 * Deletes products with their variations. They disappear first as if staff had hidden them: pages,
 * lists and the index of the search follow. Whether something uses them is for the caller to check.
 * @returns a result per id, in order
 */
export async function deleteProducts(
  shop: Shop,
  tx: Tx,
  ids: readonly number[],
  reference: StockReference,
): Promise<SaveResult[]> {
  const drafts = ids.map((id) => ({ id, status: 'draft' as const }));
  const results = await saveProducts(shop, tx, drafts, reference);
  await deleteProductRows(tx, [listSaved(results)]);
  return results;
}

/** Deletes variations of variable products in the same way. */
export async function deleteVariations(
  shop: Shop,
  tx: Tx,
  variations: readonly { readonly id: number; readonly productId: number }[],
  reference: StockReference,
): Promise<SaveResult[]> {
  const disabled = variations.map(({ id, productId }) => ({ id, productId, enabled: false }));
  const results = await saveVariations(shop, tx, disabled, reference);
  await deleteVariationRows(tx, [listSaved(results)]);
  return results;
}

const listSaved = (results: readonly SaveResult[]) => results.flatMap((result) => (result.ok ? result.id : []));
