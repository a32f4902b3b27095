import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A feed as it was written last, compressed with gzip. */
export interface FeedFile {
  readonly path: string;
  readonly bytes: number;
  /** Of its content. */
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly madeAt: number;
}

export interface FeedSpool {
  /** The file when it is younger than its life, else a new one: made once, however many ask. */
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
 * Writes what is long to a file in a temporary folder of this process and sends it from there: a reader never costs more than the disk, and
 * what is made is in memory only piece by piece.
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
    // The old one stays for those who are about to open it; the one before that goes.
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
