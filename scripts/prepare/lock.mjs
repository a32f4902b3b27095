import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const beat = 2_000;
const silence = 30_000;

/**
 * Runs `work` while no other process holds the lock file; waits for its turn. The holder touches the file, so that a
 * lock whose holder was killed (or whose number another process has by now) is noticed and broken.
 */
export async function alone(file, onWait, work) {
  mkdirSync(dirname(file), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), at: Date.now() });
  await take(file, mine, onWait);
  const release = () => {
    if (textOf(file) === mine) rmSync(file, { force: true });
  };
  const timer = setInterval(() => touch(file), beat);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    process.off('exit', release);
    release();
  }
}

async function take(file, mine, onWait) {
  let seen = { mtime: 0, since: Date.now() };
  for (let told = false; !created(file, mine); ) {
    const holder = textOf(file);
    const mtime = mtimeOf(file);
    if (mtime !== seen.mtime) seen = { mtime, since: Date.now() };
    if (isDead(holder) || Date.now() - seen.since > silence) {
      breakLock(file, holder);
      continue;
    }
    if (!told) onWait();
    told = true;
    await pause(100);
  }
}

function created(file, mine) {
  try {
    writeFileSync(file, mine, { flag: 'wx' });
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

/** Moved aside and looked at before it is gone: somebody else may have broken it and taken the lock meanwhile. */
function breakLock(file, expected) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
    if (textOf(aside) !== expected) linkSync(aside, file);
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error;
  }
  rmSync(aside, { force: true });
}

function touch(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // broken by somebody who took this process for dead; the work goes on, and their lock is left alone
  }
}

function mtimeOf(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function textOf(file) {
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
