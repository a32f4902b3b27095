import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { sendStoredFile } from '#platform/files/send-stored-file.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { findDownload } from '../grants/grants.ts';
import { filePath } from '../paths.ts';
import { isFileKeyValid } from './file-key.ts';
import { findStoredFile, getFileName } from './stored-files.ts';

/** Serves files whole or in ranges (RFC 9110, section 14), so that an interrupted download can be resumed. */
export function registerFileRoute(app: FastifyInstance, shop: Shop): void {
  app.get(filePath(':id', ':key'), { config: { lane: 'file' } }, (request, reply) => sendFile(shop, request, reply));
}

async function sendFile(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id, key } = request.params as { id: string; key: string };
  const download = isFileKeyValid(shop, id, key) ? await findDownload(shop.db, id) : null;
  if (!download) return reply.callStatusPage(404);
  const file = await findStoredFile(shop.files, download.location);
  if (file === null) {
    shop.log.error({ download: id }, 'the file of a download is missing');
    return reply.callStatusPage(404);
  }
  reply
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', formatAttachment(getFileName(download.location)))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex');
  return sendStoredFile(shop.files, request, reply, file);
}
