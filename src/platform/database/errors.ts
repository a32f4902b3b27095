import { defineErrors } from '#platform/features/error-codes.ts';

/** Codes of errors that prevent a shop from opening, or that close it. */
export const databaseErrors = defineErrors('Opening the shop', {
  DATA_DIR_IN_USE: {
    means: 'Another shop, or its PostgreSQL, uses the data folder.',
    action: 'Stop it, or choose another folder with `DATA_DIR`.',
  },
  DATA_DIR_DENIED: {
    means: "The data folder can't be created or belongs to another user.",
    action: 'Start as that user, or choose another folder.',
  },
  DATA_DIR_VERSION: {
    means: 'The database was created by another major version of PostgreSQL.',
    action: 'Back up with the version of the shop that created it, and restore into an empty folder.',
  },
  DISK_FULL: { means: 'The disk is full. Nothing committed is lost.', action: 'Free some space and start again.' },
  NO_BINARIES: {
    means: 'npm installed no PostgreSQL for this machine.',
    action: 'Run `npm ci`, or set `DATABASE_URL`.',
  },
  INIT_FAILED: {
    means: "A new database could not be created. The message has PostgreSQL's last lines of output.",
    action: 'Often the folder holds files that are not a database: move them away.',
  },
  START_FAILED: {
    means:
      "PostgreSQL does not start, or rejects the shop's connection. The message has its last lines of output and names its log.",
  },
  ROOT_REFUSED: {
    means: "The shop runs as root, and PostgreSQL can't run as another user here.",
    action: 'Start it as a normal user, or set `DATABASE_URL`.',
  },
  RESTART_FAILED: {
    means: 'PostgreSQL stopped repeatedly, or could not be restarted. The shop closes.',
    action: 'See its log, which the message names.',
  },
  STOPPED: { means: 'The database was stopped with the shop.' },
  DATABASE_REPLACED: {
    means: 'The database, or the backup, was made by a version from before the first release. Nothing was changed.',
    action:
      'Save its products with that version (`npm run shop -- export products products.csv`), start this one with an empty `DATA_DIR` or `DATABASE_URL`, and import them there.',
  },
  DATABASE_NEWER: {
    means: 'The database has a migration that this program does not know.',
    action: 'Start the newer program, or restore an earlier backup.',
  },
  MIGRATION_CHANGED: {
    means: "A migration's file was changed after it had run.",
    action: 'Restore the file, and write a new migration instead.',
  },
  MIGRATION_FAILED: {
    means:
      "A migration's SQL failed; the message names file, line and column. It was rolled back; earlier ones stay applied.",
    action: 'Fix it and start again.',
  },
  MIGRATION_UNREADABLE: {
    means: "A folder of migrations can't be read, or a file is not named like `0001_what_it_does.sql`.",
  },
});
