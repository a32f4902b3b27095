export { journal } from './feature.ts';
export { journalSitemap } from './pages/sitemap.ts';
export { authorPart, termPart } from './posts/content-parts.ts';
export { postDetails } from './posts/post-details.ts';
