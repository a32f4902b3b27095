import { defineErrors } from '#platform/features/error-codes.ts';

export const transferErrors = defineErrors('Import of content', {
  FILE_MISSING: { status: 422, means: 'No file was sent.', action: 'Choose a file.' },
  FILE_TOO_LARGE: { status: 413, means: 'The file is larger than a form takes.', action: 'Use the command.' },
  FILE_UNREADABLE: {
    status: 422,
    means: 'The file is no content file; the message says where.',
    action: 'Correct it.',
  },
});
