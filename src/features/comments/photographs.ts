import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import sharp from 'sharp';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { createPrivateFiles, type PrivateFiles } from '#platform/files/private-files.ts';
import { withScratchPath } from '#platform/files/scratch-files.ts';
import type { ReceivedFile } from '#platform/http/bodies/receive-files.ts';
import { createConcurrencyLimit } from '#platform/media/concurrency-limit.ts';
import { encodeQuickly } from '#platform/media/encode.ts';
import { getActor } from '#platform/sessions/actor.ts';
import { getOwner, isOwnedBy, type OwnerColumns } from '#platform/sessions/owner.ts';
import { adminPhotographPath, type CommentState, photographPath } from './contract.ts';
import type { Photograph } from './find-comments.ts';

/** Pixels. */
const width = 960;
const maxPixels = 50_000_000;

const limitEncoding = createConcurrencyLimit(1);

export const openPhotographs = ({ files }: Pick<Shop, 'files'>): PrivateFiles =>
  createPrivateFiles(files, 'review-photographs');

/** Encodes and stores photographs. @returns null when one of the files is not an image */
export async function storePhotographs(shop: Shop, files: readonly ReceivedFile[]): Promise<Photograph[] | null> {
  const stored: Photograph[] = [];
  for (const { path } of files) {
    const photograph = await storePhotograph(shop, await readFile(path));
    if (photograph === null) {
      await openPhotographs(shop).remove(stored.map(({ id }) => id));
      return null;
    }
    stored.push(photograph);
  }
  return stored;
}

/**
 * Encodes a photograph anew, to remove metadata such as the location and embedded programs. The file is stored before
 * its row.
 * @returns null when the file is not an image
 */
export async function storePhotograph(shop: Shop, original: Buffer): Promise<Photograph | null> {
  const encoded = await limitEncoding(() => encodePhotograph(original));
  if (encoded === null) return null;
  const id = randomUUID();
  await withScratchPath(shop, async (path) => {
    await writeFile(path, encoded.bytes, { mode: 0o600, flag: 'wx', flush: true });
    await openPhotographs(shop).keep(id, path);
  });
  return { id, width: encoded.width, height: encoded.height };
}

async function encodePhotograph(original: Buffer) {
  try {
    const bytes = await encodeQuickly(original, width, 'webp', maxPixels);
    const { width: own, height } = await sharp(bytes).metadata();
    return { bytes, width: own, height };
  } catch {
    return null;
  }
}

const selectPhotograph = sqlQuery<OwnerColumns & { state: CommentState }>(
  'comments.find-photograph',
  `select c.visitor_id as "visitorId", c.customer_id as "customerId", c.state
  from comment_photographs p join comments c on c.id = p.comment_id where p.id = $1::uuid`,
);

const findPhotograph = async (db: Db, id: string) =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) ? ((await selectPhotograph(db, [id]))[0] ?? null) : null;

/** Seconds for which pages may still show a photograph after it was taken down. */
const maxAge = 300;

export function registerPhotographs(app: FastifyInstance, shop: Shop): void {
  app.get(photographPath(':id'), async (request, reply) => {
    const { id = '' } = request.params as { readonly id?: string };
    const found = await findPhotograph(shop.db, id);
    const isShown = found?.state === 'approved';
    const isOwn = found !== null && !isShown && isOwnedBy(found, getOwner(await getActor(shop, request)));
    if (!isShown && !isOwn) return reply.callStatusPage(404);
    return sendPhotograph(shop, reply, id, isShown ? `public, max-age=${maxAge}` : 'private, no-store');
  });
}

export function registerAdminPhotographs(app: FastifyInstance, shop: Shop): void {
  app.get(adminPhotographPath(':id'), { config: { requires: 'comments.read' } }, async (request, reply) => {
    const { id = '' } = request.params as { readonly id?: string };
    if ((await findPhotograph(shop.db, id)) === null) return reply.callNotFound();
    return sendPhotograph(shop, reply, id, 'private, no-store');
  });
}

async function sendPhotograph(shop: Shop, reply: FastifyReply, id: string, cacheControl: string) {
  const file = await openPhotographs(shop).open(id);
  if (file === null) return reply.callStatusPage(404);
  return reply
    .header('cache-control', cacheControl)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-length', file.bytes)
    .type('image/webp')
    .send(await file.stream());
}
