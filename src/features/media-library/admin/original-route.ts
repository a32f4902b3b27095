import type { FastifyInstance } from 'fastify';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendPrivateFile } from '#platform/files/send-private-file.ts';
import { toStoreKey } from '#platform/media/store-files.ts';
import { findMedia } from '../media-subject.ts';

export const originalPath = (id: number | string): string => adminPath(`media/${id}/original`);

const linkSeconds = 300;

/** Sends the original from the bucket itself where browsers reach it, else by the shop. */
export function registerOriginal(app: FastifyInstance, shop: Shop): void {
  app.get(originalPath(':id'), { config: { requires: 'media.read' } }, async (request, reply) => {
    const { id = '' } = request.params as { readonly id?: string };
    const media = /^[1-9]\d{0,8}$/.test(id) ? await findMedia(shop.db, Number(id)) : null;
    if (!media) return reply.callNotFound();
    const key = toStoreKey(media.key);
    const name = media.name || `picture-${media.id}`;
    const link = await shop.files.createLink(key, { seconds: linkSeconds, name });
    // An endpoint without encryption is one of a private network.
    if (link?.startsWith('https:')) return reply.header('cache-control', 'private, no-store').redirect(link, 302);
    const file = await shop.files.find(key);
    if (!file) return reply.callNotFound();
    return sendPrivateFile(reply, { name, type: media.mime, bytes: file.bytes, content: await shop.files.read(key) });
  });
}
