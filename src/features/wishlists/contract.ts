/** Types, paths and fields for server and browser. Amounts are minor units. */

export type { UserWishlist, WishlistReply } from './writes/reply-schema.ts';

/** Path of the default list. The paths of all others are below it. */
export const wishlistPath = '/wishlist';

/** The page of a list: for its owner by the owner's token, for others by the share token. */
export const getWishlistPath = (token: string): string => `${wishlistPath}/view/${token}`;

/** Path of the form of a write: `/wishlist/add`. */
export const getWishlistFormPath = (write: WishlistWrite): string => `${wishlistPath}/${write}`;

/** Path of the call of a write, below the shop's {rest}. */
export const getWishlistCallPath = (rest: string, write: WishlistWrite): string => `${rest}/wishlists/${write}`;

/** Writes with a form and a call of their own. */
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

/** Who may see a list: 0 everybody, 1 who has its link, 2 its owner. */
export type WishlistPrivacy = 0 | 1 | 2;
export const publicList = 0;
export const sharedList = 1;
export const privateList = 2;

/** Attribute slug to term slug, for the attributes that the variation leaves open. */
export type ItemChoices = Readonly<Record<string, string>>;
/** Submitted add-on values by form field name. */
export type ItemAddons = Readonly<Record<string, readonly string[]>>;

/** Value of a field with a list that does not exist yet: its name and privacy are in other fields. */
export const newList = 'new';

/** Longest note that somebody can type. */
export const maxNoteLength = 500;

/** Longest note of a row: two full ones that were merged, and a line break. */
export const maxMergedNoteLength = 2 * maxNoteLength + 1;

/** Largest quantity of a row. */
export const maxItemQuantity = 9999;

/** A row of the shopper's lists: ids of product, variation, row and list. For the states of buttons. */
export type ListedItem = readonly [productId: number, variationId: number, itemId: number, wishlistId: number];

/** A list of the shopper, for links to it and for the choice of a list. */
export interface KnownList {
  readonly id: number;
  /** The token of its address. */
  readonly token: string;
  readonly name: string;
  readonly default: boolean;
}

/** Part of the private call's answer, `state.wishlists`: the newest rows first, the default list first. */
export interface WishlistState {
  /** Changes with each write. */
  readonly version: number;
  readonly items: readonly ListedItem[];
  readonly lists: readonly KnownList[];
}
