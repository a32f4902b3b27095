import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { formatAttachment } from '#platform/http/attachment.ts';

interface SentFile {
  /** The name that the browser gives it. Null: it may be shown, because the shop made it. */
  readonly name: string | null;
  /** MIME type. */
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable | Buffer;
}

/** Sends a private file. What somebody sent is a download: no browser shows it as a page of the shop. */
export function sendPrivateFile(reply: FastifyReply, { name, type, bytes, content }: SentFile): FastifyReply {
  return reply
    .header('content-disposition', name === null ? 'inline' : formatAttachment(name))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-store')
    .header('content-length', bytes)
    .type(type)
    .send(content);
}
