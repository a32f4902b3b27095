import { defineErrors } from '#platform/features/error-codes.ts';

export const listingErrors = defineErrors('Quick view', {
  NOT_FOUND: { status: 404, means: 'The product does not exist, or no list may show it.', action: 'Reload the page.' },
});
