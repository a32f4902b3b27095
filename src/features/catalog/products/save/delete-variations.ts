import type { StockReference } from '#features/inventory/index.ts';
import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { SaveResult } from './product-records.ts';
import { saveVariations } from './save-variations.ts';

const deleteRows = sqlQuery(
  'catalog.delete-variations',
  'delete from variations where id = any($1::integer[]) and id <> product_id',
);

/**
 * Deletes variations of variable products. Disables them first, so that pages and listings are updated. The caller
 * must check whether the variations are in use.
 * @returns a result per variation, in the given order
 */
export async function deleteVariations(
  shop: Shop,
  tx: Tx,
  variations: readonly { readonly id: number; readonly productId: number }[],
  reference: StockReference,
): Promise<SaveResult[]> {
  const disabled = variations.map(({ id, productId }) => ({ id, productId, enabled: false }));
  const results = await saveVariations(shop, tx, disabled, reference);
  await deleteRows(tx, [results.flatMap((result) => (result.ok ? result.id : []))]);
  return results;
}
