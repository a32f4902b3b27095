import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { getProductViews } from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { chooseCoding } from '#platform/pages/content-coding.ts';
import { feedPath } from '../contract.ts';
import { buildProductFacts } from '../product-facts.ts';
import { syndicationSettings } from '../settings.ts';
import { renderElement } from '../xml.ts';
import { renderFeedItems } from './feed-items.ts';
import { createFeedSpool } from './feed-spool.ts';

/** Products in memory at a time. */
const batchSize = 50;

const findFeedProducts = sqlQuery<{ id: number }>(
  'syndication.list-sold-products',
  `select p.id from published_products p where p.is_public and p.type in ('simple', 'variable') and p.id > $1 order by p.id limit $2`,
);

/** Lists ids of products that are sold here, ascending, after the id `after`. */
async function listFeedProductIds(db: Db, after: number, limit: number): Promise<number[]> {
  return (await findFeedProducts(db, [after, limit])).map(({ id }) => id);
}

/**
 * Generates the feed in batches: RSS 2.0 with Google's namespace, one item per variation that is
 * sold here.
 */
async function* generateFeed(shop: Shop): AsyncGenerator<string> {
  const { name, tagline } = shop.choices;
  const now = shop.clock.now();
  const display = await loadPriceDisplay(shop, shop.db);
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:c="http://base.google.com/cns/1.0">\n<channel>\n';
  yield `${renderElement('title', name)}${renderElement('link', `${shop.config.publicUrl}/`)}${renderElement('description', tagline)}\n`;
  let ids = await listFeedProductIds(shop.db, 0, batchSize);
  while (ids.length > 0) {
    const products = await getProductViews(shop.db, ids, now, display);
    yield products
      .map((product) => renderFeedItems(shop, buildProductFacts(shop, product, { now, display }), now))
      .join('');
    ids = await listFeedProductIds(shop.db, ids.at(-1) ?? 0, batchSize);
  }
  yield '</channel>\n</rss>\n';
}

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
