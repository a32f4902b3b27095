import { defineErrors } from '#platform/features/error-codes.ts';

export const documentErrors = defineErrors('Documents', {
  NOT_INVOICEABLE: {
    means: 'The order awaits confirmation or payment, was cancelled, or costs nothing, so it gets no invoice.',
    action: 'See its status: `shop orders show`',
  },
  DOCUMENT_NOT_FOUND: {
    means: 'No invoice or credit note has this number.',
    action: 'List them: `shop documents list`',
  },
});
