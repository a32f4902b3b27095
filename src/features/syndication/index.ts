export { syndication } from './feature.ts';
export { ListingHead, ProductHead, SiteHead } from './head.tsx';
export { type SitemapPage, sitemapPages } from './ports.ts';
export { syndicationSettings } from './settings.ts';
