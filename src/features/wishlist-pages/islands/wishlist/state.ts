import { atom } from 'nanostores';
import { type WishlistsChanged, wishlistsChangedEvent } from '#features/wishlist-pages/contract.ts';
import type { KnownList, ListedItem, WishlistReply, WishlistState } from '#features/wishlists/contract.ts';
import { privateState } from '#platform/sessions/browser/private-state.ts';

/** The shopper's rows and lists: from the private call, then updated by the replies of writes. */
export const wishlistState = atom<WishlistState>({ version: 0, items: [], lists: [] });

/** Whether the last state was a customer's. Versions of a guest and of a customer can't be compared. */
let wasSignedIn: boolean | undefined;

privateState.subscribe(({ state, signedIn }) => {
  const { version = 0, items = [], lists = [] } = (state.wishlists ?? {}) as Partial<WishlistState>;
  const isNewer = version >= wishlistState.get().version || signedIn !== wasSignedIn;
  wasSignedIn = signedIn;
  // Ignore an older private state: writes do not update it.
  if (isNewer) wishlistState.set({ version, items, lists });
});

export const findListById = (id: number): KnownList | undefined =>
  wishlistState.get().lists.find((list) => list.id === id);

interface ItemsChange {
  readonly added?: ListedItem | undefined;
  readonly removed?: number | undefined;
  /** Id of the row, which is now in the list of the reply. */
  readonly moved?: number | undefined;
}

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

/** Puts the list into the lists. The default list comes first. */
function putList(lists: readonly KnownList[], { id, token, name, default: isDefault }: KnownList): KnownList[] {
  const list = { id, token, name, default: isDefault };
  const others = lists.filter((each) => each.id !== id);
  return isDefault ? [list, ...others] : [...others, list];
}
