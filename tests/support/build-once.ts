import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. */
const buildTimeout = 60_000;

/**
 * Builds once per test run, in the worker that asks first; the others wait for it.
 * @param name of the folder, which is removed with the temporary files of the run
 * @returns the folder
 */
export async function buildOnce(name: string, build: (outDir: string) => Promise<void>): Promise<string> {
  const folder = join(tmpdir(), 'builds', name);
  const [finished, failed] = [`${folder}.finished`, `${folder}.failed`];
  if (isFirst(folder)) {
    try {
      await build(folder);
      writeFileSync(finished, '');
    } catch (error) {
      writeFileSync(failed, '');
      throw error;
    }
  }
  const limit = Date.now() + buildTimeout;
  while (!existsSync(finished)) {
    if (existsSync(failed)) throw new Error(`the build '${name}' failed in another worker`);
    if (Date.now() > limit) throw new Error(`the build '${name}' took longer than ${buildTimeout / 1000} s`);
    await sleep(50);
  }
  return folder;
}

/** Makes the next `buildOnce` build again: sources have changed. */
export function forgetBuilds(): void {
  rmSync(join(tmpdir(), 'builds'), { recursive: true, force: true });
}

function isFirst(folder: string): boolean {
  mkdirSync(join(folder, '..'), { recursive: true });
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}
