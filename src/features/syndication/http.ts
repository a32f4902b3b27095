import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { openAccessHeaders } from './api/api-pages.ts';
import { categoriesApiPath, openApiPath, productsApiPath } from './contract.ts';
import { registerFeedRoute } from './feed/feed-route.ts';

export function registerSyndicationRoutes(app: FastifyInstance, shop: Shop): void {
  registerFeedRoute(app, shop);
  for (const path of [productsApiPath, `${productsApiPath}/:which`, categoriesApiPath, openApiPath]) {
    // Preflight: browsers send it for custom headers such as If-None-Match.
    app.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({
          ...openAccessHeaders,
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': '*',
        })
        .header('access-control-max-age', '86400')
        .send(),
    );
  }
}
