import { defineErrors } from '#platform/features/error-codes.ts';

export const reviewImportErrors = defineErrors('Imported reviews', {
  REVIEW_HIDDEN: {
    means: 'The review was spam, hidden or deleted in the other shop, or is no review: a note of an order, a pingback.',
  },
  REVIEW_EMPTY: { means: 'The review has neither a headline nor a text.' },
  STARS_UNCLEAR: {
    means: 'The stars are no whole number from 1 to 5, such as `4,5` or `8/10`.',
    action: 'Correct the cell and import the file again.',
  },
  DATE_UNCLEAR: {
    means: 'The date is not written like `2024-03-05`, or is in the future.',
    action: 'Correct the column and import the file again.',
  },
  PRODUCT_UNKNOWN: {
    means: 'No product has the imported id, the SKU or the address of the row.',
    action: 'Import products first, or correct the cell.',
  },
  PARENT_LEFT: {
    means: 'It answers a comment that the file does not have or that was left out.',
    action: 'Import a file with the whole thread.',
  },
  PICTURES_HELD: {
    level: 'warning',
    means: 'The row has pictures. A job fetches and encodes them anew; the review waits for approval with them.',
    action: 'Approve it in the back office.',
  },
});

export const reviewErrors = defineErrors('Reviews', {
  PHOTOGRAPH_INVALID: {
    status: 422,
    means: 'A photograph is damaged, of an unknown type, or has too many pixels.',
    action: 'Send JPEG, PNG, WebP or AVIF files.',
  },
  TOO_MANY_VOTES: {
    status: 429,
    means: 'Too many votes or reports came from this network today (`reviews.votesPerDay`).',
    action: 'Retry tomorrow.',
  },
});
