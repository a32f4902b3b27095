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
import { sitemapPages } from '../ports.ts';
import { renderElement } from '../xml.ts';
import {
  getNonEmptyLists,
  listSitemapBrands,
  listSitemapCategories,
  listSitemapParts,
  listSitemapProducts,
  listSitemapTags,
  type SitemapLabel,
} from './sitemap-query.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1';
const pagesPath = '/sitemap-pages.xml';

interface SitemapEntry {
  readonly path: string;
  readonly changedAt: Date | null;
  readonly images?: readonly string[];
}

/** The sitemap index (sitemaps.org 0.9) with the last change of each part. */
const indexPage: Page = {
  name: 'sitemap',
  path: sitemapPath,
  async load(shop) {
    const [parts, filled] = [await listSitemapParts(shop.db), await getNonEmptyLists(shop.db)];
    const files: SitemapEntry[] = [
      { path: pagesPath, changedAt: null },
      ...labelKinds.flatMap((name) => (filled[name] ? [{ path: getLabelsPath(name), changedAt: null }] : [])),
      ...parts.map(({ part, changedAt }) => ({ path: `/sitemap-products-${part}.xml`, changedAt })),
    ];
    const body = files
      .map(({ path, changedAt }) => `<sitemap>${renderLocation(shop, path, changedAt)}</sitemap>\n`)
      .join('');
    return toXmlView(`${declaration}<sitemapindex xmlns="${sitemapNamespace}">\n${body}</sitemapindex>\n`, [
      categoriesCacheTag,
      productsCacheTag,
      shopPath,
      imagesCacheTag,
    ]);
  },
};

const productsPage: Page = {
  name: 'sitemap-products',
  path: '/sitemap-products-:part.xml',
  async load(shop, _context, { part = '' }) {
    if (!/^(?:0|[1-9]\d{0,5})$/.test(part)) return { kind: 'missing' };
    const found = await listSitemapProducts(shop.db, Number(part));
    if (found.length === 0) return { kind: 'missing' };
    const entries = found.map(({ slug, changedAt, images }) => ({
      path: productPath(slug),
      changedAt,
      images: images.map((image) => shop.media.picture(image).src),
    }));
    return renderUrlset(shop, entries, [productsCacheTag, imagesCacheTag]);
  },
};

const labelKinds = ['categories', 'tags', 'brands'] as const;
const getLabelsPath = (name: (typeof labelKinds)[number]): string => `/sitemap-${name}.xml`;

function defineLabelsPage(
  name: (typeof labelKinds)[number],
  toPath: (slug: string) => string,
  find: (db: Db) => Promise<SitemapLabel[]>,
): Page {
  return {
    name: `sitemap-${name}`,
    path: getLabelsPath(name),
    async load(shop) {
      const entries = (await find(shop.db)).map(({ slug, changedAt }) => ({ path: toPath(slug), changedAt }));
      return renderUrlset(shop, entries, [categoriesCacheTag, productsCacheTag, imagesCacheTag]);
    },
  };
}

const labelPages: readonly Page[] = [
  defineLabelsPage('categories', categoryPath, listSitemapCategories),
  defineLabelsPage('tags', tagPath, listSitemapTags),
  defineLabelsPage('brands', brandPath, listSitemapBrands),
];

const otherPages: Page = {
  name: 'sitemap-pages',
  path: pagesPath,
  async load(shop) {
    const sources = shop
      .implementations(sitemapPages)
      .map((source) => (typeof source === 'function' ? { tags: [], list: source } : source));
    const lists = sources.map(({ list }) => list(shop, shop.db));
    const mainPages = ['/', shopPath].map((path) => ({ path, changedAt: null }));
    return renderUrlset(
      shop,
      [...mainPages, ...(await Promise.all(lists)).flat()],
      [categoriesCacheTag, ...sources.flatMap(({ tags }) => tags)],
    );
  },
};

export const sitemaps: readonly Page[] = [indexPage, productsPage, ...labelPages, otherPages];

function renderUrlset(shop: Shop, entries: readonly SitemapEntry[], tags: readonly string[]): RawView {
  const urls = entries.map(({ path, changedAt, images = [] }) => {
    const imageElements = images.map(
      (image) => `<image:image>${renderElement('image:loc', shop.config.publicUrl + image)}</image:image>`,
    );
    return `<url>${renderLocation(shop, path, changedAt)}${imageElements.join('')}</url>\n`;
  });
  return toXmlView(
    `${declaration}<urlset xmlns="${sitemapNamespace}" xmlns:image="${imageNamespace}">\n${urls.join('')}</urlset>\n`,
    tags,
  );
}

function renderLocation({ config }: Shop, path: string, changedAt: Date | null): string {
  return renderElement('loc', config.publicUrl + path) + renderElement('lastmod', changedAt?.toISOString());
}

function toXmlView(body: string, tags: readonly string[]): RawView {
  return { kind: 'raw', type: 'application/xml; charset=utf-8', body, tags };
}
