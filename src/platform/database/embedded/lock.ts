import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedError } from './errors.ts';
import { machineId, readProcessFacts } from './processes.ts';

/** How to connect to a running embedded database. */
export interface Connection {
  connectionString: string;
  socketDir: string | undefined;
}

interface Owner {
  pid: number;
  startedAt: string | undefined;
  machine: string;
  token: string;
  /** Owned by a short command, which stops the database at its end. */
  brief?: boolean | undefined;
  connection?: Connection | undefined;
}

export interface DataDirLock {
  /** Lets other programs on this machine find the database. */
  announce(connection: Connection): void;
  release(): void;
}

/** Milliseconds. */
const HEARTBEAT = 5_000;
/** An owner on another machine or in another container is dead when its file is older. */
const SILENCE = 30_000;
const HALF_WRITTEN = 2_000;
const STEALING = 10_000;

const lockPath = (dataDir: string) => join(dataDir, 'database.lock');

interface LockOptions {
  /** For a short command. */
  readonly brief?: boolean | undefined;
  /** Milliseconds to wait for another command. */
  readonly patience?: number | undefined;
  /** Called once before waiting. */
  readonly onWait?: (() => void) | undefined;
}

/**
 * Locks a data folder for one shop. Takes over a dead owner's lock and waits for a command.
 * @throws DATA_DIR_IN_USE while another shop runs
 */
export async function acquireLock(
  dataDir: string,
  { brief = false, patience = 30_000, onWait = () => {} }: LockOptions = {},
): Promise<DataDirLock> {
  const path = lockPath(dataDir);
  const own: Owner = {
    pid: process.pid,
    startedAt: readProcessFacts(process.pid)?.startedAt,
    machine: machineId(),
    token: randomUUID(),
    ...(brief ? { brief } : {}),
  };
  const limit = Date.now() + patience;
  let isTold = false;
  for (let attempt = 0; attempt < 500; ) {
    if (createExclusively(path, JSON.stringify(own))) return held(path, own);
    const owner = readOwner(path);
    if (owner !== undefined && isLive(path, owner)) {
      if (!owner.brief || Date.now() >= limit) throw inUse(dataDir, owner);
      if (!isTold) onWait();
      isTold = true;
      await sleep(100);
    } else {
      attempt += 1;
      if (!removeStale(path, owner)) await sleep(20);
    }
  }
  throw new EmbeddedError('DATA_DIR_IN_USE', `${path} could not be taken over. Remove it if no shop uses ${dataDir}.`);
}

/** The database of a running shop in this folder; undefined without one, or for a command's. */
export function findRunning(dataDir: string): Connection | undefined {
  const path = lockPath(dataDir);
  const owner = readOwner(path);
  return owner !== undefined && !owner.brief && isLive(path, owner) ? owner.connection : undefined;
}

function held(path: string, own: Owner): DataDirLock {
  const beat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date());
    } catch {
      // The folder is gone or full. The next heartbeat retries, and the database reports the error.
    }
  }, HEARTBEAT).unref();
  return {
    announce(connection) {
      const next = `${path}.${own.token}`;
      writeFileSync(next, JSON.stringify({ ...own, connection }), { mode: 0o600 });
      renameSync(next, path);
    },
    release() {
      clearInterval(beat);
      if (readOwner(path)?.token === own.token) rmSync(path, { force: true });
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

function isLive(path: string, owner: Owner): boolean {
  if (owner.machine !== machineId()) return age(path) < SILENCE;
  const facts = readProcessFacts(owner.pid);
  return facts !== undefined && (facts.startedAt === undefined || facts.startedAt === owner.startedAt);
}

/** Milliseconds since the file was last touched; 0 when it is gone. */
function age(path: string): number {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return modified === undefined ? 0 : Date.now() - modified;
}

/**
 * Removes a dead owner's lock, under a second lock: two starts must not remove each other's new
 * one.
 * @returns false when another process does it, or the file is being written
 */
function removeStale(path: string, judged: Owner | undefined): boolean {
  if (judged === undefined && age(path) < HALF_WRITTEN) return false;
  const stealing = `${path}.stealing`;
  if (!createExclusively(stealing, String(process.pid))) {
    if (age(stealing) > STEALING) rmSync(stealing, { force: true });
    return false;
  }
  try {
    const isStillThatOne = readOwner(path)?.token === judged?.token;
    if (isStillThatOne) rmSync(path, { force: true });
    return isStillThatOne;
  } finally {
    rmSync(stealing, { force: true });
  }
}

function inUse(dataDir: string, owner: Owner): EmbeddedError {
  const elsewhere = owner.machine === machineId() ? '' : ' on another machine or in another container';
  return new EmbeddedError(
    'DATA_DIR_IN_USE',
    `The data folder ${dataDir} is in use by another ${owner.brief ? 'command' : 'shop'} (process ${owner.pid}${elsewhere}). Stop that one, or choose another folder with DATA_DIR.`,
  );
}
