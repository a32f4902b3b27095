import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { downloadsFolder } from '#platform/config/data-folders.ts';
import type { Shop } from '#platform/features/shop.ts';
import { formatAttachment } from '#platform/http/attachment.ts';
import { findDownload } from '../grants/grants.ts';
import { filePath } from '../paths.ts';
import { isFileKeyValid } from './file-key.ts';
import { getFileName, getStoredName } from './stored-files.ts';

/** Sends files, whole or in ranges (RFC 9110, section 14), so that a broken download can go on. */
export function registerFileRoute(app: FastifyInstance, shop: Shop): void {
  app.get(filePath(':id', ':key'), { config: { lane: 'file' } }, (request, reply) => sendFile(shop, request, reply));
}

async function sendFile(shop: Shop, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { id, key } = request.params as { id: string; key: string };
  const download = isFileKeyValid(shop, id, key) ? await findDownload(shop.db, id) : null;
  if (!download) return reply.callStatusPage(404);
  const path = getStoredName(download.location).split(/[/\\]/).map(encodeURIComponent).join('/');
  const { statusCode, headers, stream } = await send(request.raw, path, {
    root: downloadsFolder(shop.config.dataDir),
    cacheControl: false,
    dotfiles: 'deny',
    index: false,
  });
  if (statusCode >= 400 && statusCode !== 416) {
    shop.log.error({ download: id }, 'the file of a download is missing');
    return reply.callStatusPage(404);
  }
  return reply
    .code(statusCode)
    .headers(headers)
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', formatAttachment(getFileName(download.location)))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(stream);
}
