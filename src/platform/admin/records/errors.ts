import { defineErrors } from '#platform/features/error-codes.ts';

export const recordErrors = defineErrors('Records of the back office', {
  RECORD_ACTION_REFUSED: {
    status: 409,
    means: 'The action can’t be done now. The message says why.',
    action: 'Load the object again.',
  },
  RECORD_ACTION_UNCONFIRMED: {
    status: 409,
    means: 'The action is dangerous, and was not confirmed.',
    action: 'Send `_confirmed`.',
  },
});
