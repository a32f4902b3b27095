import { defineErrors } from '#platform/features/error-codes.ts';

export const wishlistPageErrors = defineErrors('Wishlist pages', {
  LIST_NOT_FOUND: {
    status: 404,
    means: 'The shopper has no such list, or it is not shared any more.',
    action: 'Reload the page.',
  },
  LINE_NOT_FOUND: { status: 404, means: 'The line is no longer in this cart.', action: 'Reload the cart.' },
  NOTHING_SELECTED: { status: 400, means: 'No row was selected.', action: 'Select one.' },
  NO_ACTION_CHOSEN: { status: 400, means: 'No action was chosen for the selected rows.', action: 'Choose one.' },
  NO_LIST_CHOSEN: { status: 400, means: 'No list was chosen to move the row to.', action: 'Choose one.' },
  ITEM_NOT_SAVED: { status: 409, means: 'The list could not take the item of the cart.', action: 'Reload the cart.' },
  TOO_MANY_CHANGES: {
    status: 429,
    means: 'Too many writes, or new carts, came from this shopper or network in the last hour.',
    action: 'Retry later.',
  },
});
