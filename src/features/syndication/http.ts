import type { FastifyInstance } from 'fastify';
import { registerPreflight } from '#platform/api/open-access.ts';
import type { Shop } from '#platform/features/shop.ts';
import { categoriesApiPath, productsApiPath } from './contract.ts';
import { registerFeedRoute } from './feed/feed-route.ts';

export function registerSyndicationRoutes(app: FastifyInstance, shop: Shop): void {
  registerFeedRoute(app, shop);
  registerPreflight(app, [productsApiPath, `${productsApiPath}/:which`, categoriesApiPath]);
}
