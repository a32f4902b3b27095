import { defineErrors } from '#platform/features/error-codes.ts';

export const transferErrors = defineErrors('Import of content', {
  FILE_MISSING: { status: 422, means: 'No file was sent.', action: 'Choose a file.' },
  FILE_TOO_LARGE: { status: 413, means: 'The file is larger than a form takes.', action: 'Use the command.' },
  FILE_UNREADABLE: {
    status: 422,
    means: 'The file is neither JSON nor XML.',
    action: 'Choose an export of a shop, or one of WordPress.',
  },
  FILES_FULL: {
    status: 409,
    means: 'Uploaded files take 1 GB already.',
    action: 'Import those that are waiting, or wait until they are deleted.',
  },
  IMPORT_GONE: { status: 404, means: 'The uploaded file was deleted.', action: 'Upload it again.' },
  IMPORT_NOT_READY: {
    status: 409,
    means: 'The file is being tried or imported, or was imported already.',
    action: 'Look at its page.',
  },
});
