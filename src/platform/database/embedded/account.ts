import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './errors.ts';

/** The user that runs PostgreSQL. PostgreSQL refuses to run as root. */
export interface Account {
  /** Words that are put before the command, such as those of `unshare`. */
  prefix: string[];
  /** The identity for `spawn`. Undefined for the user of this process. */
  identity: { uid: number; gid: number } | undefined;
}

/**
 * How PostgreSQL runs when the shop runs as root: in a user namespace that maps root to `nobody`, or
 * as another user.
 */
export type RootStrategy = 'namespace' | 'user';

const currentAccount: Account = { prefix: [], identity: undefined };

/** @throws ROOT_REFUSED, or DATA_DIR_DENIED when the cluster belongs to another user */
export function chooseAccount(
  dataDir: string,
  clusterDir: string,
  binaries: Binaries,
  rootStrategy?: RootStrategy,
): Account {
  if (process.getuid === undefined) return currentAccount;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (process.getuid() !== 0) {
    if (owner !== undefined && owner.uid !== process.getuid()) throw createDeniedError(clusterDir, owner.uid);
    return currentAccount;
  }
  if (owner !== undefined && owner.uid !== 0 && rootStrategy !== 'user') {
    return requireAccess({ uid: owner.uid, gid: owner.gid }, dataDir, binaries);
  }
  const nobody = findNobody();
  const inNamespace = ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`, '--'];
  if (rootStrategy !== 'user' && spawnSync('unshare', [...inNamespace.slice(1), 'true']).status === 0) {
    return { prefix: inNamespace, identity: undefined };
  }
  return requireAccess(nobody, dataDir, binaries);
}

export function changeOwner(path: string, account: Account): void {
  if (account.identity === undefined) return;
  const { uid, gid } = account.identity;
  const folder = statSync(path, { throwIfNoEntry: false });
  if (folder === undefined || folder.uid === uid) return;
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' })) chownSync(join(path, entry), uid, gid);
  // The owner of the folder itself changes last, so that an interrupted change starts again.
  chownSync(path, uid, gid);
}

function requireAccess(identity: { uid: number; gid: number }, dataDir: string, binaries: Binaries): Account {
  // Other users may traverse the data folder but not list it. Its content has its own modes.
  if (statSync(dataDir).uid === 0) chmodSync(dataDir, 0o711);
  const check = [
    '-c',
    'test -x "$1" && test -x "$2" && test -x "$3"',
    'sh',
    binaries.postgres,
    binaries.initdb,
    dataDir,
  ];
  const { status } = spawnSync('/bin/sh', check, identity);
  if (status === 0) return { prefix: [], identity };
  throw new EmbeddedError(
    'ROOT_REFUSED',
    `PostgreSQL refuses to run as root, and user ${identity.uid} can't enter ${dataDir} or the folder of the program. ` +
      'Start the shop as a normal user who owns its folders, or set DATABASE_URL.',
  );
}

function createDeniedError(clusterDir: string, uid: number): EmbeddedError {
  return new EmbeddedError(
    'DATA_DIR_DENIED',
    `${clusterDir} belongs to user ${uid}. Start the shop as that user, or choose another folder with DATA_DIR.`,
  );
}

/** initdb needs a user with a name in the system. */
function findNobody(): { uid: number; gid: number } {
  let lines: string[] = [];
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  } catch {
    // Without /etc/passwd, the usual id is used.
  }
  const [, , uid, gid] = lines.find((line) => line.startsWith('nobody:'))?.split(':') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}
