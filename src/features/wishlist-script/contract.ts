/** What the header tells the scripts of wishlists. The same for everyone. */
export interface WishlistConfig {
  /** Whether the shop brings a wishlist script along. What that does on pages of lists, this one leaves. */
  readonly hasOtherScript: boolean;
  /** Beginning of class names and of events for scripts of a shop that moved here. */
  readonly prefix: string;
  /** Whether a product that is in a list can be added to another one. */
  readonly canAddAgain: boolean;
  /** Whether a shopper can have more than one list. */
  readonly canHaveLists: boolean;
  /** Milliseconds after which notices and popups close; 0: the shopper closes them. */
  readonly timeout: number;
  /** `{name}` stands for the product. */
  readonly texts: Readonly<Record<WishlistScriptText, string>>;
}

export type WishlistScriptText =
  | 'listed'
  | 'listedNamed'
  | 'remove'
  | 'addToAnother'
  | 'otherLists'
  | 'showList'
  | 'otherList'
  | 'undo'
  | 'retry'
  | 'failed'
  | 'close'
  | 'cookiesOff';

/** Id of the element in the header with the configuration in `data-config`. */
export const configId = 'wishlist-config';

/** Dispatched on `document` after a script has changed lists. */
export const wishlistsChangedEvent = 'vt:wishlists-changed';

export interface WishlistsChanged {
  /** Whether a product was added. */
  readonly isAdded: boolean;
}
