import { createWriteStream, existsSync } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack as createPack, type Pack } from 'tar-stream';
import { BackupError } from './format.ts';

export interface Archive {
  add(name: string, content: string | Buffer): Promise<void>;
  /** `content` must yield exactly `size` bytes. */
  stream(name: string, size: number, content: AsyncIterable<Buffer>): Promise<void>;
}

/**
 * Writes a gzipped tar under a temporary name, readable by its owner only, and renames the file once it
 * is on disk.
 * @throws FILE_EXISTS, DISK_FULL
 */
export async function writeArchive<T>(
  file: string,
  fill: (archive: Archive) => Promise<T>,
): Promise<{ bytes: number; value: T }> {
  const path = resolve(file);
  if (existsSync(path))
    throw new BackupError('FILE_EXISTS', `${path} exists already. Choose another name or remove it.`);
  const unfinished = `${path}.unfinished`;
  const pack = createPack();
  const output = pipeline(
    Readable.from(pack),
    createGzip(),
    createWriteStream(unfinished, { mode: 0o600, flush: true }),
  );
  const filled = fill(createArchive(pack)).then(
    (value) => {
      pack.finalize();
      return value;
    },
    (error: unknown) => {
      pack.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    },
  );
  try {
    // A failed write also makes the source fail with a less useful error, so the error of the write is reported
    // first.
    await Promise.allSettled([output, filled]);
    await output;
    const value = await filled;
    await rename(unfinished, path);
    await syncFolder(dirname(path));
    return { bytes: (await stat(path)).size, value };
  } catch (error) {
    await rm(unfinished, { force: true });
    throw toDiskFullError(error, path);
  }
}

function createArchive(pack: Pack): Archive {
  const runEntry = (start: (done: (error?: Error | null) => void) => void) =>
    new Promise<void>((done, reject) => start((error) => (error ? reject(error) : done())));
  return {
    add: (name, content) => runEntry((done) => pack.entry({ name, mode: 0o600 }, content, done)),
    async stream(name, size, content) {
      const entryEnd = Promise.withResolvers<void>();
      const done = (error?: Error | null) => (error ? entryEnd.reject(error) : entryEnd.resolve());
      const entry: NodeJS.WritableStream = pack.entry({ name, size, mode: 0o600 }, done);
      entryEnd.promise.catch(() => {});
      for await (const chunk of content) await writeChunk(entry, chunk);
      entry.end();
      await entryEnd.promise;
    },
  };
}

function writeChunk(entry: NodeJS.WritableStream, chunk: Buffer): Promise<void> | undefined {
  if (entry.write(chunk)) return undefined;
  return new Promise((resolve, reject) => {
    const drained = () => {
      entry.off('close', closed);
      resolve();
    };
    const closed = () => {
      entry.off('drain', drained);
      reject(new Error('the archive was closed'));
    };
    entry.once('drain', drained).once('close', closed);
  });
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}

function toDiskFullError(error: unknown, path: string): unknown {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')) {
    return new BackupError('DISK_FULL', `The disk is full; ${path} was not written. Free some space and try again.`, {
      cause: error,
    });
  }
  return error;
}
