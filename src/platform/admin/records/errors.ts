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
  OPERATION_INVALID: {
    status: 422,
    means: 'Fields of an operation are wrong. `params` has the first problem of each by its path.',
    action: 'Correct them and send it again.',
  },
  OPERATION_REFUSED: {
    status: 409,
    means:
      'The operation can’t be done like this. The message says why, and `params` names the field or has the code as `reason`.',
    action: 'Load the object again.',
  },
});
