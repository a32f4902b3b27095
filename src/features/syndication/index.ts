export { ArticleHead, BreadcrumbHead } from './article-head.tsx';
export { syndication } from './feature.ts';
export { ListingHead, ProductHead, SiteHead } from './head.tsx';
export { type SitemapPage, type SitemapSource, sitemapPages } from './ports.ts';
export { syndicationSettings } from './settings.ts';
export { renderElement } from './xml.ts';
