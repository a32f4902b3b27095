import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { sendStoredFile } from '#platform/files/send-stored-file.ts';
import { blockFileTypes, getFileAddress, getFileKey, parseFileName } from './file-types.ts';

/** Serves the files of blocks. An address contains the hash of its content, so its content never changes. */
export function registerBlockFiles(app: FastifyInstance, shop: Shop): void {
  app.get(getFileAddress(':name'), { config: { lane: 'file' } }, async (request, reply) => {
    const { name } = request.params as { readonly name: string };
    const parsed = parseFileName(name);
    const file = parsed && (await shop.files.find(getFileKey(name)));
    if (!parsed || !file) return reply.callNotFound();
    reply.header('cache-control', 'public, max-age=31536000, immutable').type(blockFileTypes[parsed.ending].mime);
    return sendStoredFile(shop.files, request, reply, file);
  });
}
