import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { dirname, join } from 'node:path';
import { finished } from 'node:stream';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { privateFolderOptions } from '#platform/config/data-folders.ts';
import { collectFields, type FormBody, maxFields } from './forms.ts';
import { RequestError, type RequestErrorCode } from './request-error.ts';

/** A file of a request. It is deleted after the reply unless the handler has moved it. */
export interface ReceivedFile {
  readonly field: string;
  /** File name as the client sent it, which may be any text. */
  readonly name: string;
  readonly bytes: number;
  /** Whether the file has more bytes than the route accepts. Nothing of it is stored then. */
  readonly isTooLarge: boolean;
  /** Whether the file exceeds the number of files that the route accepts. Nothing of it is stored then. */
  readonly isSurplus: boolean;
  /** Hash in hexadecimal digits. */
  readonly sha256: string;
  /** Path of the stored file. The client chooses no part of it. */
  readonly path: string;
}

export interface FileLimits {
  readonly maxBytes: number;
  readonly maxFiles: number;
  /** Whether surplus files are discarded, so that a reply can name their field. Default: the request is refused. */
  readonly discardsSurplus?: boolean | undefined;
  /** Maximum bytes of all fields without files. Default: the limit of a body without files. */
  readonly maxFieldBytes?: number | undefined;
}

export interface ReceiveOptions extends FileLimits {
  readonly folder: string;
  readonly maxFieldBytes: number;
  readonly boundary: string;
  /** @returns false when all requests together receive too many bytes at the moment */
  readonly count: (bytes: number) => boolean;
}

/**
 * Returns the maximum bytes of a whole body: twice the bytes of the allowed files, so that a file that is too large
 * can be received and named in the reply.
 */
export function getMaxBytes({
  maxBytes,
  maxFiles,
  maxFieldBytes,
}: Omit<ReceiveOptions, 'folder' | 'boundary' | 'count'>): number {
  return 2 * maxBytes * maxFiles + maxFieldBytes;
}

/** Maximum bytes of the headers of one part; further headers are not read. */
const maxPartHeaders = 2048;

/**
 * Receives a form with files. Files are written to disk while they arrive, and never held in memory. The content of a
 * file that is too large is discarded, so that the client reads the reply. Surplus files are discarded too where the
 * route wants it. Rejects with a RequestError when another limit is exceeded or the client disconnects; no file is
 * left on the disk then.
 */
export async function receiveForm(
  payload: IncomingMessage,
  options: ReceiveOptions,
): Promise<{ readonly body: FormBody; readonly files: readonly ReceivedFile[] }> {
  const paths: string[] = [];
  try {
    return await parseForm(payload, options, paths);
  } catch (error) {
    payload.unpipe();
    if (isDiskError(error)) await discardRest(payload, getMaxBytes(options));
    else payload.pause();
    await removeFiles(paths);
    throw error instanceof RequestError || isDiskError(error) ? error : new RequestError('malformed_body');
  }
}

/** Whether a file could not be written, which is an error of the shop and not of the request. */
const isDiskError = (error: unknown) =>
  error instanceof Error &&
  ['open', 'write', 'fsync', 'mkdir', 'close'].includes(String((error as NodeJS.ErrnoException).syscall));

/**
 * Reads and discards the rest of a body, at most `maxBytes`. Clients send the whole body before they read
 * the reply, and they would lose the reply if the connection was closed meanwhile.
 */
function discardRest(payload: IncomingMessage, maxBytes: number): Promise<void> {
  return new Promise((resolve) => {
    if (payload.readableEnded || payload.destroyed) return resolve();
    let left = maxBytes;
    payload.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left >= 0) return;
      payload.pause();
      resolve();
    });
    payload.once('end', resolve).once('close', resolve).resume();
  });
}

