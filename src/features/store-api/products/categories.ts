import { z } from 'zod';
import { categoryPath } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { toStoreImage } from '../images.ts';
import { booleanInput, integerInput } from '../protocol/operation.ts';
import { productFilters } from './product-query.ts';
import type { StoreCategory } from './product-schemas.ts';

export const categoryListInput = z.object({
  page: integerInput.pipe(z.int().min(1).max(100_000)).default(1),
  per_page: integerInput.pipe(z.int().min(0).max(100)).default(0).describe('0: all'),
  search: z.string().max(200).optional(),
  include: productFilters.include,
  exclude: productFilters.exclude,
  parent: integerInput.optional().describe('0: the top level'),
  order: z.enum(['asc', 'desc']).default('asc'),
  orderby: z.enum(['name', 'slug', 'count']).default('name'),
  hide_empty: booleanInput.default(true),
});

type CategoryListInput = z.infer<typeof categoryListInput>;

interface CategoryRow {
  id: number;
  name: string;
  slug: string;
  description: string;
  parent: number;
  count: number;
  reviewCount: number;
  image: MediaRow | null;
}

const listCategories = sqlQuery<CategoryRow>(
  'store-api.list-categories',
  `select c.id, c.name, c.slug, c.description, coalesce(c.parent_id, 0) as parent, counted.products as count, counted.reviews as "reviewCount",
    (select json_build_object('id', m.id, 'sha256', m.sha256, 'width', m.width, 'height', m.height, 'color', m.color, 'alt', m.alt)
      from platform.media m where m.id = c.image_id) as image
  from categories c cross join lateral (
    select count(*)::integer as products, coalesce(sum(p.rating_count), 0)::integer as reviews
    from product_listing l join published_products p on p.id = l.product_id where l.in_lists and l.category_ids @> array[c.id]
  ) counted
  order by c.name collate "und-x-icu", c.id`,
);

/** Loads all categories; there are some hundreds at most. One query. */
async function loadCategories(shop: Shop, db: Db): Promise<StoreCategory[]> {
  return (await listCategories(db, [])).map(({ reviewCount, image, ...row }) => ({
    ...row,
    image: image && toStoreImage(shop, image),
    review_count: reviewCount,
    permalink: shop.config.publicUrl + categoryPath(row.slug),
  }));
}

export interface CategoryPage {
  readonly categories: readonly StoreCategory[];
  readonly total: number;
  readonly pages: number;
}

/** Lists categories with the public filters. */
export async function listStoreCategories(shop: Shop, input: CategoryListInput): Promise<CategoryPage> {
  const { search, include, exclude, parent, hide_empty: isEmptyHidden, orderby, order } = input;
  const wanted = search?.toLowerCase();
  const matching = (await loadCategories(shop, shop.db)).filter(
    (category) =>
      (wanted === undefined || category.name.toLowerCase().includes(wanted)) &&
      (include === undefined || include.includes(category.id)) &&
      !exclude?.includes(category.id) &&
      (parent === undefined || category.parent === parent) &&
      (!isEmptyHidden || category.count > 0),
  );
  const sorted =
    orderby === 'name' ? matching : matching.toSorted((one, other) => compare(one[orderby], other[orderby]));
  const ordered = order === 'desc' ? sorted.toReversed() : sorted;
  const perPage = input.per_page === 0 ? Math.max(ordered.length, 1) : input.per_page;
  const start = (input.page - 1) * perPage;
  return {
    categories: ordered.slice(start, start + perPage),
    total: ordered.length,
    pages: Math.ceil(ordered.length / perPage),
  };
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

export async function findStoreCategory(shop: Shop, id: number): Promise<StoreCategory | null> {
  return (await loadCategories(shop, shop.db)).find((category) => category.id === id) ?? null;
}
