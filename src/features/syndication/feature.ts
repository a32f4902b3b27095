import type { Feature } from '#platform/features/feature.ts';
import { apiPages } from './api/api-pages.ts';
import { registerSyndicationRoutes } from './http.ts';
import { llms } from './llms.ts';
import { robots } from './robots.ts';
import { syndicationSettings } from './settings.ts';
import { sitemaps } from './sitemap/sitemap-pages.ts';
import { sitemapPages } from './slots.ts';
import { syndicationTexts } from './texts.ts';

/** Sitemap, robots.txt, structured data, product feed and catalogue API. */
export const syndication: Feature = {
  name: 'syndication',
  needs: ['catalog', 'inventory', 'shipping', 'search'],
  pages: [...sitemaps, robots, llms, ...apiPages],
  routes: registerSyndicationRoutes,
  slots: [sitemapPages],
  settings: [syndicationSettings],
  texts: [syndicationTexts],
};