/** @param paths collects the path of each file before the file is written, so that the caller can delete all files */
async function parseForm(payload: IncomingMessage, options: ReceiveOptions, paths: string[]) {
  const { maxBytes, maxFiles, discardsSurplus = false, folder, maxFieldBytes, boundary, count } = options;
  const pairs: [string, string][] = [];
  const stored: Promise<ReceivedFile | null>[] = [];
  const streams: BusboyFileStream[] = [];
  let fieldBytes = 0;
  let received = 0;
  let places = maxFiles;
  const takePlace = () => {
    places -= 1;
    return places >= 0;
  };
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: {
      ...{
        files: discardsSurplus ? maxFields : maxFiles,
        fields: maxFields,
        parts: maxFields + maxFiles,
        fileSize: maxBytes,
      },
      ...{ fieldSize: maxFieldBytes + 1, headerPairs: 20, headerSize: maxPartHeaders },
    },
  });
  await new Promise<void>((resolve, reject) => {
    const refuse = (code: RequestErrorCode) => reject(new RequestError(code));
    parser.on('field', (name, value) => {
      fieldBytes += Buffer.byteLength(name ?? '') + Buffer.byteLength(value);
      if (fieldBytes > maxFieldBytes) refuse('body_too_large');
      else pairs.push([name ?? '', value]);
    });
    parser.on('file', (field, stream, name) => {
      const path = join(folder, randomUUID());
      paths.push(path);
      streams.push(stream);
      const file = storeFile(stream, path, { field: field ?? '', name: name ?? '', takePlace });
      file.catch(reject);
      stored.push(file);
    });
    for (const event of ['partsLimit', 'fieldsLimit'] as const) parser.on(event, () => refuse('too_many_fields'));
    parser.on('filesLimit', () => refuse('too_many_files'));
    parser.on('finish', () => Promise.all(stored).then(() => resolve(), reject));
    parser.on('error', () => refuse('malformed_body'));
    payload.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > getMaxBytes(options)) refuse('body_too_large');
      else if (!count(chunk.length)) refuse('overloaded');
    });
    // The client has disconnected or timed out, so nobody reads the reply.
    payload.on('close', () => payload.complete || refuse('malformed_body'));
    payload.on('error', () => refuse('malformed_body'));
    payload.pipe(parser);
  }).catch(async (error: unknown) => {
    payload.unpipe(parser);
    parser.destroy();
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(stored);
    throw error;
  });
  const files = (await Promise.all(stored)).filter((file) => file !== null);
  return { body: collectFields(pairs), files };
}

interface ArrivingFile extends Pick<ReceivedFile, 'field' | 'name'> {
  /** @returns false when the route's maximum number of files is reached */
  readonly takePlace: () => boolean;
}

/**
 * Writes a file while it arrives.
 * @returns null for a file input that was left empty. Browsers send a file without name and content for each
 * such input, so nothing is created on the disk
 */
async function storeFile(
  stream: BusboyFileStream,
  path: string,
  { field, name, takePlace }: ArrivingFile,
): Promise<ReceivedFile | null> {
  const hash = createHash('sha256');
  let bytes = 0;
  let file: FileHandle | undefined;
  let isSurplus: boolean | undefined;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      hash.update(chunk);
      isSurplus ??= !takePlace();
      if (isSurplus) continue;
      file ??= await createFile(path);
      await file.appendFile(chunk);
    }
    if (bytes === 0 && name === '') return null;
    isSurplus ??= !takePlace();
    if (!isSurplus) {
      file ??= await createFile(path);
      await file.sync();
    }
  } finally {
    await file?.close();
  }
  const isTooLarge = stream.truncated;
  if (isTooLarge) await removeFiles([path]);
  return { field, name, bytes, isTooLarge, isSurplus, sha256: hash.digest('hex'), path };
}

async function createFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), privateFolderOptions);
  return open(path, 'wx', 0o600);
}

async function removeFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

/** Deletes the files that the handler has not moved, once the reply was sent or the client has disconnected. */
export function removeFilesAfterReply(
  { log }: FastifyRequest,
  reply: FastifyReply,
  files: readonly ReceivedFile[],
): void {
  finished(reply.raw, () => {
    removeFiles(files.map(({ path }) => path)).catch((error: unknown) =>
      log.error({ err: error }, 'received files were not deleted'),
    );
  });
}
