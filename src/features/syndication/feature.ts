import type { FastifyInstance } from 'fastify';
import { registerPreflight } from '#platform/api/open-access.ts';
import type { Feature } from '#platform/features/feature.ts';
import type { Shop } from '#platform/features/shop.ts';
import { apiPages } from './api/api-pages.ts';
import { categoriesApiPath, productsApiPath } from './contract.ts';
import { registerFeedRoute } from './feed/feed-route.ts';
import { llms } from './llms.ts';
import { sitemapPages } from './ports.ts';
import { robots } from './robots.ts';
import { syndicationSettings } from './settings.ts';
import { sitemaps } from './sitemap/sitemap-pages.ts';
import { syndicationTexts } from './texts.ts';

export const syndication: Feature = {
  name: 'syndication',
  needs: ['catalog', 'delivery-dates', 'inventory', 'pricing', 'shipping', 'search'],
  pages: [...sitemaps, robots, llms, ...apiPages],
  routes: registerSyndicationRoutes,
  ports: [sitemapPages],
  settings: [syndicationSettings],
  texts: [syndicationTexts],
};

function registerSyndicationRoutes(app: FastifyInstance, shop: Shop): void {
  registerFeedRoute(app, shop);
  registerPreflight(app, [productsApiPath, `${productsApiPath}/:which`, categoriesApiPath]);
}
