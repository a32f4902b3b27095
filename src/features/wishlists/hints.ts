import type { Shop } from '#platform/features/shop.ts';
import type { MutationCall } from '#platform/mutations/mutation.ts';
import type { Hint, HintSource } from '#platform/sessions/hint.ts';
import { getOwner, type Owner } from '#platform/sessions/owner.ts';
import type { PrivateStatePart } from '#platform/sessions/private-state.ts';
import type { WishlistState } from './contract.ts';
import { countWishlistItems, findListedItems } from './items/find-items.ts';
import { findOwnLists } from './lists/find-lists.ts';

/**
 * Reads the hint's values. `w`: number of rows. `wv`: a number that changes with each write. Both are `0` without a
 * list.
 */
export async function readWishlistHint(shop: Shop, owner: Owner | null): Promise<Hint> {
  const { count, version } = await countWishlistItems(shop.db, owner);
  return { w: String(count), wv: String(version) };
}

/**
 * Corrects the hint cookie when it differs from the lists: staff may have deleted a list, or the customer has used
 * another device.
 */
export async function correctWishlistHint(
  shop: Shop,
  { request, reply, owner }: Pick<MutationCall, 'request' | 'reply'> & { readonly owner: Owner | null },
): Promise<void> {
  await shop.hints.correct(request, reply, await readWishlistHint(shop, owner));
}

export const wishlistHints: HintSource = {
  names: ['w', 'wv'],
  badges: { wishlist: 'w' },
  read: (shop, actor) => readWishlistHint(shop, getOwner(actor)),
};

/** Sends the shopper's lists and rows to the buttons of cached pages. */
export const wishlistState: PrivateStatePart = {
  name: 'wishlists',
  async read(shop, actor, { w, wv }): Promise<WishlistState> {
    const owner = getOwner(actor);
    const [items, lists] = await Promise.all([
      w === '0' ? [] : findListedItems(shop.db, owner),
      wv === '0' ? [] : findOwnLists(shop, shop.db, owner),
    ]);
    const known = lists.map(({ id, token, name, isDefault }) => ({ id, token, name, default: isDefault }));
    return { version: Number(wv), items, lists: known };
  },
};
