import type { PriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';

export interface ProductFilter {
  /**
   * Cursor: the last id of the previous page, or its offset in search results; 0 for the first
   * page.
   */
  readonly after: number;
  readonly limit: number;
  /** Slugs. */
  readonly category: string | null;
  readonly tag: string | null;
  readonly brand: string | null;
  /** Minor units, as prices are shown. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly inStock: boolean | null;
}

/** Not `exists`: PostgreSQL might read the offers of all products for it. */
const isAvailableProductSql =
  'coalesce((select true from product_offers o where o.product_id = p.id and o.is_available limit 1), false)';

const categoryTreeSql = `with recursive tree as (
    select id from categories where slug = $3 union select c.id from categories c join tree on c.parent_id = tree.id
  )`;

/** SQL expression: the bound of a product's tax class. */
const buildBoundSql = (bounds: string) => `coalesce(${bounds} ->> p.effective_tax_class, ${bounds} ->> '')::bigint`;

/** SQL expression: a price of `published_products p` as lists sort by it. That of a set is kept there alone. */
const listedPriceSql = (column: 'price_min' | 'price_max') =>
  `(select l.${column} from product_listing l where l.product_id = p.id)`;

/** `case` has the offers read last, of products that match everything else. */
const matchesFilterSql = `p.is_public and case
    when ($3::text is null or exists (select from product_categories pc where pc.product_id = p.id and pc.category_id = any(array(select id from tree))))
      and ($4::text is null or exists (select from product_tags pt join tags t on t.id = pt.tag_id where pt.product_id = p.id and t.slug = $4))
      and ($5::text is null or exists (select from product_brands pb join brands b on b.id = pb.brand_id where pb.product_id = p.id and b.slug = $5))
      and ($6::jsonb is null or ${listedPriceSql('price_max')} >= ${buildBoundSql('$6::jsonb')}) and ($7::jsonb is null or ${listedPriceSql('price_min')} <= ${buildBoundSql('$7::jsonb')})
    then $8::boolean is null or $8 = ${isAvailableProductSql} else false end`;

const findById = sqlQuery<{ id: number }>(
  'syndication.list-products-by-id',
  `${categoryTreeSql} select p.id from published_products p where ${matchesFilterSql} and p.id > $1 order by p.id limit $2`,
);

const findByRank = sqlQuery<{ id: number }>(
  'syndication.list-products-by-rank',
  `${categoryTreeSql} select p.id from unnest($9::integer[]) with ordinality as found(id, place) join published_products p on p.id = found.id
  where ${matchesFilterSql} order by found.place offset $1 limit $2`,
);

/**
 * Lists ids of public products.
 * @param scope `found`: search results, best first, to filter in this order; null: all products, by
 * id. `display`: how the prices of the filter are shown
 */
export async function listProductIds(
  db: Db,
  filter: ProductFilter,
  { found, display }: { readonly found: readonly number[] | null; readonly display: PriceDisplay },
): Promise<number[]> {
  const { after, limit, category, tag, brand, minPrice, maxPrice, inStock } = filter;
  const lowest = minPrice === null ? null : JSON.stringify(display.toLowestEntered(minPrice));
  const highest = maxPrice === null ? null : JSON.stringify(display.toHighestEntered(maxPrice));
  const values = [after, limit, category, tag, brand, lowest, highest, inStock];
  const rows = await (found ? findByRank(db, [...values, found]) : findById(db, values));
  return rows.map(({ id }) => id);
}

const findProduct = sqlQuery<{ id: number }>(
  'syndication.find-product',
  `select p.id from published_products p where p.is_public and (p.id = $1 or p.slug = $2) order by p.id = $1 desc limit 1`,
);

/** Finds a public product. A product with this id takes precedence over one with this slug. */
export async function findProductId(db: Db, idOrSlug: string): Promise<number | null> {
  const id = /^[1-9]\d{0,8}$/.test(idOrSlug) ? Number(idOrSlug) : null;
  return (await findProduct(db, [id, idOrSlug]))[0]?.id ?? null;
}
