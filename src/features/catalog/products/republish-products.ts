import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import {
  cardCacheTag,
  categoriesCacheTag,
  productCacheTag,
  productsCacheTag,
  swatchesCacheTag,
} from '../cache-tags.ts';
import { productsChanged } from '../events.ts';
import { refreshListing } from './refresh-listing.ts';

/**
 * Publishes a change of categories, tags, brands or attributes of products: refreshes the listing, invalidates pages
 * and emits `productsChanged`. It must be called in the transaction of the change, after all other writes.
 */
export async function republishProducts(
  shop: Pick<Shop, 'pages' | 'emit' | 'clock'>,
  tx: Tx,
  productIds: readonly number[],
): Promise<void> {
  await refreshListing(tx, productIds, shop.clock.now());
  const tags = productIds.flatMap((id) => [productCacheTag(id), cardCacheTag(id)]);
  await shop.pages.invalidate(tx, [productsCacheTag, categoriesCacheTag, swatchesCacheTag, ...tags]);
  if (productIds.length > 0) await shop.emit(productsChanged, tx, { productIds });
}
