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
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { Page, RawView } from '#platform/pages/page.ts';
import { sitemapPath } from '../contract.ts';
import { sitemapPages } from '../ports.ts';
import { renderElement } from '../xml.ts';

/** Number of product ids, and thus the maximum of URLs, per part. The format allows 50,000 URLs and 50 MB. */
const partSize = 5000;
/** Maximum number of images listed per product. */
const maxImages = 10;

interface SitemapPart {
  readonly part: number;
  readonly changedAt: Date;
}

/** Divides ids of products into ranges, so that a new product changes only the last part. */
const findParts = sqlQuery<SitemapPart>(
  'syndication.sitemap-parts',
  `select p.id / ${partSize} as part, max(p.updated_at) as "changedAt" from published_products p where p.is_public group by 1 order by 1`,
);

const listSitemapParts = (db: Db): Promise<SitemapPart[]> => findParts(db, []);

interface SitemapProduct {
  readonly slug: string;
  readonly changedAt: Date;
  readonly images: readonly MediaRow[];
}

const findProducts = sqlQuery<SitemapProduct>(
  'syndication.sitemap-products',
  `select p.slug, p.updated_at as "changedAt", (
    select coalesce(json_agg(json_build_object('id', i.id, 'sha256', i.sha256, 'width', i.width, 'height', i.height, 'color', i.color, 'alt', i.alt)
      order by i.position), '[]')
    from (select m.*, pm.position from product_media pm join platform.media m on m.id = pm.media_id
      where pm.product_id = p.id and not pm.is_placeholder order by pm.position limit ${maxImages}) i) as images
  from published_products p where p.id between $1 and $2 and p.is_public order by p.id`,
);

function listSitemapProducts(db: Db, part: number): Promise<SitemapProduct[]> {
  return findProducts(db, [part * partSize, (part + 1) * partSize - 1]);
}

interface SitemapLabel {
  readonly slug: string;
  readonly changedAt: Date | null;
}

/** Maximum number of URLs in a file (sitemaps.org). */
const maxUrls = 50_000;

const findCategories = sqlQuery<SitemapLabel>(
  'syndication.sitemap-categories',
  `select c.slug, (select max(p.updated_at) from product_categories pc join published_products p on p.id = pc.product_id
    where pc.category_id = c.id and p.is_public) as "changedAt"
  from categories c order by c.id limit ${maxUrls}`,
);

const listSitemapCategories = (db: Db): Promise<SitemapLabel[]> => findCategories(db, []);

/** Leaves out tags and brands without public products. */
function defineLabelsQuery(
  table: 'tags' | 'brands',
  column: 'tag_id' | 'brand_id',
): (db: Db) => Promise<SitemapLabel[]> {
  const query = sqlQuery<SitemapLabel>(
    `syndication.sitemap-${table}`,
    `select x.slug, max(p.updated_at) as "changedAt" from ${table} x join product_${table} px on px.${column} = x.id
      join published_products p on p.id = px.product_id and p.is_public group by x.id, x.slug order by x.id limit ${maxUrls}`,
  );
  return (db) => query(db, []);
}

interface NonEmptyLists {
  readonly categories: boolean;
  readonly tags: boolean;
  readonly brands: boolean;
}

const hasProductsSql = (table: string) =>
  `exists (select from ${table} px join published_products p on p.id = px.product_id and p.is_public)`;

const findNonEmptyLists = sqlQuery<NonEmptyLists>(
  'syndication.sitemap-filled-lists',
  `select exists (select from categories) as categories, ${hasProductsSql('product_tags')} as tags, ${hasProductsSql('product_brands')} as brands`,
);

async function getNonEmptyLists(db: Db): Promise<NonEmptyLists> {
  return (await findNonEmptyLists(db, []))[0] ?? { categories: false, tags: false, brands: false };
}

const listSitemapTags = defineLabelsQuery('tags', 'tag_id');
const listSitemapBrands = defineLabelsQuery('brands', 'brand_id');

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const sitemapNamespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const imageNamespace = 'http://www.google.com/schemas/sitemap-image/1.1';
const pagesPath = '/sitemap-pages.xml';

interface SitemapEntry {
  readonly path: string;
  readonly changedAt: Date | null;
  readonly images?: readonly string[];
}

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
