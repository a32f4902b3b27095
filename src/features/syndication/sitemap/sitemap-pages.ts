import {
  brandPath,
  categoriesCacheTag,
  categoryPath,
  imagesCacheTag,
  productPath,
  productsCacheTag,
  shopPath,
  tagPath,
} from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Page, RawView } from '#platform/pages/page.ts';
import { sitemapPath } from '../contract.ts';
import { sitemapPages } from '../slots.ts';
import { element } from '../xml.ts';
import {
  type SitemapLabel,
  sitemapBrands,
  sitemapCategories,
  sitemapLists,
  sitemapParts,
  sitemapProducts,
  sitemapTags,
} from './sitemap-query.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const space = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const imageSpace = 'http://www.google.com/schemas/sitemap-image/1.1';
const ownPages = '/sitemap-pages.xml';

interface Entry {
  readonly path: string;
  readonly changedAt: Date | null;
  readonly images?: readonly string[];
}

/** The parts of the sitemap (sitemaps.org 0.9), with when the newest of what is in each changed. */
const index: Page = {
  name: 'sitemap',
  path: sitemapPath,
  async load(shop) {
    const [parts, filled] = [await sitemapParts(shop.db), await sitemapLists(shop.db)];
    const files: Entry[] = [
      { path: ownPages, changedAt: null },
      ...labels.flatMap((name) => (filled[name] ? [{ path: labelsPath(name), changedAt: null }] : [])),
      ...parts.map(({ part, changedAt }) => ({ path: `/sitemap-products-${part}.xml`, changedAt })),
    ];
    const body = files.map(({ path, changedAt }) => `<sitemap>${placeOf(shop, path, changedAt)}</sitemap>\n`).join('');
    return xml(`${declaration}<sitemapindex xmlns="${space}">\n${body}</sitemapindex>\n`, [
      categoriesCacheTag,
      productsCacheTag,
      shopPath,
      imagesCacheTag,
    ]);
  },
};

const products: Page = {
  name: 'sitemap-products',
  path: '/sitemap-products-:part.xml',
  async load(shop, _context, { part = '' }) {
    if (!/^(?:0|[1-9]\d{0,5})$/.test(part)) return { kind: 'missing' };
    const found = await sitemapProducts(shop.db, Number(part));
    if (found.length === 0) return { kind: 'missing' };
    const entries = found.map(({ slug, changedAt, images }) => ({
      path: productPath(slug),
      changedAt,
      images: images.map((image) => shop.media.picture(image).src),
    }));
    return urlset(shop, entries, [productsCacheTag, imagesCacheTag]);
  },
};

const labels = ['categories', 'tags', 'brands'] as const;
const labelsPath = (name: (typeof labels)[number]): string => `/sitemap-${name}.xml`;

function list(
  name: (typeof labels)[number],
  pathOf: (slug: string) => string,
  find: (db: Db) => Promise<SitemapLabel[]>,
): Page {
  return {
    name: `sitemap-${name}`,
    path: labelsPath(name),
    async load(shop) {
      const entries = (await find(shop.db)).map(({ slug, changedAt }) => ({ path: pathOf(slug), changedAt }));
      return urlset(shop, entries, [categoriesCacheTag, productsCacheTag, imagesCacheTag]);
    },
  };
}

const lists: readonly Page[] = [
  list('categories', categoryPath, sitemapCategories),
  list('tags', tagPath, sitemapTags),
  list('brands', brandPath, sitemapBrands),
];

const others: Page = {
  name: 'sitemap-pages',
  path: ownPages,
  async load(shop, context) {
    const more = (await shop.fill(sitemapPages, context, null)).flat();
    const own = ['/', shopPath].map((path) => ({ path, changedAt: null }));
    return urlset(shop, [...own, ...more], [categoriesCacheTag]);
  },
};

export const sitemaps: readonly Page[] = [index, products, ...lists, others];

function urlset(shop: Shop, entries: readonly Entry[], tags: readonly string[]): RawView {
  const urls = entries.map(({ path, changedAt, images = [] }) => {
    const shown = images.map(
      (image) => `<image:image>${element('image:loc', shop.config.publicUrl + image)}</image:image>`,
    );
    return `<url>${placeOf(shop, path, changedAt)}${shown.join('')}</url>\n`;
  });
  return xml(`${declaration}<urlset xmlns="${space}" xmlns:image="${imageSpace}">\n${urls.join('')}</urlset>\n`, tags);
}

function placeOf({ config }: Shop, path: string, changedAt: Date | null): string {
  return element('loc', config.publicUrl + path) + element('lastmod', changedAt?.toISOString());
}

function xml(body: string, tags: readonly string[]): RawView {
  return { kind: 'raw', type: 'application/xml; charset=utf-8', body, tags };
}
