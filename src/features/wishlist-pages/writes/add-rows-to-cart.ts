import { addToCart, type Cart, type CartOwner } from '#features/cart/index.ts';
import {
  findItems,
  findItemsById,
  removeItems,
  type Wishlist,
  type WishlistItem,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Rows that are added at once at most. */
const maxAddedRows = 200;

export interface RowsToAdd {
  readonly list: Wishlist;
  /** Null: all rows of the list. */
  readonly itemIds: readonly number[] | null;
  /** Quantities other than those of the rows, by row id. */
  readonly quantities: ReadonlyMap<number, number>;
}

export interface RowsAdded {
  /** Items that are in the cart now. */
  readonly added: number;
  readonly removed: boolean;
  /** Rows that could not be added, and why. */
  readonly refused: readonly { readonly item: WishlistItem; readonly reason: string }[];
  /** The cart after the last row that was added. */
  readonly cart: Pick<Cart, 'version' | 'count'> | null;
}

/**
 * Adds rows of a list to the cart, each for itself, so that one that can't be bought stops no other.
 * The owner's rows are removed from the list afterwards, if the shop wants that (spec 4.8/10).
 */
export async function addRowsToCart(shop: Shop, owner: CartOwner, rows: RowsToAdd): Promise<RowsAdded> {
  const { list, itemIds, quantities } = rows;
  const items =
    itemIds === null
      ? (await findItems(shop, shop.db, list, { page: 1, perPage: maxAddedRows })).items
      : await findItemsById(shop, shop.db, list, itemIds.slice(0, maxAddedRows));
  const added: WishlistItem[] = [];
  const refused: { item: WishlistItem; reason: string }[] = [];
  let cart: RowsAdded['cart'] = null;
  let count = 0;
  for (const item of items) {
    const quantity = quantities.get(item.id) ?? item.quantity;
    const result = await addToCart(shop, owner, { items: [toRequestedItem(item, quantity)], form: item.addons });
    if (result.ok) {
      added.push(item);
      cart = result.cart;
      count += quantity;
    } else refused.push({ item, reason: shop.t(result.text, result.values) });
  }
  const removed = list.isUserOwner && added.length > 0 && shop.settings(wishlistSettings).removeAfterAddToCart;
  if (removed) await removeItems(shop, owner, { list: list.id, itemIds: added.map(({ id }) => id) });
  return { added: count, removed, refused, cart };
}

function toRequestedItem({ productId, variationId, choices }: WishlistItem, quantity: number) {
  return { productId, variationId: variationId === productId ? null : variationId, chosen: choices, quantity };
}
