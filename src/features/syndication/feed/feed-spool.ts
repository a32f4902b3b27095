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
  /** Hash of the content. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

export interface FeedSpool {
  /**
   * Returns the current file, or a new one when it has expired. Concurrent calls share one
   * generation.
   */
  getLatest(): Promise<FeedFile>;
  open(file: FeedFile): Readable;
  close(): Promise<void>;
}

interface SpoolOptions {
  readonly generate: () => AsyncIterable<string>;
  /** Milliseconds. */
  readonly life: number;
  readonly now: () => number;
}

/**
 * Writes the feed to a temporary file and serves it from there, so that it is never in memory as a
 * whole.
 */
export function createFeedSpool({ generate, life, now }: SpoolOptions): FeedSpool {
  let folder: Promise<string> | null = null;
  let file: FeedFile | null = null;
  let old: FeedFile | null = null;
  let making: Promise<FeedFile> | null = null;

  const make = async (): Promise<FeedFile> => {
    const madeAt = now();
    folder ??= mkdtemp(join(tmpdir(), 'vitrine-feed-'));
    const path = join(await folder, `${randomUUID()}.gz`);
    const hash = createHash('sha256');
    try {
      await pipeline(hashPieces(generate(), hash), createGzip({ level: 6 }), createWriteStream(path));
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    const made = { path, bytes: (await stat(path)).size, hash: hash.digest('base64url').slice(0, 22), madeAt };
    // Keep the previous file for readers about to open it; delete the one before.
    if (old) await rm(old.path, { force: true }).catch(() => undefined);
    [old, file] = [file, made];
    return made;
  };

  return {
    async getLatest() {
      if (file && now() - file.madeAt < life) return file;
      making ??= make().finally(() => {
        making = null;
      });
      return making;
    },
    open: ({ path }) => createReadStream(path),
    async close() {
      await making?.catch(() => undefined);
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

async function* hashPieces(pieces: AsyncIterable<string>, hash: ReturnType<typeof createHash>): AsyncGenerator<string> {
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
}
