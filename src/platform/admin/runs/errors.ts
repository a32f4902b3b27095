import { defineErrors } from '#platform/features/error-codes.ts';

/** Codes of runs, and of their rows in addition to the codes of actions. */
export const runErrors = defineErrors('Runs', {
  RUN_EMPTY: {
    status: 409,
    means: 'Nothing is selected, or nothing matches any more.',
    action: 'Reload the list.',
  },
  RUN_TOO_LARGE: {
    status: 409,
    means: 'A run takes at most 100,000 objects.',
    action: 'Filter the list, and begin several runs.',
  },
  RUN_COUNT_CHANGED: {
    status: 409,
    means: 'More objects match than were confirmed.',
    action: 'Look at the number and confirm it again.',
  },
  RUN_ENDED: {
    status: 409,
    means: 'The run has ended already.',
    action: 'Look at its results.',
  },
  RUN_NOT_UNDOABLE: {
    status: 409,
    means: 'The run is still going on, changed nothing, was undone already, or its action can’t be undone.',
  },
  RUN_NOT_ALLOWED: {
    status: 403,
    means: 'The action needs a permission that you don’t have.',
    action: 'Ask an owner of the shop.',
  },
  RUN_ROW_FAILED: {
    means: 'Something unexpected happened. This object was not changed.',
    action: 'The log of the shop says what happened. Try this object alone.',
  },
  RUN_NOTHING_TO_UNDO: {
    means: 'The run changed nothing here, or what was there before has been erased.',
  },
});
