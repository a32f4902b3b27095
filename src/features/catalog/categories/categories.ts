import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { MediaRow } from '#platform/media/media.ts';
import type { LocalSlug } from '../contract.ts';
import { mediaJsonSql } from '../images/media-json.ts';

export interface CategoryNode {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly children: readonly CategoryNode[];
}

interface CategoryRow {
  id: number;
  parentId: number | null;
  slug: string;
  name: string;
}

const queryCategories = sqlQuery<CategoryRow>(
  'catalog.list-categories',
  'select id, parent_id as "parentId", slug, name from categories order by position, name collate "und-x-icu", id',
);

/** Returns all categories as a tree, sorted by position. Uses one query. */
export async function getCategoryTree(db: Db): Promise<CategoryNode[]> {
  const children = Map.groupBy(await queryCategories(db, []), (row) => row.parentId);
  const toNodes = (parentId: number | null): CategoryNode[] =>
    (children.get(parentId) ?? []).map(({ id, slug, name }) => ({ id, slug, name, children: toNodes(id) }));
  return toNodes(null);
}

export interface CategorySummary {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

export interface CategoryView extends CategorySummary {
  /** HTML, sanitised when it was written. */
  readonly description: string;
  readonly image: MediaRow | null;
  /** Title and description for search engines. When empty, the name and the beginning of the description are used. */
  readonly seoTitle: string;
  readonly seoDescription: string;
  readonly path: readonly CategorySummary[];
  readonly children: readonly CategorySummary[];
}

const queryCategoryBySlug = sqlQuery<CategoryView>(
  'catalog.find-category-by-slug',
  `with recursive ancestors as (
    select id, parent_id, slug, name, 0 as height from categories where locale = $2 and slug = $1
    union all select c.id, c.parent_id, c.slug, c.name, ancestors.height + 1 from categories c join ancestors on c.id = ancestors.parent_id
  )
  select c.id, c.slug, c.name, c.description, c.seo_title as "seoTitle", c.seo_description as "seoDescription", (select ${mediaJsonSql('i')} from platform.media i where i.id = c.image_id) as image,
    (select json_agg(json_build_object('id', id, 'slug', slug, 'name', name) order by height desc) from ancestors) as path,
    (select coalesce(json_agg(json_build_object('id', child.id, 'slug', child.slug, 'name', child.name) order by child.position, child.name collate "und-x-icu", child.id), '[]')
      from categories child where child.parent_id = c.id) as children
  from categories c where c.locale = $2 and c.slug = $1`,
);

export async function findCategoryBySlug(db: Db, { locale, slug }: LocalSlug): Promise<CategoryView | null> {
  return (await queryCategoryBySlug(db, [slug, locale]))[0] ?? null;
}

export interface CategoryTile {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  /** The category's own image, else the first image of its products that is not a placeholder. */
  readonly image: MediaRow | null;
  readonly children: readonly CategorySummary[];
}

const queryCategoryTiles = sqlQuery<CategoryTile>(
  'catalog.category-tiles',
  `select c.id, c.slug, c.name, (select ${mediaJsonSql('m')} from platform.media m where m.id = coalesce(c.image_id, (
      select i.media_id from product_categories pc join published_products p on p.id = pc.product_id
      join product_media i on i.product_id = p.id and not i.is_placeholder
      where pc.category_id = c.id order by p.position, p.id, i.position limit 1))) as image,
    (select coalesce(json_agg(json_build_object('id', child.id, 'slug', child.slug, 'name', child.name) order by child.position, child.name collate "und-x-icu", child.id), '[]')
      from categories child where child.parent_id = c.id) as children
  from categories c where c.parent_id is null order by c.position, c.name collate "und-x-icu", c.id`,
);

export async function getCategoryTiles(db: Db): Promise<CategoryTile[]> {
  return queryCategoryTiles(db, []);
}
