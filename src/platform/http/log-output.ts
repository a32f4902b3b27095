import { write, writeSync } from 'node:fs';

/** A destination of pino. */
export interface LogOutput {
  write(lines: string): void;
  /** Writes the remaining lines before the process ends. Waits at most one second for a slow reader. */
  flushSync(): void;
}

/** Maximum number of characters that wait for a slow reader. */
const MAX_WAITING = 4 * 1024 * 1024;
/** Milliseconds between two writes. Each write wakes the reader, which costs more than the lines themselves. */
const WRITE_INTERVAL = 20;
const MAX_ATTEMPTS = 50;

/**
 * Writes in batches without blocking. Drops lines that cannot be written (a full disk, a pipe without a
 * reader): unlike pino's own output, it never ends the process or keeps it alive.
 */
export function createLogOutput(fd: number): LogOutput {
  let waiting = '';
  let batch = Buffer.alloc(0);
  let isWriting = false;
  let isPausing = false;

  const writeNext = () => {
    if (isWriting || isPausing) return;
    if (batch.length === 0) [batch, waiting] = [Buffer.from(waiting), ''];
    if (batch.length === 0) return;
    isWriting = true;
    write(fd, batch, (error, written) => {
      isWriting = false;
      if (!isBusy(error)) batch = batch.subarray(error ? batch.length : written);
      isPausing = true;
      setTimeout(writeAfterPause, WRITE_INTERVAL).unref();
    });
  };
  const writeAfterPause = () => {
    isPausing = false;
    writeNext();
  };

  return {
    write(lines) {
      if (waiting.length < MAX_WAITING) waiting += lines;
      writeNext();
    },
    flushSync() {
      // The operating system is still writing the current batch, so only the waiting lines are left.
      let rest = isWriting ? Buffer.from(waiting) : Buffer.concat([batch, Buffer.from(waiting)]);
      if (!isWriting) batch = Buffer.alloc(0);
      waiting = '';
      for (let attempt = 0; rest.length > 0 && attempt < MAX_ATTEMPTS; ) {
        try {
          rest = rest.subarray(writeSync(fd, rest));
        } catch (error) {
          if (!isBusy(error)) return;
          attempt += 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITE_INTERVAL);
        }
      }
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
