import type { FastifyInstance } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { openToAll } from './api/api-pages.ts';
import { categoriesApiPath, openApiPath, productsApiPath } from './contract.ts';
import { feedRoute } from './feed/feed-route.ts';

export function syndicationRoutes(app: FastifyInstance, shop: Shop): void {
  feedRoute(app, shop);
  for (const path of [productsApiPath, `${productsApiPath}/:which`, categoriesApiPath, openApiPath]) {
    // A browser asks first when a page sends headers of its own, such as If-None-Match.
    app.options(path, (_request, reply) =>
      reply
        .code(204)
        .headers({ ...openToAll, 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': '*' })
        .header('access-control-max-age', '86400')
        .send(),
    );
  }
}
