import { z } from 'zod';
import type { FollowUpAdd } from '#features/cart/index.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { getWishlistPath } from '../contract.ts';
import { readWishlistHint } from '../hints.ts';
import { findList } from '../lists/find-lists.ts';
import { wishlistSettings } from '../settings.ts';
import { refSchema } from '../writes/schemas.ts';
import { removeItems } from './change-items.ts';

/** Fields of an "add to cart" request that comes from a row of a list. */
const rowFields = z.object({
  remove_from_wishlist_after_add_to_cart: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  wishlist_id: refSchema,
});

/**
 * Removes the row from which a product was added to the cart, when the settings say so. Finds only rows of the actor.
 * Forms redirect to the list.
 */
export const removeAfterAddToCart: FollowUpAdd = async ({ shop, getActor }, fields) => {
  const row = rowFields.safeParse(fields);
  if (!row.success) return null;
  const owner = getOwner(await getActor());
  const { removeAfterAddToCart: isRemoved, redirectToCart } = shop.settings(wishlistSettings);
  if (isRemoved) await removeItems(shop, owner, { itemIds: [row.data.remove_from_wishlist_after_add_to_cart] });
  const list = redirectToCart ? null : await findList(shop, shop.db, owner, row.data.wishlist_id);
  return {
    hint: isRemoved ? await readWishlistHint(shop, owner) : {},
    formReply: list && { redirectTo: getWishlistPath(list.token), notices: [{ code: 'inCart' }] },
  };
};
