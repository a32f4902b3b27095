import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Arrivals, type OpenLoopResult, runOpenLoop } from './open-loop.ts';

const blockBytes = 8192;
const fileBlocks = 256;

/** Flushes database blocks to the disk of a folder: what each write of a shop waits for. */
export async function flushToDisk(dataDir: string, arrivals: Arrivals): Promise<OpenLoopResult> {
  const path = join(dataDir, 'flushed-blocks');
  const file = openSync(path, 'w');
  const block = Buffer.alloc(blockBytes, 1);
  try {
    return await runOpenLoop(arrivals, async (index) => {
      writeSync(file, block, 0, blockBytes, (index % fileBlocks) * blockBytes);
      fdatasyncSync(file);
    });
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
