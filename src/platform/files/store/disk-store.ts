import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { privateFolderOptions } from '#platform/config/data-folders.ts';
import { FileMissingError, type FileStore, type StoredFile } from './file-store.ts';

/** Suffix of the names of files that are still being written. */
const partEnd = '.tmp';

const isMissing = (error: unknown): boolean => {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
};

export function createDiskStore(root: string): FileStore {
  const toPath = (key: string): string => {
    // Keys come from ids, hashes and cleaned names.
    if (key.split('/').some((part) => part === '' || part === '.' || part === '..'))
      throw new TypeError(`'${key}' is no key of a file`);
    return join(root, key);
  };
  /**
   * Writes the file under a temporary name first: file addresses are immutable, so a partial file would stay in caches
   * for ever.
   */
  const write = async (key: string, fill: (path: string) => Promise<unknown>) => {
    const path = toPath(key);
    const part = `${path}.${randomUUID()}${partEnd}`;
    await mkdir(dirname(path), privateFolderOptions);
    try {
      await fill(part);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  };
  const find = async (key: string): Promise<StoredFile | null> => {
    try {
      const found = await stat(toPath(key));
      return found.isFile() ? { key, bytes: found.size, modifiedAt: found.mtime } : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  };
  return {
    kind: 'disk',
    description: root,
    find,
    put: (key, content) => write(key, (part) => writeFile(part, content, { mode: 0o600, flush: true })),
    putStream: (key, content) =>
      write(key, (part) => pipeline(content, createWriteStream(part, { mode: 0o600, flush: true }))),
    async putFile(key, path) {
      await mkdir(dirname(toPath(key)), privateFolderOptions);
      try {
        await rename(path, toPath(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
        await write(key, (part) => copyFile(path, part));
        await rm(path, { force: true });
      }
    },
    async read(key, range) {
      const stream = createReadStream(toPath(key), range);
      await new Promise<void>((resolve, reject) => {
        stream.once('open', () => resolve());
        stream.once('error', (error) => reject(isMissing(error) ? new FileMissingError(key) : error));
      });
      return stream;
    },
    async delete(keys) {
      await Promise.all(keys.map((key) => rm(toPath(key), { force: true })));
    },
    async *list(prefix) {
      yield* listFolder(root, prefix.replace(/\/$/, ''));
    },
    createLink: async () => null,
  };
}

async function* listFolder(root: string, key: string): AsyncGenerator<StoredFile> {
  const folder = await opendir(join(root, key)).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (folder === null) return;
  for await (const entry of folder) {
    const own = `${key}/${entry.name}`;
    if (entry.isDirectory()) yield* listFolder(root, own);
    else if (entry.isFile() && !entry.name.endsWith(partEnd)) {
      const found = await stat(join(root, own)).catch(() => null);
      if (found) yield { key: own, bytes: found.size, modifiedAt: found.mtime };
    }
  }
}
