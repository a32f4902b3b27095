import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './errors.ts';
import { getMachineId, readProcess } from './processes.ts';

export interface Connection {
  connectionString: string;
  socketDir: string | undefined;
}

interface Owner {
  pid: number;
  startedAt: string | undefined;
  machine: string;
  token: string;
  /** Whether a short command owns the lock. Such a command stops the database at its end. */
  brief?: boolean | undefined;
  connection?: Connection | undefined;
}

export interface DataDirLock {
  /** Lets other programs on this machine find the database. */
  publishConnection(connection: Connection): void;
  release(): void;
}

/** Milliseconds between two updates of the lock file. */
const HEARTBEAT_INTERVAL = 5_000;
/**
 * Milliseconds after which an owner on another machine or in another container counts as dead if its file was not
 * touched.
 */
const OWNER_TIMEOUT = 30_000;
const WRITE_TIMEOUT = 2_000;
const TAKEOVER_TIMEOUT = 10_000;

const lockPath = (dataDir: string) => join(dataDir, 'database.lock');

interface LockOptions {
  /** Whether a short command takes the lock. Default: false. */
  readonly brief?: boolean | undefined;
  /** Milliseconds to wait for another command. */
  readonly maxWait?: number | undefined;
  /** Called once, before the first wait for another command. */
  readonly onWait?: (() => void) | undefined;
}

/**
 * Locks a data folder for one shop. Takes over the lock of a dead owner, and waits for a short command.
 * @throws DATA_DIR_IN_USE while another shop runs
 */
export async function acquireLock(
  dataDir: string,
  { brief = false, maxWait = 30_000, onWait = () => {} }: LockOptions = {},
): Promise<DataDirLock> {
  const path = lockPath(dataDir);
  const newOwner: Owner = {
    pid: process.pid,
    startedAt: readProcess(process.pid)?.startedAt,
    machine: getMachineId(),
    token: randomUUID(),
    ...(brief ? { brief } : {}),
  };
  const deadline = Date.now() + maxWait;
  let hasNotified = false;
  for (let attempt = 0; attempt < 500; ) {
    if (createExclusively(path, JSON.stringify(newOwner))) return createLock(path, newOwner);
    const owner = readOwner(path);
    if (owner !== undefined && isOwnerAlive(path, owner)) {
      if (!owner.brief || Date.now() >= deadline) throw createInUseError(dataDir, owner);
      if (!hasNotified) onWait();
      hasNotified = true;
      await sleep(100);
    } else {
      attempt += 1;
      if (!removeStale(path, owner)) await sleep(20);
    }
  }
  throw new EmbeddedError('DATA_DIR_IN_USE', `${path} could not be taken over. Remove it if no shop uses ${dataDir}.`);
}

/**
 * Returns the database of a running shop in this folder; undefined when none runs, or when a short command owns it.
 */
export function findRunningDatabase(dataDir: string): Connection | undefined {
  const path = lockPath(dataDir);
  const owner = readOwner(path);
  return owner !== undefined && !owner.brief && isOwnerAlive(path, owner) ? owner.connection : undefined;
}

function createLock(path: string, newOwner: Owner): DataDirLock {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder is missing or the disk is full. The next heartbeat retries, and the database reports the error.
    }
  }, HEARTBEAT_INTERVAL).unref();
  return {
    publishConnection(connection) {
      const next = `${path}.${newOwner.token}`;
      writeFileSync(next, JSON.stringify({ ...newOwner, connection }), { mode: 0o600 });
      renameSync(next, path);
    },
    release() {
      clearInterval(heartbeat);
      if (readOwner(path)?.token === newOwner.token) rmSync(path, { force: true });
    },
  };
}

function createExclusively(path: string, content: string): boolean {
  let file: number;
  try {
    file = openSync(path, 'wx', 0o600);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, content);
  } finally {
    closeSync(file);
  }
  return true;
}

function readOwner(path: string): Owner | undefined {
  try {
    const owner: Owner = JSON.parse(readFileSync(path, 'utf8'));
    return typeof owner.pid === 'number' && typeof owner.token === 'string' ? owner : undefined;
  } catch {
    return undefined;
  }
}

function isOwnerAlive(path: string, owner: Owner): boolean {
  if (owner.machine !== getMachineId()) return readAge(path) < OWNER_TIMEOUT;
  const info = readProcess(owner.pid);
  return info !== undefined && (info.startedAt === undefined || info.startedAt === owner.startedAt);
}

/** Milliseconds since the file was last touched; 0 when the file is missing. */
function readAge(path: string): number {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined ? 0 : Date.now() - modified;
}

/**
 * Removes a dead owner's lock, under a second lock: two starts must not remove each other's new
 * lock.
 * @returns false when another process removes it, or while the file is being written
 */
function removeStale(path: string, stale: Owner | undefined): boolean {
  if (stale === undefined && readAge(path) < WRITE_TIMEOUT) return false;
  const takeoverPath = `${path}.stealing`;
  if (!createExclusively(takeoverPath, String(process.pid))) {
    if (readAge(takeoverPath) > TAKEOVER_TIMEOUT) rmSync(takeoverPath, { force: true });
    return false;
  }
  try {
    const isSameOwner = readOwner(path)?.token === stale?.token;
    if (isSameOwner) rmSync(path, { force: true });
    return isSameOwner;
  } finally {
    rmSync(takeoverPath, { force: true });
  }
}

function createInUseError(dataDir: string, owner: Owner): EmbeddedError {
  const elsewhere = owner.machine === getMachineId() ? '' : ' on another machine or in another container';
  return new EmbeddedError(
    'DATA_DIR_IN_USE',
    `The data folder ${dataDir} is in use by another ${owner.brief ? 'command' : 'shop'} (process ${owner.pid}${elsewhere}). Stop that one, or choose another folder with DATA_DIR.`,
  );
}
