import type { Feature } from '#platform/features/feature.ts';
import { apiPages } from './api/api-pages.ts';
import { registerSyndicationRoutes } from './http.ts';
import { llms } from './llms.ts';
import { sitemapPages } from './ports.ts';
import { robots } from './robots.ts';
import { syndicationSettings } from './settings.ts';
import { sitemaps } from './sitemap/sitemap-pages.ts';
import { syndicationTexts } from './texts.ts';

/** Sitemap, robots.txt, structured data, product feed and catalogue API. */
export const syndication: Feature = {
  name: 'syndication',
  needs: ['catalog', 'delivery-dates', 'inventory', 'pricing', 'shipping', 'search'],
  pages: [...sitemaps, robots, llms, ...apiPages],
  routes: registerSyndicationRoutes,
  ports: [sitemapPages],
  settings: [syndicationSettings],
  texts: [syndicationTexts],
};
