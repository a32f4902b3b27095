import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import type { Log } from '../log.ts';

const MAX_BYTES = 5 * 1024 * 1024;

/**
 * Rotates PostgreSQL's log: keeps the current and one older file of about 5 MB. The file may be open.
 * Never throws, because a timer calls it: on a full disk the log grows until the next attempt.
 */
export function rotateLog(path: string, log: Log): void {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= MAX_BYTES) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch (err) {
    log.warn({ err }, 'the log of PostgreSQL could not be rotated');
  }
}

/** Length of the log in bytes: the offset at which the next start writes. */
export function readLogLength(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Returns the text that was written after an offset, at most 16 kB. */
export function readLogSince(path: string, offset: number): string {
  const buffer = Buffer.alloc(16 * 1024);
  const file = openSync(path, 'r');
  try {
    const end = statSync(path).size;
    const from = Math.max(offset, end - buffer.length);
    return buffer.subarray(0, readSync(file, buffer, 0, buffer.length, from)).toString('utf8');
  } finally {
    closeSync(file);
  }
}
