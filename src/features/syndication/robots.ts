import type { Shop } from '#platform/features/shop.ts';
import type { Page } from '#platform/pages/page.ts';
import { sitemapPath } from './contract.ts';
import { syndicationSettings } from './settings.ts';

/** What is about its visitor, or the same again in another order. `$` ends a path, so that `/cartography` stays open. */
const closed = [
  ...['/cart$', '/cart?', '/cart/', '/checkout$', '/checkout?', '/checkout/', '/order/', '/account$', '/account/'],
  ...['/wishlist$', '/wishlist?', '/wishlist/', '/search$', '/search?', '/outbox', '/*?orderby=', '/*&orderby='],
];

/** RFC 9309. The longest rule that fits decides, so the catalogue's API stays open. */
export const robots: Page = {
  name: 'robots',
  path: '/robots.txt',
  async load(shop) {
    const rules = [
      ...['/api/catalog/', '/feeds/'].map((path) => `Allow: ${path}`),
      ...[...new Set([...closed, ...callsOf(shop), ...shop.settings(syndicationSettings).disallow])].map(
        (path) => `Disallow: ${path}`,
      ),
    ];
    const body = ['User-agent: *', ...rules, '', `Sitemap: ${shop.config.publicUrl}${sitemapPath}`, ''].join('\n');
    return { kind: 'raw', type: 'text/plain; charset=utf-8', body, tags: [] };
  },
};

function callsOf({ wire }: Pick<Shop, 'wire'>): string[] {
  const { apiRoot, rest, platformRest, ajaxEndpoint, platformAjaxEndpoint, wishlistAjax } = wire;
  return [
    ...[apiRoot, rest, platformRest].map((root) => `${root}/`),
    ...[ajaxEndpoint, platformAjaxEndpoint, wishlistAjax].flatMap((path) => [`${path}$`, `${path}?`]),
  ];
}
