import { getWishlistPath, type UserWishlist, wishlistPath } from '../contract.ts';
import type { Wishlist } from './find-lists.ts';

/**
 * The shopper's lists as replies have them.
 * @param productId product of the links that add, which lead to a page with a form; null for links to the lists
 */
export function toUserWishlists(lists: readonly Wishlist[], productId: number | null): UserWishlist[] {
  return lists.map(({ id, token, name, isDefault }) => ({
    ...{ id, wishlist_name: name, default: isDefault },
    add_to_this_wishlist_url: productId === null ? getWishlistPath(token) : getAddPath(productId, id),
  }));
}

/**
 * The page that asks before it adds: a link may not change anything.
 * @param listId the list that it suggests. Default: the default list
 */
export function getAddPath(productId: number, listId?: number): string {
  const list = listId === undefined ? {} : { wishlist_id: String(listId) };
  return `${wishlistPath}/add?${new URLSearchParams({ add_to_wishlist: String(productId), ...list })}`;
}
