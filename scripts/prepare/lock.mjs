import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds between heartbeats of the holder, and without one until its lock is broken. */
const heartbeat = 2_000;
const expiry = 30_000;

/**
 * Runs `work` while holding the lock file; waits for other processes first. The holder touches the
 * file, so that the lock of a killed holder is broken even if its process id is in use again.
 */
export async function runLocked(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, host: hostname(), at: Date.now() });
  await acquire(file, content, onWait);
  const release = () => {
    if (readText(file) === content) rmSync(file, { force: true });
  };
  const timer = setInterval(() => touch(file), heartbeat);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off('exit', release);
    release();
  }
}

async function acquire(file, content, onWait) {
  let lastBeat = { mtime: 0, since: Date.now() };
  for (let isWaiting = false; !createFile(file, content); ) {
    const holder = readText(file);
    const mtime = readMtime(file);
    if (mtime !== lastBeat.mtime) lastBeat = { mtime, since: Date.now() };
    if (isDead(holder) || Date.now() - lastBeat.since > expiry) {
      breakLock(file, holder);
      continue;
    }
    if (!isWaiting) onWait();
    isWaiting = true;
    await pause(100);
  }
}

/** @returns false when the file exists */
function createFile(file, content) {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isDead(text) {
  const holder = parse(text);
  if (holder === undefined || holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Moves the file aside and compares it: another process may have acquired the lock meanwhile. */
function breakLock(file, expected) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (readText(aside) !== expected) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Another process has broken this lock; the work goes on without it.
  }
}

function readMtime(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
