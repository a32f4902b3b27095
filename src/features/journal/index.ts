export { journal } from './feature.ts';
export { journalSitemap } from './pages/sitemap.ts';
export { postDetails } from './posts/post-details.ts';
