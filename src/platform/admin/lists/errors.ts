import { defineErrors } from '#platform/features/error-codes.ts';
import type { PrivateView } from '#platform/http/private-page.ts';

export const listErrors = defineErrors('Lists of the back office', {
  LIST_ACTION_REFUSED: {
    status: 422,
    means:
      'An action can’t be done to the rows that were chosen: none, too many, or by filters that the list doesn’t know.',
    action: 'The page says why. Choose other rows.',
  },
  LIST_COUNT_CHANGED: {
    status: 409,
    means: 'Another number of rows matches than was confirmed.',
    action: 'Look at the number and confirm it again.',
  },
  LIST_INPUT_INVALID: {
    status: 422,
    means: 'Something that an action asks for is missing or wrong, or was given for a row that is not marked.',
    action: 'The page says what is wrong at each field, with everything that was typed.',
  },
  LIST_VIEW_INVALID: {
    status: 422,
    means: 'A view was not saved: its name is missing or taken, or nobody may share it that way.',
    action: 'The page says what is wrong.',
  },
});

/** A refused form of a list, answered with its page and the problem. */
export interface Refused<Code extends keyof typeof listErrors.codes> {
  readonly ok: false;
  readonly code: Code;
  readonly page: PrivateView;
}
