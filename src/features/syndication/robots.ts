import { searchPath } from '#features/search/index.ts';
import { ajaxEndpoints } from '#platform/config/wire-names.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Page } from '#platform/pages/page.ts';
import { sitemapPath } from './contract.ts';
import { syndicationSettings } from './settings.ts';

/** Search results and sorted listings, excluded as duplicate content. */
const duplicatePaths = [`${searchPath}$`, `${searchPath}?`, '/*?orderby=', '/*&orderby='];

/** Allows the catalogue API below disallowed paths: by RFC 9309 the longest matching rule wins. */
export const robots: Page = {
  name: 'robots',
  path: '/robots.txt',
  async load(shop) {
    const rules = [
      ...['/api/catalog/', '/feeds/'].map((path) => `Allow: ${path}`),
      ...[...new Set(listDisallowedPaths(shop))].map((path) => `Disallow: ${path}`),
    ];
    const body = ['User-agent: *', ...rules, '', `Sitemap: ${shop.config.publicUrl}${sitemapPath}`, ''].join('\n');
    return { kind: 'raw', type: 'text/plain; charset=utf-8', body, tags: [] };
  },
};

function listDisallowedPaths(shop: Shop): string[] {
  const { disallow } = shop.settings(syndicationSettings);
  return [...shop.privatePaths.flatMap(toPathRules), ...duplicatePaths, ...listAjaxPaths(shop), ...disallow];
}

/** Returns the patterns of a path. `$` anchors the end, so that a rule for `/cart` does not match `/cartography`. */
function toPathRules(path: string): string[] {
  return path.endsWith('/') ? [path] : [`${path}$`, `${path}?`, `${path}/`];
}

function listAjaxPaths({ wire }: Pick<Shop, 'wire'>): string[] {
  const { apiRoot, rest, platformRest } = wire;
  return [
    ...[apiRoot, rest, platformRest].map((root) => `${root}/`),
    ...ajaxEndpoints.map((name) => wire[name]).flatMap((path) => [`${path}$`, `${path}?`]),
  ];
}
