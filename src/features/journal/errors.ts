import { defineErrors } from '#platform/features/error-codes.ts';

export const journalErrors = defineErrors('Journal', {
  TERM_GONE: { means: 'The category or tag of posts does not exist any more.', action: 'Load the list again.' },
  ADDRESS_TAKEN: { means: 'Another category, tag or author has the address.', action: 'Choose another address.' },
  AUTHOR_GONE: { means: 'The author of posts does not exist any more.', action: 'Load the list again.' },
});
