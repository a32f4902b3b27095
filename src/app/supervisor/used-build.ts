import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keeps later builds from removing the folder of this one while this process runs (`scripts/prepare/build-folders.mjs`). */
export function markBuildAsUsed(folder: string): void {
  const file = join(folder, 'processes', String(process.pid));
  try {
    mkdirSync(join(folder, 'processes'), { recursive: true });
    writeFileSync(file, '');
  } catch {
    // An installed build may not be writable. Nothing builds there then.
    return;
  }
  process.once('exit', () => rmSync(file, { force: true }));
}
