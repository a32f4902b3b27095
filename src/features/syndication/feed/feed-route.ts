import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { chooseCoding } from '#platform/pages/content-coding.ts';
import { feedPath } from '../contract.ts';
import { syndicationSettings } from '../settings.ts';
import { generateFeed } from './feed.ts';
import { createFeedSpool } from './feed-spool.ts';

/** Serves the feed; it is generated on request when it has expired. */
export function registerFeedRoute(app: FastifyInstance, shop: Shop): void {
  const spool = createFeedSpool({
    generate: () => generateFeed(shop),
    getLifetime: () => shop.settings(syndicationSettings).feedMinutes * 60_000,
    now: () => shop.clock.now().getTime(),
  });
  app.addHook('onClose', () => spool.close());
  app.get(feedPath, { config: { lane: 'public' } }, async (request, reply) => {
    const file = await spool.getLatest();
    const etag = `"${file.hash}"`;
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'Accept-Encoding')
      .header('etag', `W/${etag}`)
      .header('last-modified', new Date(file.generatedAt).toUTCString());
    if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
    if (request.method === 'HEAD') return reply.send();
    const compressed = spool.open(file);
    if (acceptsGzip(request.headers['accept-encoding'])) {
      return reply.header('content-encoding', 'gzip').header('content-length', file.bytes).send(compressed);
    }
    const decompressed = createGunzip();
    pipeline(compressed, decompressed, () => undefined);
    return reply.send(decompressed);
  });
}

/** The file is gzip, so brotli is ignored. */
function acceptsGzip(accept: string | string[] | undefined): boolean {
  return (
    chooseCoding(
      [accept]
        .flat()
        .join(',')
        .replace(/\bbr\b/g, ''),
    ) === 'gzip'
  );
}
