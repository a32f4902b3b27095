import { defineErrors } from '#platform/features/error-codes.ts';

export const backupErrors = defineErrors('Backup and restore', {
  FILE_EXISTS: { means: 'The backup file already exists.', action: 'Choose another name.' },
  DISK_FULL: { means: 'The disk is full; the incomplete backup was deleted.', action: 'Free some space.' },
  MEDIA_CHANGED: { means: 'An image or an upload changed while it was being read.', action: 'Retry.' },
  BACKUP_MISSING: { means: 'The file does not exist.', action: 'Check the path.' },
  BACKUP_DAMAGED: {
    means: 'The file is damaged or incomplete; the message says where.',
    action: 'Use another backup.',
  },
  BACKUP_UNKNOWN: { means: 'The file is not a backup, or was made by a newer version of the shop.' },
  BACKUP_MISMATCH: {
    means: 'The backup was made with other migrations: another version, or other features in `shop.config.ts`.',
    action: 'Restore it with that version and those features.',
  },
  DATABASE_NOT_EMPTY: { means: 'The database is not empty.', action: 'Use an empty database or pass `--replace`.' },
  MEDIA_NOT_EMPTY: {
    means: 'The image folder is not empty.',
    action: 'Use an empty data folder or pass `--replace`.',
  },
  MOVE_STOPPED: {
    means: 'The database and the files on the disk are restored, but not all files are in the bucket.',
    action: 'Mend the bucket, and run `files move bucket`.',
  },
  RESTORE_FAILED: { means: "The database rejected a table's rows; the message says why." },
});
