import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keeps later builds from removing the folder of this build while the process runs
 * (`scripts/prepare/build-folders.mjs`).
 */
export function markBuildAsUsed(folder: string): void {
  const file = join(folder, 'processes', String(process.pid));
  try {
    mkdirSync(join(folder, 'processes'), { recursive: true });
    writeFileSync(file, '');
  } catch {
    // The folder of an installed build may not be writable. No build runs there, so no mark is needed.
    return;
  }
  process.once('exit', () => rmSync(file, { force: true }));
}
