import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { acquireLock, findRunning } from './lock.ts';

const ELSEWHERE = { connectionString: 'postgres://somewhere', socketDir: undefined };
let dataDir = '';
const lockFile = () => join(dataDir, 'database.lock');
const readLock = () => JSON.parse(readFileSync(lockFile(), 'utf8'));
const writeLock = (owner: object) => writeFileSync(lockFile(), JSON.stringify(owner));

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'held',
    (error) => error.code,
  );

/** What a process that does not live any more left, as far as `change` does not say otherwise. */
async function leaveLock(change: object): Promise<void> {
  const lock = await acquireLock(dataDir);
  lock.announce(ELSEWHERE);
  const owner = readLock();
  lock.release();
  writeLock({ ...owner, token: 'of another', ...change });
}

describe('the lock of a data folder', () => {
  it('is held once, also within one process, until it is released', async () => {
    const lock = await acquireLock(dataDir);
    expect(await codeOf(acquireLock(dataDir))).toBe('DATA_DIR_IN_USE');
    lock.release();
    expect(existsSync(lockFile())).toBe(false);
    (await acquireLock(dataDir)).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('says where the database of its owner is, as long as that one lives', async () => {
    const lock = await acquireLock(dataDir);
    expect(findRunning(dataDir)).toBeUndefined();
    lock.announce(ELSEWHERE);
    expect(findRunning(dataDir)).toEqual({ connectionString: 'postgres://somewhere' });
    lock.release();
    await leaveLock({ pid: 2 ** 30 });
    expect(findRunning(dataDir)).toBeUndefined();
  });

  it('of a command is waited for, and its database is nobody else’s', async () => {
    const command = await acquireLock(dataDir, { brief: true });
    command.announce(ELSEWHERE);
    expect(findRunning(dataDir)).toBeUndefined();
    expect(await codeOf(acquireLock(dataDir, { patience: 0 }))).toBe('DATA_DIR_IN_USE');
    const shop = acquireLock(dataDir);
    command.release();
    (await shop).release();
  });

  it('of a dead process is taken over', async () => {
    await leaveLock({ pid: 2 ** 30 });
    expect(await codeOf(acquireLock(dataDir))).toBe('held');
  });

  it.runIf(process.platform !== 'win32')(
    'of a dead process is taken over although its number lives again',
    async () => {
      const foreign = spawn('sleep', ['60'], { stdio: 'ignore' });
      onTestFinished(() => {
        foreign.kill('SIGKILL');
      });
      await leaveLock({ pid: foreign.pid });
      expect(await codeOf(acquireLock(dataDir))).toBe('held');
    },
  );

  it('of another machine counts until it has been silent for half a minute', async () => {
    await leaveLock({ machine: 'another', pid: 2 ** 30 });
    expect(await codeOf(acquireLock(dataDir))).toBe('DATA_DIR_IN_USE');
    expect(findRunning(dataDir)).toEqual({ connectionString: 'postgres://somewhere' });
    const longAgo = new Date(Date.now() - 31_000);
    utimesSync(lockFile(), longAgo, longAgo);
    expect(await codeOf(acquireLock(dataDir))).toBe('held');
  });

  it('that was never written to its end is taken over in time', async () => {
    writeFileSync(lockFile(), '{"pid":');
    const longAgo = new Date(Date.now() - 10_000);
    utimesSync(lockFile(), longAgo, longAgo);
    expect(await codeOf(acquireLock(dataDir))).toBe('held');
  });

  it('of a dead process goes to one of many who want it at once', async () => {
    await leaveLock({ pid: 2 ** 30 });
    const words = await Promise.all(Array.from({ length: 20 }, () => codeOf(acquireLock(dataDir))));
    expect(words.filter((word) => word === 'held')).toHaveLength(1);
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
