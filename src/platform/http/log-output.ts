import { write, writeSync } from 'node:fs';

/** Where a log goes: a destination of pino. */
export interface LogOutput {
  write(lines: string): void;
  /** Before the process ends: waits a second at most for whoever reads. */
  flushSync(): void;
}

/** Characters that may wait for a slow reader. */
const LONGEST = 4 * 1024 * 1024;
/** Milliseconds between two attempts while the reader takes nothing, and how many of them at the end. */
const PAUSE = 20;
const ATTEMPTS = 50;

/**
 * Writes in batches while the process goes on. What can't be written (a full disk, a pipe that nobody reads) is
 * dropped: it must neither end the process nor keep it from ending, as pino's own output would.
 */
export function createLogOutput(fd: number): LogOutput {
  let waiting = '';
  let batch = Buffer.alloc(0);
  let isWriting = false;

  const writeOn = () => {
    if (isWriting) return;
    if (batch.length === 0) [batch, waiting] = [Buffer.from(waiting), ''];
    if (batch.length === 0) return;
    isWriting = true;
    write(fd, batch, (error, written) => {
      isWriting = false;
      if (isBusy(error)) return void setTimeout(writeOn, PAUSE).unref();
      batch = batch.subarray(error ? batch.length : written);
      writeOn();
    });
  };

  return {
    write(lines) {
      if (waiting.length < LONGEST) waiting += lines;
      writeOn();
    },
    flushSync() {
      // A batch that is being written is in the system's hands.
      let left = isWriting ? Buffer.from(waiting) : Buffer.concat([batch, Buffer.from(waiting)]);
      if (!isWriting) batch = Buffer.alloc(0);
      waiting = '';
      for (let attempt = 0; left.length > 0 && attempt < ATTEMPTS; ) {
        try {
          left = left.subarray(writeSync(fd, left));
        } catch (error) {
          if (!isBusy(error)) return;
          attempt += 1;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
        }
      }
    },
  };
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
