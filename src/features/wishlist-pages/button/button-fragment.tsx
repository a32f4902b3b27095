import { renderToStaticMarkup } from 'react-dom/server';
import {
  defineWishlistFragment,
  findListedItems,
  findOwnLists,
  getWishlistPath,
  type ListedItem,
  type Wishlist,
  wishlistSettings,
} from '#features/wishlists/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { getButtonClass, getPrefix } from '../names.ts';
import { AddButton } from './add-button.tsx';
import { buttonOptions } from './button-options.ts';
import { getButtonLook } from './fill-slots.tsx';

interface ListedProducts {
  readonly items: readonly ListedItem[];
  readonly lists: readonly Wishlist[];
}

/** Cache by the actor of a request: a page of product cards requests many buttons in one call. */
const loaded = new WeakMap<Actor, Promise<ListedProducts>>();

function loadListedProducts(shop: Shop, actor: Actor): Promise<ListedProducts> {
  const known = loaded.get(actor);
  if (known !== undefined) return known;
  const owner = getOwner(actor);
  const found = awaitAll([findListedItems(shop.db, owner), findOwnLists(shop, shop.db, owner)]).then(
    ([items, lists]) => ({ items, lists }),
  );
  loaded.set(actor, found);
  return found;
}

export const buttonFragment = defineWishlistFragment({
  name: (shop) => getButtonClass(getPrefix(shop)),
  options: buttonOptions,
  async render(shop, { actor, options, classes }) {
    const { items, lists } = await loadListedProducts(shop, actor);
    const { multipleLists } = shop.settings(wishlistSettings);
    const { product_id: id, wishlist_id: listId } = options;
    const item = items.find(
      ([productId, variationId, , ofList]) =>
        (variationId === id || productId === id) && (listId === undefined || listId === ofList),
    );
    const [, , itemId, ofListId] = item ?? [];
    const list = lists.find((each) => each.id === ofListId);
    const row = itemId !== undefined && list ? { itemId, listPath: getWishlistPath(list.token) } : null;
    return renderToStaticMarkup(
      <AddButton
        context={shop}
        options={options}
        classes={classes}
        row={row}
        otherLists={multipleLists ? lists.filter(({ isDefault }) => !isDefault) : []}
        {...getButtonLook(shop)}
      />,
    );
  },
});
