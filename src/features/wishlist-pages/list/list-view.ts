import { findItems, findOwnLists, type ItemPage, type Wishlist, wishlistSettings } from '#features/wishlists/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import type { ListLayout } from '../contract.ts';
import { wishlistPageSettings } from '../settings.ts';
import { getListHref } from './list-href.ts';

/** Which page of a list is shown, and how. Default: the first page with the shop's settings. */
export interface ListViewOptions {
  /** From 1. */
  readonly pageNumber: number;
  /** Rows per page. Null for the shop's setting. */
  readonly perPage: number | null;
  /** Null for the shop's setting. */
  readonly layout: ListLayout | null;
  readonly isMobile: boolean;
  /** Id of a row that was to be moved without a chosen list; the page then asks for the list. */
  readonly askingItem: number | null;
}

export interface ListView {
  readonly list: Wishlist;
  readonly page: ItemPage;
  readonly layout: ListLayout;
  /** Current layout; null when it is the shop's default. */
  readonly chosenLayout: ListLayout | null;
  /** Address of this page in this layout, to which forms redirect. */
  readonly href: string;
  readonly isMobile: boolean;
  /** Id of a row on this page that was to be moved without a chosen list: its select gets the focus. */
  readonly askingItem: number | null;
  /** Other lists of the owner, to which rows can be moved; empty for viewers. */
  readonly otherLists: readonly Wishlist[];
  /** Whether the viewer is the owner and may have more than one list. */
  readonly canHaveLists: boolean;
  readonly isGuest: boolean;
}

/** Returns the address of a row, on this page or on the page that contains its position. */
export function getRowHref({ list, page, chosenLayout }: ListView, itemId: number, position: number): string {
  const row = `#item-${itemId}`;
  if (page.items.some(({ id }) => id === itemId)) return row;
  return getListHref(list.token, Math.ceil(position / page.perPage), chosenLayout) + row;
}

/** Reads one page of a list with four queries, and one more when rows have open options. */
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
