import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface StoredFile {
  /** Its path with `/`, such as `uploads/0a/0a1b…`. */
  readonly key: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Bytes from the first to the last one, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where files of the shop are: in the data folder, or in a bucket that several machines share. A file is whole or
 * not there: others never see a part of it.
 */
export interface FileStore {
  readonly kind: 'disk' | 'bucket';
  /** For people: the folder, or the bucket with its address. */
  readonly description: string;
  put(key: string, content: Buffer): Promise<void>;
  /** Moves a file of this machine into the store. On one disk it is renamed. */
  putFile(key: string, path: string): Promise<void>;
  /** @param bytes the length of the content, which a bucket must know before */
  putStream(key: string, content: Readable, bytes: number): Promise<void>;
  /** @returns null when the file is missing */
  find(key: string): Promise<StoredFile | null>;
  /** @throws FileMissingError when the file is missing */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Missing files are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Files whose keys begin with the prefix, a folder with `/` at its end, in no certain order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** A signed address that opens the file for a while without the shop; null where there is none. */
  createLink(key: string, options: { readonly seconds: number; readonly name: string }): Promise<string | null>;
}

declare module '#platform/features/shop.ts' {
  interface Shop {
    readonly files: FileStore;
  }
}

/** A file of the store is not there. */
export class FileMissingError extends Error {
  override name = 'FileMissingError';

  constructor(key: string) {
    super(`the file ${key} is missing`);
  }
}

/** What is kept in the store, each in a folder of its own. */
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

/** Reads a whole file. @throws FileMissingError when it is missing */
export async function readWhole(store: Pick<FileStore, 'read'>, key: string): Promise<Buffer> {
  return buffer(await store.read(key));
}
