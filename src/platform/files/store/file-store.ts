import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface StoredFile {
  /** Path of the file with `/`, such as `uploads/0a/0a1b…`. */
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** A range of bytes that includes both the first and the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The place of the shop's files: the data folder, or a bucket that several machines share. A write is atomic:
 * others see the whole file or no file.
 */
export interface FileStore {
  readonly kind: 'disk' | 'bucket';
  /** The folder, or the bucket with its address, as people read it in messages. */
  readonly description: string;
  put(key: string, content: Buffer): Promise<void>;
  /** Moves a file of this machine into the store. A store on the same disk renames the file. */
  putFile(key: string, path: string): Promise<void>;
  /** @param bytes the length of the content, which a bucket must know before the content arrives */
  putStream(key: string, content: Readable, bytes: number): Promise<void>;
  /** @returns null when the file is missing */
  find(key: string): Promise<StoredFile | null>;
  /** @throws FileMissingError when the file is missing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes files. A missing file is no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Lists the files whose keys begin with the prefix (a folder ends with `/`), in no particular order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /**
   * Creates a signed address that opens the file for a limited time without the shop.
   * @returns null when the store has no such addresses
   */
  createLink(key: string, options: { readonly seconds: number; readonly name: string }): Promise<string | null>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly files: FileStore;
  }
}

export class FileMissingError extends Error {
  override name = 'FileMissingError';

  constructor(key: string) {
    super(`the file ${key} is missing`);
  }
}

export const storedFolders = [
  'media',
  'uploads',
  'downloads',
  'message-files',
  'review-photographs',
  'imports',
  'content-imports',
] as const;
export type StoredFolder = (typeof storedFolders)[number];

/** @throws FileMissingError when the file is missing */
export async function readWhole(store: Pick<FileStore, 'read'>, key: string): Promise<Buffer> {
  return buffer(await store.read(key));
}
