import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** The latest feed file, compressed with gzip. */
export interface FeedFile {
  readonly path: string;
  readonly bytes: number;
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly generatedAt: number;
}

export interface FeedSpool {
  /** Returns the current file, or a new one when it has expired. Concurrent calls share one generation. */
  getLatest(): Promise<FeedFile>;
  open(file: FeedFile): Readable;
  close(): Promise<void>;
}

interface SpoolOptions {
  readonly generate: () => AsyncIterable<string>;
  /** Milliseconds until a feed file expires. */
  readonly getLifetime: () => number;
  readonly now: () => number;
}

/**
 * Creates a spool that writes the feed to a temporary file and serves it from there, so that the whole feed is never
 * in memory.
 */
export function createFeedSpool({ generate, getLifetime, now }: SpoolOptions): FeedSpool {
  let folder: Promise<string> | null = null;
  let file: FeedFile | null = null;
  let previousFile: FeedFile | null = null;
  let pending: Promise<FeedFile> | null = null;

  const generateFile = async (): Promise<FeedFile> => {
    const generatedAt = now();
    folder ??= mkdtemp(join(tmpdir(), 'vitrine-feed-'));
    const path = join(await folder, `${randomUUID()}.gz`);
    const hash = createHash('sha256');
    try {
      await pipeline(hashChunks(generate(), hash), createGzip({ level: 6 }), createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const newFile = { path, bytes: (await stat(path)).size, hash: hash.digest('base64url').slice(0, 22), generatedAt };
    // Keep the previous file for readers about to open it; delete the one before.
    if (previousFile) await rm(previousFile.path, { force: true }).catch(() => undefined);
    [previousFile, file] = [file, newFile];
    return newFile;
  };

  return {
    async getLatest() {
      if (file && now() - file.generatedAt < getLifetime()) return file;
      pending ??= generateFile().finally(() => {
        pending = null;
      });
      return pending;
    },
    open: ({ path }) => createReadStream(path),
    async close() {
      await pending?.catch(() => undefined);
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

async function* hashChunks(chunks: AsyncIterable<string>, hash: ReturnType<typeof createHash>): AsyncGenerator<string> {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}
