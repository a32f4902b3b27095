import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { adminPath } from '#platform/admin/contract.ts';
import { sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { sendPrivateFile } from '#platform/files/send-private-file.ts';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';
import { encodeQuickly } from '#platform/media/encode.ts';
import type { StoredFile } from './find-messages.ts';
import { openMessageFiles } from './message-files.ts';

const filePath = (id: string) => adminPath(`messages/files/${id}`);

const previewPath = (id: string) => `${filePath(id)}/preview`;

/** Types that sharp decodes. */
const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/tiff'];

export function listFilePaths({ id, type }: Pick<StoredFile, 'id' | 'type'>): {
  readonly download: string;
  readonly preview: string | null;
} {
  return { download: filePath(id), preview: pictureTypes.includes(type) ? previewPath(id) : null };
}

const selectFile = sqlQuery<StoredFile>(
  'contact-forms.find-file',
  'select id, field, name, type, bytes::float8 as bytes from contact_message_files where id = $1',
);

/** Decoding takes four bytes for each pixel. */
const maxPixels = 50_000_000;

const limitPreviews = createConcurrencyLimit(1, 20);

/**
 * Files of messages for staff. What was sent is only ever a download. A preview is another picture, made
 * of its pixels when it is asked for, without the metadata and whatever else the file holds.
 */
export function registerMessageFileRoutes(app: FastifyInstance, shop: Shop): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, isPreview: boolean) => {
    const { id } = request.params as { readonly id: string };
    const [file] = z.uuid().safeParse(id).success ? await selectFile(shop.db, [id]) : [];
    if (!file || (isPreview && !pictureTypes.includes(file.type))) return reply.callStatusPage(404);
    const stored = await openMessageFiles(shop).open(file.id);
    if (!stored) {
      shop.log.error({ file: file.id }, 'the file of a message is missing');
      return reply.callStatusPage(404);
    }
    const { name, type } = file;
    if (!isPreview) return sendPrivateFile(reply, { name, type, bytes: stored.bytes, content: await stored.stream() });
    const content = await limitPreviews(() => makePreview(shop, file.id));
    if (!content) return reply.callStatusPage(404);
    return sendPrivateFile(reply, { name: null, type: 'image/webp', bytes: content.length, content });
  };
  const config = { requires: 'messages.read' };
  app.get(filePath(':id'), { config }, (request, reply) => send(request, reply, false));
  app.get(previewPath(':id'), { config }, (request, reply) => send(request, reply, true));
}

/** @returns null for what is no readable picture, or one with too many pixels */
async function makePreview(shop: Shop, id: string): Promise<Buffer | null> {
  try {
    return await encodeQuickly(await openMessageFiles(shop).read(id), 1280, 'webp', maxPixels);
  } catch (error) {
    shop.log.info({ err: error, file: id }, 'a file has no preview');
    return null;
  }
}
