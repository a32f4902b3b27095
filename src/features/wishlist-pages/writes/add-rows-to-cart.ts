import { type AddFailure, addEachToCart, type Cart } from '#features/cart/index.ts';
import {
  findItems,
  findItemsById,
  removeItems,
  type Wishlist,
  type WishlistItem,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Owner } from '#platform/sessions/owner.ts';
import { wishlistPageTexts as texts } from '../texts.ts';

/** Maximum number of rows that are added at once. */
export const maxAddedRows = 200;

interface RowsToAdd {
  readonly list: Wishlist;
  /** Null for all rows of the list. */
  readonly itemIds: readonly number[] | null;
  readonly quantities: ReadonlyMap<number, number>;
  /** Idempotency key of the form, with which a repeated request adds nothing again. */
  readonly requestKey: string | null;
}

export interface RefusedRow {
  readonly item: WishlistItem;
  /** Position of the row in the list after the added rows were removed. */
  readonly position: number;
  readonly reason: string;
}

export interface RowsAdded {
  readonly added: number;
  readonly removed: boolean;
  readonly refused: readonly RefusedRow[];
  /** Number of rows beyond the first `maxAddedRows`. */
  readonly leftOut: number;
  /** Null when nothing was added. */
  readonly cart: Pick<Cart, 'version' | 'count'> | null;
}

/**
 * Adds rows of a list to the cart in one statement. A row that can't be bought does not stop the others. Afterwards
 * the added rows are removed from the owner's list, when the settings say so.
 */
export async function addRowsToCart(
  shop: Shop,
  owner: Owner,
  { list, itemIds, quantities, requestKey }: RowsToAdd,
): Promise<RowsAdded> {
  const items =
    itemIds === null
      ? (await findItems(shop, shop.db, list, { page: 1, perPage: maxAddedRows })).items
      : await findItemsById(shop, shop.db, list, itemIds.slice(0, maxAddedRows));
  const getQuantity = (item: WishlistItem) => quantities.get(item.id) ?? item.quantity;
  const { failures, cart } = await addEachToCart(shop, owner, {
    items: items.map((item) => ({
      ...{ productId: item.productId, variationId: item.variationId === item.productId ? null : item.variationId },
      ...{ chosen: item.choices, quantity: getQuantity(item), form: item.addons },
    })),
    requestKey,
  });
  const added = items.filter((_, index) => failures[index] === null);
  const count = added.reduce((sum, item) => sum + getQuantity(item), 0);
  const removed = list.isUserOwner && added.length > 0 && shop.settings(wishlistSettings).removeAfterAddToCart;
  if (removed) await removeItems(shop, owner, { list: list.id, itemIds: added.map(({ id }) => id) });
  const refused = items.flatMap((item, index): RefusedRow[] => {
    const failure = failures[index];
    if (!failure) return [];
    const removedBefore = removed ? added.filter(({ position }) => position < item.position).length : 0;
    return [{ item, position: item.position - removedBefore, reason: formatReason(shop, item, failure) }];
  });
  const leftOut = Math.max(0, (itemIds?.length ?? list.itemCount) - maxAddedRows);
  return { added: count, removed, refused, leftOut, cart };
}

/**
 * Returns why a row was not added. For rows that the shopper can continue with on another page, the text is more
 * precise than the cart's "unavailable".
 */
function formatReason({ t }: Shop, item: WishlistItem, failure: Pick<AddFailure, 'text' | 'values'>): string {
  if (item.availability !== 'choose-options') return t(failure.text, failure.values);
  if (item.productType === 'external') return t(texts.soldElsewhere);
  return t(item.productType === 'grouped' ? texts.soldInSet : texts.optionsOpen);
}
