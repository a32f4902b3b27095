import type { FastifyInstance, FastifyReply } from 'fastify';
import { adminPath } from '#platform/admin/contract.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendPrivateFile } from '#platform/files/send-private-file.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner } from '#platform/sessions/owner.ts';
import { uploadPath } from './contract.ts';
import { findOwnUpload, findUploads } from './find-uploads.ts';
import { openUploads, type StoredUpload, uploadTypes } from './stored-upload.ts';

export async function sendUpload(shop: Shop, reply: FastifyReply, upload: StoredUpload): Promise<FastifyReply> {
  const file = await openUploads(shop).open(upload.id);
  if (!file) {
    shop.log.error({ upload: upload.id }, 'the file of an upload is missing');
    return reply.callStatusPage(404);
  }
  const { name, type } = upload;
  return sendPrivateFile(reply, {
    name,
    type: uploadTypes[type].mime,
    bytes: file.bytes,
    content: await file.stream(),
  });
}

/** Files of others are answered like unknown ones. */
export function registerUploadRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(uploadPath(':id'), async (request, reply) => {
    const owner = getOwner(await getActor(shop, request));
    const upload = owner && (await findOwnUpload(shop.db, owner, (request.params as { id: string }).id));
    return upload ? sendUpload(shop, reply, upload) : reply.callStatusPage(404);
  });
}

const adminUploadPath = (id: string): string => adminPath(`uploads/${id}`);

export function registerAdminUploadRoutes(app: FastifyInstance, shop: Shop): void {
  app.get(adminUploadPath(':id'), { config: { requires: 'uploads.read' } }, async (request, reply) => {
    const [upload] = await findUploads(shop.db, [(request.params as { id: string }).id]);
    return upload ? sendUpload(shop, reply, upload) : reply.callStatusPage(404);
  });
}
