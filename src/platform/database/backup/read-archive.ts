import { createReadStream, existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract as createExtract } from 'tar-stream';
import { BackupError, FILE_FOLDERS, type FileFolder } from './format.ts';

export interface ArchiveEntry {
  name: string;
  body: AsyncIterable<Buffer>;
}

/**
 * Streams the entries. The body of an entry can be read until the next entry is requested.
 * @throws BACKUP_MISSING, BACKUP_DAMAGED
 */
export async function* readEntries(file: string): AsyncGenerator<ArchiveEntry> {
  if (!existsSync(file)) throw new BackupError('BACKUP_MISSING', `There is no file ${file}. Check the path.`);
  const extract = createExtract();
  const reading = pipeline(createReadStream(file), createGunzip(), extract);
  reading.catch(() => {});
  try {
    for await (const entry of extract) {
      yield { name: entry.header.name, body: readBody(file, entry as AsyncIterable<Buffer>) };
      // An unread body would stop the stream once the body is larger than the stream's buffer.
      entry.resume();
    }
    await reading;
  } catch (cause) {
    throw toDamagedError(file, cause);
  } finally {
    extract.destroy();
  }
}

async function* readBody(file: string, entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (cause) {
    throw toDamagedError(file, cause);
  }
}

function toDamagedError(file: string, cause: unknown): BackupError {
  if (cause instanceof BackupError) return cause;
  return createDamagedError(file, cause instanceof Error ? cause.message : String(cause), cause);
}

export function createDamagedError(file: string, reason: string, cause?: unknown): BackupError {
  const message = `${file} is damaged or cut short (${reason}). Nothing was changed. Take another backup file.`;
  return new BackupError('BACKUP_DAMAGED', message, { cause });
}

/** Returns the number of the table whose rows an entry contains; undefined for any other entry. */
export function parseTableNumber(name: string): number | undefined {
  const [, number] = /^tables\/(\d{1,6})\/\d+\.copy$/.exec(name) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Returns folder and safe relative path of a file's entry; undefined for any other entry. */
export function parseFilePath(name: string): { folder: FileFolder; path: string } | undefined {
  const folder = FILE_FOLDERS.find((each) => name.startsWith(`${each}/`));
  if (folder === undefined) return undefined;
  const path = name.slice(folder.length + 1);
  const isSafe = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
  return isSafe && !(process.platform === 'win32' && /[\\:]/.test(path)) ? { folder, path } : undefined;
}
