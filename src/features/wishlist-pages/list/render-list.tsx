import {
  acknowledgeMerge,
  findOwnPurchases,
  findPurchases,
  getWishlistPath,
  type Wishlist,
} from '#features/wishlists/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { PrivateView } from '#platform/http/private-page.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { renderGoesWith } from './goes-with.tsx';
import { createListPage } from './list-page.tsx';
import { firstLook, getRowHref, type ListLook, loadListView } from './list-view.ts';
import { type PageNotice, PageNotices, type ToCartReport } from './notices.tsx';

interface ListRender extends Partial<ListLook> {
  readonly notices?: readonly PageNotice[];
  readonly toCart?: ToCartReport;
  /** Whether the shopper sees the page, so that it names what came from another device once. Default: yes. */
  readonly isSeen?: boolean;
}

/** Renders the page of a list for its owner or a viewer. */
export async function renderList(
  shop: Shop,
  actor: Actor,
  list: Wishlist,
  { notices = [], toCart, isSeen = true, ...look }: ListRender = {},
): Promise<PrivateView> {
  const context = shop.renderContext(getWishlistPath(list.token));
  const asking = notices.find(({ code }) => code === 'NO_LIST_CHOSEN')?.key;
  const askingItem = asking === undefined ? null : Number(asking);
  const view = await loadListView(shop, actor, list, { ...firstLook, ...look, askingItem });
  const [all, own] =
    list.gift === null
      ? [[], []]
      : await awaitAll([findPurchases(shop.db, list), findOwnPurchases(shop.db, getOwner(actor), list)]);
  const { mergedItems } = list;
  if (isSeen && mergedItems > 0) await acknowledgeMerge(shop.db, list.id);
  const said = (
    <PageNotices
      context={context}
      returnTo={view.href}
      hasAskingItem={view.askingItem !== null}
      otherLists={view.otherLists}
      getRowHref={({ item, position }) => getRowHref(view, item.id, position)}
      {...{ notices, toCart, mergedItems }}
    />
  );
  const below = await renderGoesWith(shop, context, view);
  return createListPage({ shop, context, view, purchases: { all, own }, notices: said, below });
}
