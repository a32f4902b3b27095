import { getWishlistPath } from '#features/wishlists/index.ts';
import type { ListLayout } from '../contract.ts';

/** The address of a page of a list. The first page in the shop's layout has no parameters. */
export function getListHref(token: string, page = 1, layout: ListLayout | null = null): string {
  const query = new URLSearchParams({ ...(page > 1 && { page: String(page) }), ...(layout && { view: layout }) });
  return query.size === 0 ? getWishlistPath(token) : `${getWishlistPath(token)}?${query}`;
}
