import { z } from 'zod';
import { categoryPath } from '#features/catalog/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { MediaRow } from '#platform/media/media.ts';
import { toStoreImage } from '../images.ts';
import { integerInput } from '../protocol/operation.ts';
import type { StoreCategory } from './product-schemas.ts';
import { listTerms, type TermPage, termListInput } from './term-lists.ts';

export const categoryListInput = z.object({
  ...termListInput.shape,
  parent: integerInput.optional().describe('0: the top level'),
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

/** Lists categories with the public filters. */
export async function listStoreCategories(shop: Shop, input: CategoryListInput): Promise<TermPage<StoreCategory>> {
  const { parent } = input;
  const categories = await loadCategories(shop, shop.db);
  return listTerms(
    categories.filter((category) => parent === undefined || category.parent === parent),
    input,
  );
}

export async function findStoreCategory(shop: Shop, id: number): Promise<StoreCategory | null> {
  return (await loadCategories(shop, shop.db)).find((category) => category.id === id) ?? null;
}
