import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';

/** `/media/<16 digits>-<width>.<avif|webp|jpg>`. Changes nothing in the database. */
export function registerMediaRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/media/:name', { config: { lane: 'file' } }, async (request, reply) => {
    const opened = await shop.media.open(shop.db, (request.params as { name: string }).name);
    if (!opened.ok && opened.code === 'BUSY') return reply.code(503).header('retry-after', '2').send();
    if (!opened.ok && opened.code === 'REPLACED')
      return reply.header('cache-control', 'public, max-age=60').redirect(`/media/${opened.name}`, 302);
    if (!opened.ok) return reply.callNotFound();
    const { etag, type, bytes, isFinal, stream } = opened.file;
    reply
      .header('cache-control', isFinal ? 'public, max-age=31536000, immutable' : 'public, max-age=60')
      .header('etag', etag);
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    return reply
      .header('x-content-type-options', 'nosniff')
      .header('content-length', bytes)
      .type(type)
      .send(await stream());
  });
}
