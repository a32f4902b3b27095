import { findItems, findOwnLists, type ItemPage, type Wishlist, wishlistSettings } from '#features/wishlists/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import type { ListLayout } from '../contract.ts';
import { wishlistPageSettings } from '../settings.ts';
import { getListHref } from './list-href.ts';

/** Which page of a list is shown, and how. Default: the first one, as the shop has set it. */
export interface ListViewOptions {
  /** From 1. */
  readonly pageNumber: number;
  /** Rows of a page. Null: as the shop has set it. */
  readonly perPage: number | null;
  /** Null: as the shop has set it. */
  readonly layout: ListLayout | null;
  /** Whether a script asks for the layout of small windows. */
  readonly isMobile: boolean;
  /** Id of the row that asks to which list it is moved. */
  readonly askingItem: number | null;
}

/** All that a page of a list shows. */
export interface ListView {
  readonly list: Wishlist;
  readonly page: ItemPage;
  readonly layout: ListLayout;
  /** The layout, if it is not the one that the shop has set. */
  readonly chosenLayout: ListLayout | null;
  /** The address of this page in this layout, to which forms lead back. */
  readonly href: string;
  readonly isMobile: boolean;
  /** Id of the row of the page that asks to which list it is moved: its select gets the focus. */
  readonly askingItem: number | null;
  /** Lists of the owner to which rows can be moved; none for viewers. */
  readonly otherLists: readonly Wishlist[];
  /** Whether the owner may have more than one list. */
  readonly canHaveLists: boolean;
  /** Whether who looks at it has no account, or is not signed in. */
  readonly isGuest: boolean;
}

/** The address of a row: in this page, or of the page that has its position. */
export function getRowHref({ list, page, chosenLayout }: ListView, itemId: number, position: number): string {
  const row = `#item-${itemId}`;
  if (page.items.some(({ id }) => id === itemId)) return row;
  return getListHref(list.token, Math.ceil(position / page.perPage), chosenLayout) + row;
}

/** Reads one page of a list. Four queries, one more while options are to be chosen. */
export async function loadListView(
  shop: Shop,
  actor: Actor,
  list: Wishlist,
  { pageNumber = 1, layout = null, isMobile = false, askingItem = null, ...look }: Partial<ListViewOptions>,
): Promise<ListView> {
  const { perPage, layout: shopLayout } = shop.settings(wishlistPageSettings);
  const { multipleLists } = shop.settings(wishlistSettings);
  const [page, lists] = await awaitAll([
    findItems(shop, shop.db, list, { page: pageNumber, perPage: look.perPage ?? perPage }),
    list.isUserOwner && multipleLists ? findOwnLists(shop, shop.db, getOwner(actor)) : [],
  ]);
  const chosenLayout = layout === shopLayout ? null : layout;
  return {
    ...{ list, page, isMobile, layout: layout ?? shopLayout, chosenLayout },
    href: getListHref(list.token, page.page, chosenLayout),
    askingItem: page.items.some(({ id }) => id === askingItem) ? askingItem : null,
    otherLists: lists.filter(({ id }) => id !== list.id),
    canHaveLists: list.isUserOwner && multipleLists,
    isGuest: actor.customer === null,
  };
}
