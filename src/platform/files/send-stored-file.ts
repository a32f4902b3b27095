import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ByteRange, FileStore, StoredFile } from './store/file-store.ts';

/**
 * Sends a file of the store, whole or in one range (RFC 9110, section 14), so that a broken download can continue.
 * The caller sets headers such as the type before.
 */
export async function sendStoredFile(
  store: FileStore,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StoredFile,
): Promise<FastifyReply> {
  const etag = `"${file.bytes.toString(16)}-${file.modifiedAt.getTime().toString(16)}"`;
  const lastModified = file.modifiedAt.toUTCString();
  reply.header('accept-ranges', 'bytes').header('etag', etag).header('last-modified', lastModified);
  const { 'if-none-match': known, 'if-range': condition, range } = request.headers;
  if (known?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)) return reply.code(304).send();
  const isCurrent = condition === undefined || condition === etag || condition === lastModified;
  const wanted = isCurrent && range !== undefined ? parseRange(range, file.bytes) : null;
  if (wanted === 'beyond') return reply.code(416).header('content-range', `bytes */${file.bytes}`).send();
  if (wanted !== null) reply.code(206).header('content-range', `bytes ${wanted.start}-${wanted.end}/${file.bytes}`);
  const length = wanted === null ? file.bytes : wanted.end - wanted.start + 1;
  reply.header('content-length', length);
  // An empty stream keeps the content length of the file.
  if (request.method === 'HEAD') return reply.send(Readable.from([]));
  return reply.send(await store.read(file.key, wanted ?? undefined));
}

/**
 * Parses a header with one range. Headers with several ranges or an invalid one are answered with the whole file.
 * @returns null for the whole file
 */
function parseRange(header: string, bytes: number): ByteRange | 'beyond' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') return null;
  if (first === '')
    return last === '0' || bytes === 0 ? 'beyond' : { start: Math.max(0, bytes - Number(last)), end: bytes - 1 };
  const start = Number(first);
  if (start >= bytes) return 'beyond';
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  return end < start ? null : { start, end };
}
