import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { databaseErrors } from './errors.ts';

type MigrationErrorCode = keyof typeof databaseErrors.codes;

/** An error of a migration. The message tells an operator which file failed and what to do. */
export class MigrationError extends Error {
  override name = 'MigrationError';
  readonly code: MigrationErrorCode;

  constructor(code: MigrationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The SQL files of one owner: the shop, or a feature from outside. */
export interface MigrationSet {
  owner: string;
  folder: string;
  /** A file of an earlier history, which the files of the folder replace. */
  replaced?: string;
}

export interface MigrationFile {
  owner: string;
  name: string;
  path: string;
  sha256: string;
  text: string;
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** Reads the files in the order of application: by set, then by file name. */
export function readMigrations(sets: readonly MigrationSet[]): MigrationFile[] {
  return sets.flatMap(({ owner, folder }) => {
    const names = listFileNames(folder, owner).filter((name) => name.endsWith('.sql'));
    return names.sort().map((name) => readMigration(owner, folder, name));
  });
}

function listFileNames(folder: string, owner: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    throw new MigrationError('MIGRATION_UNREADABLE', `The migrations of ${owner} can't be read: ${String(cause)}`, {
      cause,
    });
  }
}

function readMigration(owner: string, folder: string, name: string): MigrationFile {
  const path = join(folder, name);
  if (!FILE_NAME.test(name)) {
    throw new MigrationError('MIGRATION_UNREADABLE', `${path} must have a name such as 0001_what_it_does.sql`);
  }
  // Normalizes line ends, so that a checkout on Windows has the same hash.
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { owner, name, path, text, sha256: createHash('sha256').update(text).digest('hex') };
}
