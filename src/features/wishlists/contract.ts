/** Types, paths and fields for server and browser. Amounts are in minor units. */

export type { UserWishlist, WishlistReply } from './writes/reply-schema.ts';

/** Path of the default list. The paths of all other wishlist pages are below it. */
export const wishlistPath = '/wishlist';

/**
 * Returns the path of a list's page. The owner opens it with the owner's token, other people with the share token.
 */
export const getWishlistPath = (token: string): string => `${wishlistPath}/view/${token}`;

/** Returns the path of a write's form, such as `/wishlist/add`. */
export const getWishlistFormPath = (write: WishlistWrite): string => `${wishlistPath}/${write}`;

/**
 * Returns the path of a write's call.
 * @param rest root of the shop's REST calls
 */
export const getWishlistCallPath = (rest: string, write: WishlistWrite): string => `${rest}/wishlists/${write}`;

export type WishlistWrite =
  | 'add'
  | 'remove'
  | 'restore'
  | 'quantity'
  | 'note'
  | 'sort'
  | 'place'
  | 'move'
  | 'remove-everywhere'
  | 'create'
  | 'rename'
  | 'privacy'
  | 'delete'
  | 'restore-list'
  | 'renew-link'
  | 'gift'
  | 'buy'
  | 'take-back'
  | 'thank'
  | 'follow'
  | 'unfollow';

/** Who may see a list. 0: everyone, 1: people who have its link, 2: only its owner. */
export type WishlistPrivacy = 0 | 1 | 2;
export const publicList = 0;
export const sharedList = 1;
export const privateList = 2;

/** Term slugs by attribute slug, for attributes for which the variation accepts any term. */
export type ItemChoices = Readonly<Record<string, string>>;
/** Submitted add-on values by name of the form field. */
export type ItemAddons = Readonly<Record<string, readonly string[]>>;

/** Value of a list field that requests a new list, whose name and privacy are in other fields. */
export const newList = 'new';

/** Maximum number of characters of a typed note. */
export const maxNoteLength = 500;

/** Maximum number of characters of a stored note: two full notes that were merged, and a line break. */
export const maxMergedNoteLength = 2 * maxNoteLength + 1;

/** Maximum quantity of a row. */
export const maxItemQuantity = 9999;

/** Ids of a row of the shopper's lists, from which buttons show their state. */
export type ListedItem = readonly [productId: number, variationId: number, itemId: number, wishlistId: number];

export interface KnownList {
  readonly id: number;
  readonly token: string;
  readonly name: string;
  readonly default: boolean;
}

/**
 * Part `state.wishlists` of the private call's reply: items from the newest to the oldest, lists with the default
 * list first.
 */
export interface WishlistState {
  /** A number that changes with each write. */
  readonly version: number;
  readonly items: readonly ListedItem[];
  readonly lists: readonly KnownList[];
}
