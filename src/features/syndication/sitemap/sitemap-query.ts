import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';

/** Product ids, and thus at most as many URLs, per part. The format allows 50,000 and 50 MB. */
const partSize = 5000;
/** Maximum number of pictures of a product. */
const maxImages = 10;

export interface SitemapPart {
  readonly part: number;
  readonly changedAt: Date;
}

/** A part is a range of ids, so a new product changes only the last one. */
const findParts = sqlQuery<SitemapPart>(
  'syndication.sitemap-parts',
  `select p.id / ${partSize} as part, max(p.updated_at) as "changedAt" from published_products p where p.is_public group by 1 order by 1`,
);

export const listSitemapParts = (db: Db): Promise<SitemapPart[]> => findParts(db, []);

export interface SitemapProduct {
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

export function listSitemapProducts(db: Db, part: number): Promise<SitemapProduct[]> {
  return findProducts(db, [part * partSize, (part + 1) * partSize - 1]);
}

/** A category, tag or brand. */
export interface SitemapLabel {
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

export const listSitemapCategories = (db: Db): Promise<SitemapLabel[]> => findCategories(db, []);

/** Labels without public products are left out. */
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

/** Tells which lists are not empty. */
export async function getNonEmptyLists(db: Db): Promise<NonEmptyLists> {
  return (await findNonEmptyLists(db, []))[0] ?? { categories: false, tags: false, brands: false };
}

export const listSitemapTags = defineLabelsQuery('tags', 'tag_id');
export const listSitemapBrands = defineLabelsQuery('brands', 'brand_id');
