import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { formatAttachment } from '#platform/http/attachment.ts';

interface SentFile {
  /**
   * The name under which the browser saves the file. Null for a file that browsers may display, because the shop made
   * it.
   */
  readonly name: string | null;
  readonly type: string;
  readonly bytes: number;
  readonly content: Readable | Buffer;
}

/**
 * Sends a private file. Uploaded files are sent as downloads, so that no browser displays them as a page of the shop.
 */
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
