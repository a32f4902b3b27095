import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { FileMissingError, type FileStore } from '#platform/files/store/file-store.ts';
import { createDigest, type Digest } from './digest.ts';
import { type ArchivedFile, BackupError, type FileFolder, type OnProgress } from './format.ts';
import type { Archive } from './write-archive.ts';

export const STAGING = '.restoring';

/** Lists relative paths of regular files, with `/`. Empty when the folder is missing. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => !path.startsWith(STAGING))
    .sort();
}

/**
 * Adds the files of a folder. Files that were deleted meanwhile are skipped.
 * @throws MEDIA_CHANGED for a file that became shorter
 */
export async function addFiles(
  archive: Archive,
  step: FileFolder,
  folder: string,
  onProgress: OnProgress,
): Promise<ArchivedFile[]> {
  const added: ArchivedFile[] = [];
  const paths = await listFiles(folder);
  for (const [done, path] of paths.entries()) {
    const source = join(folder, path);
    const stats = await lstat(source).catch(() => undefined);
    if (stats?.isFile() !== true) continue;
    const digest = createDigest();
    await archive.stream(`${step}/${path}`, stats.size, readExactly(source, stats.size, digest));
    added.push({ path, ...digest.result() });
    onProgress({ step, name: path, rows: 0, done: done + 1, total: paths.length });
  }
  return added;
}

/**
 * Adds the files of a bucket. Files that were deleted meanwhile are skipped.
 * @throws MEDIA_CHANGED for a file that became shorter
 */
export async function addStoredFiles(
  archive: Archive,
  step: FileFolder,
  store: FileStore,
  onProgress: OnProgress,
): Promise<ArchivedFile[]> {
  const added: ArchivedFile[] = [];
  for await (const { key, bytes } of store.list(`${step}/`)) {
    const path = key.slice(step.length + 1);
    const content = await store.read(key).catch((error: unknown) => {
      if (error instanceof FileMissingError) return null;
      throw error;
    });
    if (content === null) continue;
    const digest = createDigest();
    await archive.stream(key, bytes, takeExactly(content, { path, size: bytes }, digest));
    added.push({ path, ...digest.result() });
    onProgress({ step, name: path, rows: 0, done: added.length, total: added.length });
  }
  return added;
}

/** Reads the first `size` bytes of a file. Bytes that are appended later belong to the next backup. */
async function* readExactly(path: string, size: number, digest: Digest): AsyncGenerator<Buffer> {
  if (size > 0) yield* takeExactly(createReadStream(path, { end: size - 1 }), { path, size }, digest);
}

async function* takeExactly(
  content: AsyncIterable<Buffer>,
  { path, size }: { readonly path: string; readonly size: number },
  digest: Digest,
): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of content) {
    digest.add(chunk);
    read += chunk.length;
    yield chunk;
  }
  if (read !== size)
    throw new BackupError('MEDIA_CHANGED', `${path} became shorter while it was being read. Try again.`);
}
