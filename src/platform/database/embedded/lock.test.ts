import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { acquireLock, findRunningDatabase } from './lock.ts';

const ELSEWHERE = { connectionString: 'postgres://somewhere', socketDir: undefined };
let dataDir = '';
const lockFile = () => join(dataDir, 'database.lock');
const readLock = () => JSON.parse(readFileSync(lockFile(), 'utf8'));
const writeLock = (owner: object) => writeFileSync(lockFile(), JSON.stringify(owner));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const getResult = (work: Promise<unknown>) =>
  work.then(
    () => 'held',
    (error) => error.code,
  );

/** Leaves the lock of a dead process, with some fields changed. */
async function leaveLock(change: object): Promise<void> {
  const lock = await acquireLock(dataDir);
  lock.publishConnection(ELSEWHERE);
  const owner = readLock();
  lock.release();
  writeLock({ ...owner, token: 'of another', ...change });
}

describe('the lock of a data folder', () => {
  it('is held once, also within one process, until it is released', async () => {
    const lock = await acquireLock(dataDir);
    expect(await getResult(acquireLock(dataDir))).toBe('DATA_DIR_IN_USE');
    lock.release();
    expect(existsSync(lockFile())).toBe(false);
    (await acquireLock(dataDir)).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('leads to the database of its owner while the owner runs', async () => {
    const lock = await acquireLock(dataDir);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    lock.publishConnection(ELSEWHERE);
    expect(findRunningDatabase(dataDir)).toEqual({ connectionString: 'postgres://somewhere' });
    lock.release();
    await leaveLock({ pid: 2 ** 30 });
    expect(findRunningDatabase(dataDir)).toBeUndefined();
  });

  it('of a command is waited for, and its database is not shared', async () => {
    const command = await acquireLock(dataDir, { brief: true });
    command.publishConnection(ELSEWHERE);
    expect(findRunningDatabase(dataDir)).toBeUndefined();
    expect(await getResult(acquireLock(dataDir, { maxWait: 0 }))).toBe('DATA_DIR_IN_USE');
    const shop = acquireLock(dataDir);
    command.release();
    (await shop).release();
  });

  it('of a dead process is taken over', async () => {
    await leaveLock({ pid: 2 ** 30 });
    expect(await getResult(acquireLock(dataDir))).toBe('held');
  });

  it.runIf(process.platform !== 'win32')(
    'of a dead process is taken over although its process id was reused',
    async () => {
      const foreign = spawn('sleep', ['60'], { stdio: 'ignore' });
      onTestFinished(() => {
        foreign.kill('SIGKILL');
      });
      await leaveLock({ pid: foreign.pid });
      expect(await getResult(acquireLock(dataDir))).toBe('held');
    },
  );

  it('of another machine counts until its heartbeat is 30 s old', async () => {
    await leaveLock({ machine: 'another', pid: 2 ** 30 });
    expect(await getResult(acquireLock(dataDir))).toBe('DATA_DIR_IN_USE');
    expect(findRunningDatabase(dataDir)).toEqual({ connectionString: 'postgres://somewhere' });
    const longAgo = new Date(Date.now() - 31_000);
    utimesSync(lockFile(), longAgo, longAgo);
    expect(await getResult(acquireLock(dataDir))).toBe('held');
  });

  it('that is incomplete is taken over after a while', async () => {
    writeFileSync(lockFile(), '{"pid":');
    const longAgo = new Date(Date.now() - 10_000);
    utimesSync(lockFile(), longAgo, longAgo);
    expect(await getResult(acquireLock(dataDir))).toBe('held');
  });

  it('of a dead process goes to one of several concurrent starts', async () => {
    await leaveLock({ pid: 2 ** 30 });
    const results = await Promise.all(Array.from({ length: 20 }, () => getResult(acquireLock(dataDir))));
    expect(results.filter((result) => result === 'held')).toHaveLength(1);
    expect(readLock().pid).toBe(process.pid);
  });

  it('is not removed by an owner who lost it', async () => {
    const lock = await acquireLock(dataDir);
    const other = { ...readLock(), token: 'of another' };
    writeLock(other);
    lock.release();
    expect(readLock()).toEqual(other);
  });
});
