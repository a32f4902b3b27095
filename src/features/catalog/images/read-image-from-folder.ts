import { readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve } from 'node:path';

export type FolderReadResult =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly code: 'NOT_IN_FOLDER' | 'TOO_LARGE' };

/** Limit for images in bytes (docs/errors.md). */
const maxImageBytes = 20_000_000;

/** Reads a file inside a folder. Rejects names and symbolic links that lead outside. */
export async function readImageFromFolder(folder: string, name: string): Promise<FolderReadResult> {
  const missing = { ok: false, code: 'NOT_IN_FOLDER' } as const;
  if (name.includes('\0')) return missing;
  try {
    const [root, file] = await Promise.all([realpath(folder), realpath(resolve(folder, name))]);
    const inside = relative(root, file);
    if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return missing;
    const found = await stat(file);
    if (!found.isFile()) return missing;
    return found.size > maxImageBytes ? { ok: false, code: 'TOO_LARGE' } : { ok: true, bytes: await readFile(file) };
  } catch (error) {
    if (error instanceof Error && 'code' in error) return missing;
    throw error;
  }
}
