import { defineErrors } from '#platform/features/error-codes.ts';

export const importOfficeErrors = defineErrors('Imports in the back office', {
  FILE_MISSING: { status: 422, means: 'No file was sent, or an empty one.' },
  FILE_TOO_LARGE: {
    status: 413,
    means: 'The file is larger than the setting `import-office.maxMegabytes`.',
    action: 'Split it, or use the command.',
  },
  FILE_UNREADABLE: { status: 422, means: 'The first row of the file can’t be read as names of columns.' },
  FILE_ENCODING_UNCLEAR: {
    status: 422,
    means: 'The file is not UTF-8, and its letters fit several encodings, or none that is known.',
    action: 'Choose the encoding, or save the file as UTF-8.',
  },
  FILE_UNKNOWN: { status: 422, means: 'The columns of the file are those of no kind of import.' },
  FILES_FULL: {
    status: 409,
    means: 'All files of imports have more than the setting `import-office.maxStoredMegabytes`.',
    action: 'Delete imports, or raise the setting.',
  },
  IMPORT_GONE: { status: 404, means: 'The import was deleted, or has expired.' },
  IMPORT_DONE: { status: 409, means: 'The rows were imported already.' },
  IMPORT_NOT_ALLOWED: { status: 403, means: 'The permission to change what the file holds is missing.' },
  IMPORT_NOT_READY: { status: 409, means: 'The file was not tried, or nothing of it can be imported.' },
  IMPORT_TOO_LONG: {
    means: 'The file has more rows than the setting `import-office.maxRows`.',
    action: 'Split it, or use the command `import products`.',
  },
  CHECK_FAILED: {
    means: 'The file could not be tried because of a failure of the server.',
    action: 'See the log of the server, then try it again.',
  },
  EXPORT_TOO_LARGE: {
    status: 409,
    means: 'A file of more than 10,000 rows is written by a job.',
    action: 'Let it be prepared, and download it when it is there.',
  },
});
