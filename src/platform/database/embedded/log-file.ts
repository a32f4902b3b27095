import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import type { Log } from '../log.ts';

const LIMIT_BYTES = 5 * 1024 * 1024;

/**
 * Keeps the log of Postgres and one older part, each of 5 MB or little more. The file may be open for appending.
 * Called by a timer, so it never throws: on a full disk the log grows until the next attempt.
 */
export function trimLog(path: string, log: Log): void {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= LIMIT_BYTES) return;
    copyFileSync(path, `${path}.1`);
    truncateSync(path);
  } catch (err) {
    log.warn({ err }, 'the log of PostgreSQL could not be trimmed');
  }
}

/** Bytes now in the log: where a start that is about to be made will write. */
export function logLength(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What was written since, 16 kB at most. */
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
