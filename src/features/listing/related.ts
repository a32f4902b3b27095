import {
  cardColumnsSql,
  type LocalSlug,
  type ProductCard,
  type ProductCardRow,
  toProductCard,
} from '#features/catalog/index.ts';
import { type PriceDisplay, pricesAsEntered } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

/** Limits the work in large categories. */
const maxCandidates = 100;

const buildCandidatesSql = (
  column: 'category_ids' | 'tag_ids',
) => `select l.product_id, l.in_stock, l.category_ids, l.tag_ids from own, product_listing l
    where l.in_lists and l.${column} && own.${column} and l.product_id <> all(own.shown)`;

// Test only whether arrays overlap: counting the shared values would cost more than the rest of the query.
const buildNearestSql = (own: string, limit: string | number) => `with own as materialized (
    select p.id, array(select category_id from product_categories where product_id = p.id) as category_ids, coalesce(l.tag_ids, '{}') as tag_ids,
      p.id || array(select linked_id from product_links where product_id = p.id) as shown
    from published_products p left join product_listing l on l.product_id = p.id where ${own}
  ),
  same_category as materialized (${buildCandidatesSql('category_ids')} limit ${maxCandidates}),
  same_tag as materialized (${buildCandidatesSql('tag_ids')} and (select count(*) from same_category) < ${limit} limit ${maxCandidates}),
  nearest as materialized (
    select near.product_id, row_number() over (order by near.in_stock desc,
      (near.category_ids @> own.category_ids)::integer + (near.category_ids && own.category_ids)::integer + (near.tag_ids && own.tag_ids)::integer desc,
      near.product_id > own.id desc, near.product_id) as nth
    from (select * from same_category union select * from same_tag) near, own order by nth limit ${limit}
  )`;

const findRelated = sqlQuery<ProductCardRow>(
  'listing.related-products',
  `${buildNearestSql('p.locale = $4 and p.slug = $2', '$3')}
  select ${cardColumnsSql('$1::timestamptz')} from nearest join published_products p on p.id = nearest.product_id order by nearest.nth`,
);

interface CardOptions {
  readonly limit: number;
  readonly now: Date;
  /** How prices are shown. Default: as they are entered. */
  readonly display?: PriceDisplay;
}

/**
 * Returns products of the same categories, or of the same tags when there are few. Sorted by stock, the number of
 * shared categories and tags, and id, starting after the product's own id, so that the pages of a category do not all
 * show the same products. Leaves out the product's upsells, cross-sells and members, which its page already shows.
 * One query.
 */
export async function getRelatedProducts(
  db: Db,
  { locale, slug }: LocalSlug,
  { limit, now, display = pricesAsEntered }: CardOptions,
): Promise<ProductCard[]> {
  return (await findRelated(db, [now, slug, limit, locale])).map((row) => toProductCard(row, display));
}

const queryRelatedIds = sqlQuery<{ id: number }>(
  'listing.related-ids',
  `${buildNearestSql('p.id = $1', maxCandidates)} select product_id as id from nearest order by nth`,
);

/**
 * Finds the ids of related products, at most 100, nearest first; none for a product that is not published. One query.
 */
export async function findRelatedIds(db: Db, productId: number): Promise<number[]> {
  return (await queryRelatedIds(db, [productId])).map(({ id }) => id);
}
