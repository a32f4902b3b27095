import { searchProducts } from '#features/search/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Finds products with the shop's search, best first. @returns null without a search */
export async function searchIds(shop: Shop, text: string | undefined): Promise<readonly number[] | null> {
  if (text === undefined || text.trim() === '') return null;
  return (await searchProducts(shop, { text })).productIds;
}
