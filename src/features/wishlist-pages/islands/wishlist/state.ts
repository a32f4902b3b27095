import { atom } from 'nanostores';
import { type WishlistsChanged, wishlistsChangedEvent } from '#features/wishlist-pages/contract.ts';
import type { KnownList, ListedItem, WishlistReply, WishlistState } from '#features/wishlists/contract.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';

/** What is in the shopper's lists: from the private call, then from the replies of writes. */
export const wishlistState = atom<WishlistState>({ version: 0, items: [], lists: [] });

/** Versions of a guest and of a customer can't be compared. */
let wasSignedIn: boolean | undefined;

privateState.subscribe(({ state, signedIn }) => {
  const { version = 0, items = [], lists = [] } = (state.wishlists ?? {}) as Partial<WishlistState>;
  const isNewer = version >= wishlistState.get().version || signedIn !== wasSignedIn;
  wasSignedIn = signedIn;
  // A write leaves the private state as it was.
  if (isNewer) wishlistState.set({ version, items, lists });
});

export const findListById = (id: number): KnownList | undefined =>
  wishlistState.get().lists.find((list) => list.id === id);

interface ItemsChange {
  readonly added?: ListedItem | undefined;
  /** Id of the row. */
  readonly removed?: number | undefined;
  /** Id of the row, which is in the list of the reply now. */
  readonly moved?: number | undefined;
}

/** Takes over the reply of a write. */
export function applyChange({ version, wishlist }: WishlistReply, { added, removed, moved }: ItemsChange): void {
  const { items, lists } = wishlistState.get();
  const others = items
    .filter(([, , itemId]) => itemId !== removed && itemId !== added?.[2])
    .map((item): ListedItem => (item[2] === moved && wishlist ? [item[0], item[1], moved, wishlist.id] : item));
  wishlistState.set({
    version,
    items: added ? [added, ...others] : others,
    lists: wishlist ? putList(lists, wishlist) : lists,
  });
  const detail: WishlistsChanged = { isAdded: added !== undefined };
  document.dispatchEvent(new CustomEvent(wishlistsChangedEvent, { detail }));
}

/** The default list is the first one. */
function putList(lists: readonly KnownList[], { id, token, name, default: isDefault }: KnownList): KnownList[] {
  const list = { id, token, name, default: isDefault };
  const others = lists.filter((each) => each.id !== id);
  return isDefault ? [list, ...others] : [...others, list];
}
