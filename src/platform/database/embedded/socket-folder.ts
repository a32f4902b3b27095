import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Maximum bytes of a socket's address without the final zero: unix(7); sys/un.h on macOS. */
const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;
const SOCKET_NAME = '.s.PGSQL.5432.lock';

/**
 * A folder that only this user and `uid`, PostgreSQL's user, can enter, with a path short enough
 * for a socket: in `dataDir` when that fits.
 */
export function createSocketFolder(dataDir: string, uid: number | undefined): string {
  const preferred = join(dataDir, 'run');
  return (
    (isShortEnough(preferred) ? createPrivateFolder(preferred, uid) : undefined) ?? createTemporaryFolder(dataDir, uid)
  );
}

function createTemporaryFolder(dataDir: string, uid: number | undefined): string {
  const name = `vitrine-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`;
  const folder = isShortEnough(join(tmpdir(), `${name}-XXXXXX`)) ? tmpdir() : '/tmp';
  // In a world-writable place, another user may have created the folder.
  return createPrivateFolder(join(folder, name), uid) ?? mkdtempSync(join(folder, `${name}-`));
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, SOCKET_NAME)) <= MAX_PATH_BYTES;
}

function createPrivateFolder(folder: string, uid: number | undefined): string | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const entry = lstatSync(folder);
  const isOurs = process.getuid === undefined || entry.uid === process.getuid() || entry.uid === uid;
  if (!entry.isDirectory() || !isOurs) return undefined;
  chmodSync(folder, 0o700);
  return folder;
}
