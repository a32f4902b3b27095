import { defineErrors } from '#platform/features/error-codes.ts';

export const uploadErrors = defineErrors('Uploads', {
  FILE_MISSING: { status: 400, means: 'No file was sent.', action: 'Send one in the field `file`.' },
  FILE_TOO_LARGE: {
    status: 413,
    means: 'The file is larger than `uploads.maxMegabytes`. Nothing of it is stored.',
    action: 'Choose a smaller file.',
  },
  FILE_EMPTY: { status: 400, means: 'The file has no content.', action: 'Choose another file.' },
  FILE_TYPE_NOT_ACCEPTED: {
    status: 415,
    means: 'By its content the file is of no accepted type, whatever its name says.',
    action: 'Choose a file of a type that the message names.',
  },
  FILE_UNREADABLE: {
    status: 422,
    means: 'The image cannot be read, or has more than 100 million pixels.',
    action: 'Save it again in a smaller size.',
  },
  TOO_MANY_UPLOADS: {
    status: 429,
    means:
      'One shopper or network has uploaded too many files or bytes in the last hour (`uploads.filesPerHour`, `uploads.megabytesPerHour`, and those of a network).',
    action: 'Retry later.',
  },
  UPLOADS_FULL: {
    status: 503,
    means: 'The files that belong to no order would have more than `uploads.maxUnorderedMegabytes`.',
    action: 'Retry later. The owner raises the setting, or deletes unused files: `shop uploads purge`.',
  },
});
