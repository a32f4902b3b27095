import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

function findRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package-lock.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package-lock.json above ${from}`);
  }
}

/** Folder of the program that contains `migrations/`, `demo/` and `dist/`, for source and built files. */
export const projectRoot = findRoot(import.meta.dirname);
