import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MigrationError } from './migration-error.ts';

/** The plain SQL files of one owner: the shop itself or a feature that lives outside of it. */
export interface MigrationSet {
  owner: string;
  folder: string;
}

export interface MigrationFile {
  owner: string;
  name: string;
  path: string;
  sha256: string;
  text: string;
}

const FILE_NAME = /^\d{4}_[a-z0-9_]+\.sql$/;

/** In the order in which they are applied: the sets as given, the files of each by name. */
export function readMigrations(sets: readonly MigrationSet[]): MigrationFile[] {
  return sets.flatMap(({ owner, folder }) => {
    const names = namesIn(folder, owner).filter((name) => name.endsWith('.sql'));
    return names.sort().map((name) => readMigration(owner, folder, name));
  });
}

function namesIn(folder: string, owner: string): string[] {
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
    throw new MigrationError('MIGRATION_UNREADABLE', `${path} is not named like 0001_what_it_does.sql`);
  }
  // A checkout on Windows may have other line ends; it is the same migration.
  const text = readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
  return { owner, name, path, text, sha256: createHash('sha256').update(text).digest('hex') };
}
