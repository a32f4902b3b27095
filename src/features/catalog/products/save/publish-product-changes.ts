import { cardCacheTag, categoryCacheTag, productCacheTag, productsCacheTag } from '#features/catalog/cache-tags.ts';
import { productsChanged } from '#features/catalog/events.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { refreshListing } from '../refresh-listing.ts';
import { refreshPrices } from '../refresh-prices.ts';

interface ProductChange {
  readonly record: { readonly id: number; readonly categories: readonly number[] };
  readonly before: { readonly categories: readonly number[] } | null;
}

/**
 * Refreshes sorting prices and listing rows, invalidates cached pages and emits `productsChanged`. It must be called
 * in the transaction of the change.
 */
export async function publishProductChanges(
  shop: Pick<Shop, 'pages' | 'emit' | 'clock'>,
  tx: Tx,
  changes: readonly ProductChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const productIds = changes.map(({ record }) => record.id);
  const now = shop.clock.now();
  await refreshPrices(tx, productIds, now);
  await refreshListing(tx, productIds, now);
  const categoryIds = changes.flatMap(({ record, before }) => [...record.categories, ...(before?.categories ?? [])]);
  await shop.pages.invalidate(tx, [
    productsCacheTag,
    ...productIds.flatMap((id) => [productCacheTag(id), cardCacheTag(id)]),
    ...categoryIds.map(categoryCacheTag),
  ]);
  await shop.emit(productsChanged, tx, { productIds });
}
