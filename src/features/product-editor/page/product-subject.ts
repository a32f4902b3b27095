import {
  loadProducts,
  loadVariations,
  lockProducts,
  type ProductRecord,
  type VariationRecord,
} from '#features/catalog/index.ts';
import { lockStockLevels } from '#features/inventory/index.ts';
import type { Db, Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** A product and its master as they are stored: what the page of a product and all that is added to it get. */
export interface ProductSubject {
  readonly id: number;
  readonly product: ProductRecord;
  readonly master: VariationRecord;
}

/** @param isLocking locks the product and its stock until the transaction ends */
export async function loadProductSubject(
  shop: Shop,
  db: Db,
  id: number,
  isLocking = false,
): Promise<ProductSubject | null> {
  // The kit locks inside of a transaction only.
  if (isLocking) {
    await lockProducts(db as Tx, [id]);
    await lockStockLevels(db as Tx, [id]);
  }
  const product = (await loadProducts(db, [id])).get(id);
  const master = (await loadVariations(db, [id], shop.choices.currency)).get(id);
  return product && master ? { id, product, master } : null;
}
