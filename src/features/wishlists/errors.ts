import { defineErrors } from '#platform/features/error-codes.ts';
import type { wishlistTexts } from './texts.ts';

export const wishlistErrors = defineErrors('Wishlists', {
  LIST_NOT_FOUND: {
    status: 404,
    means: 'The shopper has no such list, or it is not shared any more.',
    action: 'Reload the page.',
  },
  ITEM_NOT_FOUND: { status: 404, means: 'The row is in none of the lists of the shopper.', action: 'Reload the page.' },
  PRODUCT_NOT_FOUND: { status: 404, means: 'The product does not exist, or is not sold.', action: 'Reload the page.' },
  ITEM_INVALID: {
    status: 400,
    means:
      'The quantity is not a whole number from 1 to 9999, the note has more than 500 characters, or add-ons have more than 48 kB.',
    action: 'Correct the field.',
  },
  NOTE_NOT_ALLOWED: {
    status: 400,
    means:
      'A note of a public list, or what it says of its owner or occasion, has a word that the shop does not allow (`contact-forms.disallowedWords`).',
    action: 'Change the text, or make the list private.',
  },
  NAME_REQUIRED: { status: 400, means: 'A list needs a name.', action: 'Enter one.' },
  NAME_TOO_LONG: {
    status: 400,
    means: 'The name has more characters than `wishlists.maxNameLength`.',
    action: 'Shorten it.',
  },
  NAME_NOT_ALLOWED: {
    status: 400,
    means: 'The name of a public list has a word that the shop does not allow (`contact-forms.disallowedWords`).',
    action: 'Choose another name, or make the list private.',
  },
  TOO_MANY_LISTS: {
    status: 409,
    means: 'The shopper has as many lists as one may have (`wishlists.maxLists`).',
    action: 'Delete one.',
  },
  ONE_LIST_ONLY: { status: 409, means: 'The shop has one list for each shopper (`wishlists.multipleLists`).' },
  LIST_FULL: {
    status: 409,
    means: 'The list has as many rows as one may have (`wishlists.maxItems`).',
    action: 'Remove some, or use another list.',
  },
  DEFAULT_LIST: { status: 409, means: 'The default list cannot be deleted.', action: 'Remove its rows.' },
  OWN_LIST: { status: 409, means: 'The list is the own one of the shopper, who cannot give to it or follow it.' },
  GIFT_BOUGHT: {
    status: 409,
    means: 'Others bought so many that fewer are wanted.',
    action: 'Reload the list.',
  },
  PURCHASE_NOT_FOUND: { status: 404, means: 'There is no such gift of this shopper.', action: 'Reload the page.' },
  PAGE_TOO_OLD: {
    status: 403,
    means: 'The nonce of a wishlist call is missing, older than 12 to 24 hours, or of another visitor.',
    action: 'Load `/compat.js` again.',
  },
  COOKIES_OFF: {
    status: 403,
    means: 'A form that creates a list came without the cookie that its page has set: the browser keeps none.',
    action: 'Allow cookies, and open the form again.',
  },
  TOO_MANY_CHANGES: {
    status: 429,
    means:
      'Too many writes, or new lists, came from this shopper or network in the last hour (`wishlists.changesPerHour`, `wishlists.changesPerNetwork`, `wishlists.newListsPerHour`).',
    action: 'Retry later.',
  },
});

export type WishlistFailureCode = keyof typeof wishlistErrors.codes & keyof typeof wishlistTexts;

export interface WishlistFailure {
  readonly ok: false;
  readonly code: WishlistFailureCode;
  readonly max?: number;
  /** Number of pieces of a gift that are still wanted. */
  readonly left?: number;
}

export const refuse = (
  code: WishlistFailureCode,
  numbers: Pick<WishlistFailure, 'max' | 'left'> = {},
): WishlistFailure => ({
  ...{ ok: false, code },
  ...numbers,
});
