import { defineErrors } from '#platform/features/error-codes.ts';

export const contentErrors = defineErrors('Pages of the shop', {
  CONTENT_UNKNOWN: {
    means: 'The page, or the revision of it, does not exist any more.',
    action: 'Load the list again.',
  },
  CONTENT_UNCHANGED: { means: 'The page is in this state already.', action: 'Nothing: it was left as it is.' },
  CONTENT_TIME_PAST: { means: 'The time to publish a page is not to come.', action: 'Choose a later time.' },
  CONTENT_SLUG_TAKEN: { means: 'Another page has the address.', action: 'Choose another address.' },
});
