import { type SQL, sql } from 'drizzle-orm';
import type { AmountsByTaxClass, PriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { attributePrefix } from '../cart/item-reply.ts';
import type { ProductFilters, ProductListInput } from './product-query.ts';

/**
 * Lists of products with the public filters, on the rows that listings use. Statements are made for
 * the filters of a request, so that PostgreSQL plans for them; values are parameters.
 */

interface TermRow {
  kind: 'category' | 'tag' | 'brand' | 'term';
  id: number;
  slug: string;
  /** Slug of a term's attribute. */
  attribute: string | null;
}

const findTermRows = sqlQuery<TermRow>(
  'store-api.find-filter-terms',
  `select 'category' as kind, id, slug, null as attribute from categories where slug = any($1) or id::text = any($1)
  union all select 'tag', id, slug, null from tags where slug = any($2) or id::text = any($2)
  union all select 'brand', id, slug, null from brands where slug = any($3) or id::text = any($3)
  union all select 'term', t.id, t.slug, a.slug from attributes a join attribute_terms t on t.attribute_id = a.id
    where a.product_id is null and a.slug = any($4) and (t.slug = any($5) or t.id = any($6::integer[]))`,
);

/** The slug of an attribute that a call names `pa_color`. */
export function toAttributeSlug(taxonomy: string): string {
  return taxonomy.startsWith(attributePrefix) ? taxonomy.slice(attributePrefix.length) : taxonomy;
}

async function findTerms(db: Db, filters: ProductFilters): Promise<readonly TermRow[]> {
  const { category = [], tag = [], brand = [], attributes = [] } = filters;
  if (category.length + tag.length + brand.length + attributes.length === 0) return [];
  const values = [
    ...[category, tag, brand],
    attributes.map(({ attribute }) => toAttributeSlug(attribute)),
    attributes.flatMap(({ slug = [] }) => slug),
    attributes.flatMap(({ term_id = [] }) => term_id),
  ];
  return findTermRows(db, values);
}

const toArray = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::integer[]`;
const toTextArray = (values: readonly string[]) =>
  sql`array(select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) as each(value))`;
const never = sql`false`;

type Operator = 'in' | 'not_in' | 'and';

/** @param wanted number of terms that were asked for: with `and` an unknown one matches nothing */
function matchIds(column: SQL, ids: readonly number[], operator: Operator, wanted: number): SQL {
  if (operator === 'not_in') return sql`not (${column} && ${toArray(ids)})`;
  if (operator === 'and') return ids.length < wanted ? never : sql`${column} @> ${toArray(ids)}`;
  return ids.length === 0 ? never : sql`${column} && ${toArray(ids)}`;
}

/** A condition, and the attribute that it filters by, if any. */
export interface ProductCondition {
  readonly sql: SQL;
  readonly attribute: string | null;
}

/** Prices are compared by the tax class of the product, as in listings. */
function matchBound(bounds: AmountsByTaxClass): SQL {
  const json = JSON.stringify(bounds);
  return sql`coalesce(${json}::jsonb ->> p.effective_tax_class, ${json}::jsonb ->> '')::bigint`;
}

/** All that can be bought of the product is on backorder. */
const isOnBackorderSql = sql.raw(`l.in_stock and not exists (
  select from product_offers o join variations v on v.id = o.variation_id join stock_levels s on s.variation_id = v.stock_id
  where o.product_id = l.product_id and o.is_available and not (s.managed and s.on_hand <= 0))
  and exists (select from product_offers o where o.product_id = l.product_id)`);

/** @param states of the filter `stock_status` */
export function matchStock(states: readonly string[]): SQL {
  const matches: Readonly<Record<string, SQL>> = {
    outofstock: sql`not l.in_stock`,
    onbackorder: sql`(${isOnBackorderSql})`,
    instock: sql`(l.in_stock and not (${isOnBackorderSql}))`,
  };
  if (states.includes('instock') && states.includes('onbackorder'))
    return states.includes('outofstock') ? sql`true` : sql`l.in_stock`;
  return joinSql(
    states.flatMap((state) => matches[state] ?? []),
    ' or ',
  );
}

const visibilitySql = {
  any: null,
  visible: sql`l.in_lists and l.in_search`,
  catalog: sql`l.in_lists`,
  search: sql`l.in_search`,
  hidden: never,
};

export interface FilterContext {
  readonly display: PriceDisplay;
  /** Ids of a search, best first; null without one. */
  readonly found: readonly number[] | null;
}

/** Makes the conditions on rows `l` of `product_listing` and `p` of `published_products`. At most one query. */
export async function buildConditions(
  db: Db,
  filters: ProductFilters,
  { display, found }: FilterContext,
): Promise<ProductCondition[]> {
  const terms = await findTerms(db, filters);
  const plain: (SQL | null | false | undefined)[] = [
    sql`p.is_public`,
    ...buildTaxonomyConditions(filters, terms),
    found !== null && sql`l.product_id = any(${toArray(found)})`,
    filters.include && sql`l.product_id = any(${toArray(filters.include)})`,
    filters.exclude && sql`not l.product_id = any(${toArray(filters.exclude)})`,
    filters.parent && !filters.parent.includes(0) && never,
    filters.parent_exclude?.includes(0) && never,
    filters.slug && sql`p.slug = any(${toTextArray(filters.slug)})`,
    filters.type && sql`p.type = ${filters.type}`,
    filters.sku &&
      sql`l.product_id in (select v.product_id from variations v where lower(v.sku) = any(${toTextArray(filters.sku.map((sku) => sku.toLowerCase()))}))`,
    filters.featured !== undefined && sql`l.featured = ${filters.featured}`,
    filters.on_sale !== undefined && sql`l.on_sale = ${filters.on_sale}`,
    filters.min_price !== undefined && sql`l.price_max >= ${matchBound(display.toLowestEntered(filters.min_price))}`,
    filters.max_price !== undefined && sql`l.price_min <= ${matchBound(display.toHighestEntered(filters.max_price))}`,
    filters.stock_status && filters.stock_status.length > 0 && sql`(${matchStock(filters.stock_status)})`,
    filters.rating && sql`round(l.rating) = any(${toArray(filters.rating)})`,
    visibilitySql[filters.catalog_visibility],
    ...buildDateConditions(filters),
  ];
  return [
    ...plain.flatMap((condition) => (condition ? [{ sql: condition, attribute: null }] : [])),
    ...buildAttributeConditions(filters, terms),
  ];
}

function buildTaxonomyConditions(filters: ProductFilters, terms: readonly TermRow[]): (SQL | false)[] {
  const match = (kind: TermRow['kind'], column: string, wanted: readonly string[] | undefined, operator: Operator) =>
    wanted !== undefined &&
    matchIds(
      sql.raw(`l.${column}`),
      terms.filter((term) => term.kind === kind).map(({ id }) => id),
      operator,
      new Set(wanted).size,
    );
  return [
    match('category', 'category_ids', filters.category, filters.category_operator),
    match('tag', 'tag_ids', filters.tag, filters.tag_operator),
    match('brand', 'brand_ids', filters.brand, filters.brand_operator),
  ];
}

function buildDateConditions({ after, before, date_column: column }: ProductFilters): (SQL | false | undefined)[] {
  const time = sql.raw(column.startsWith('modified') ? 'p.updated_at' : 'p.published_at');
  return [
    after && sql`${time} > ${after.toISOString()}::timestamptz`,
    before && sql`${time} < ${before.toISOString()}::timestamptz`,
  ];
}

function buildAttributeConditions(
  { attributes = [], attribute_relation: relation }: ProductFilters,
  terms: readonly TermRow[],
): ProductCondition[] {
  const conditions = attributes.map(({ attribute: taxonomy, slug = [], term_id: ids = [], operator }) => {
    const attribute = toAttributeSlug(taxonomy);
    const chosen = terms.filter(
      (term) =>
        term.kind === 'term' && term.attribute === attribute && (slug.includes(term.slug) || ids.includes(term.id)),
    );
    const wanted = new Set([...slug, ...ids]).size;
    return {
      attribute,
      sql: matchIds(
        sql.raw('l.term_ids'),
        chosen.map(({ id }) => id),
        operator,
        wanted,
      ),
    };
  });
  if (relation !== 'or' || conditions.length < 2) return conditions;
  const either = joinSql(
    conditions.map((condition) => condition.sql),
    ' or ',
  );
  return [{ attribute: null, sql: sql`(${either})` }];
}

function joinSql(parts: readonly SQL[], separator: ' and ' | ' or '): SQL {
  return sql.join([...parts], sql.raw(separator));
}

/** Rows `l` and `p` that match. */
export function buildMatchSql(conditions: readonly ProductCondition[]): SQL {
  const where = joinSql(
    conditions.map((condition) => condition.sql),
    ' and ',
  );
  return sql`product_listing l join published_products p on p.id = l.product_id where ${where}`;
}

type Sort = NonNullable<ProductListInput['orderby']>;

/** Ascending; `popularity` is the order of the shop, since sales are not public. */
const sortColumns: Readonly<Record<Exclude<Sort, 'include'>, string>> = {
  date: 'p.published_at',
  modified: 'p.updated_at',
  id: 'l.product_id',
  title: 'l.name collate "und-x-icu"',
  slug: 'p.slug',
  price: 'l.price_min',
  popularity: 'l.position',
  rating: 'l.rating',
  menu_order: 'l.position',
  comment_count: 'p.rating_count',
};

function buildOrderSql({ orderby, order, include }: ProductListInput, found: readonly number[] | null): SQL {
  if (orderby === undefined && found !== null) return sql`array_position(${toArray(found)}, l.product_id)`;
  if (orderby === 'include' && include) return sql`array_position(${toArray(include)}, l.product_id)`;
  const sort = orderby === undefined || orderby === 'include' ? 'date' : orderby;
  const direction = order ?? (sort === 'menu_order' || sort === 'popularity' ? 'asc' : 'desc');
  const column = sort === 'price' && direction === 'desc' ? 'l.price_max' : sortColumns[sort];
  return sql.raw(`${column} ${direction} nulls last, l.product_id ${direction}`);
}

export interface FoundProducts {
  readonly ids: readonly number[];
  readonly total: number;
}

/** Finds one page of the products that match, and counts all. At most three queries. */
export async function findProducts(db: Db, input: ProductListInput, context: FilterContext): Promise<FoundProducts> {
  const match = buildMatchSql(await buildConditions(db, input, context));
  const offset = getOffset(input);
  const { rows } = await db.execute<{ id: number; total: number }>(
    sql`select l.product_id as id, count(*) over ()::integer as total from ${match}
      order by ${buildOrderSql(input, context.found)} limit ${input.per_page}::integer offset ${offset}::integer`,
  );
  const ids = rows.map(({ id }) => id);
  if (rows[0] || offset === 0) return { ids, total: rows[0]?.total ?? 0 };
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total from ${match}`);
  return { ids, total: counted.rows[0]?.total ?? 0 };
}

function getOffset({ page, per_page: perPage, offset }: ProductListInput): number {
  return offset ?? (page - 1) * perPage;
}

/** Finds one page of the variations that are sold of public products. One query, and one to count beyond the end. */
export async function findVariations(
  db: Db,
  input: ProductListInput,
): Promise<{ readonly variations: readonly { id: number; productId: number }[]; readonly total: number }> {
  const { parent, parent_exclude: parentExclude, include, exclude, sku } = input;
  const conditions = [
    sql`p.is_public and p.type = 'variable'`,
    ...(parent ? [sql`p.id = any(${toArray(parent)})`] : []),
    ...(parentExclude ? [sql`not p.id = any(${toArray(parentExclude)})`] : []),
    ...(include ? [sql`o.variation_id = any(${toArray(include)})`] : []),
    ...(exclude ? [sql`not o.variation_id = any(${toArray(exclude)})`] : []),
    ...(sku
      ? [
          sql`o.variation_id in (select v.id from variations v where lower(v.sku) = any(${toTextArray(sku.map((each) => each.toLowerCase()))}))`,
        ]
      : []),
  ];
  const match = sql`published_products p join product_offers o on o.product_id = p.id where ${joinSql(conditions, ' and ')}`;
  const offset = getOffset(input);
  const { rows } = await db.execute<{ id: number; productId: number; total: number }>(
    sql`select o.variation_id as id, p.id as "productId", count(*) over ()::integer as total from ${match}
      order by o.variation_id limit ${input.per_page}::integer offset ${offset}::integer`,
  );
  if (rows[0] || offset === 0) return { variations: rows, total: rows[0]?.total ?? 0 };
  const counted = await db.execute<{ total: number }>(sql`select count(*)::integer as total from ${match}`);
  return { variations: [], total: counted.rows[0]?.total ?? 0 };
}

const findProductByKey = sqlQuery<{ productId: number; variationId: number | null }>(
  'store-api.find-product',
  `select p.id as "productId", null::integer as "variationId" from published_products p where p.is_public and (p.id = $1 or p.slug = $2)
  union all select p.id, o.variation_id from product_offers o join published_products p on p.id = o.product_id
    where p.is_public and p.type = 'variable' and o.variation_id = $1 and o.variation_id <> p.id
  limit 1`,
);

/** Finds a public product by id or slug, or a variation by id. */
export async function findProduct(
  db: Db,
  key: string,
): Promise<{ readonly productId: number; readonly variationId: number | null } | null> {
  const id = /^[1-9]\d{0,8}$/.test(key) ? Number(key) : null;
  return (await findProductByKey(db, id === null ? [null, key] : [id, null]))[0] ?? null;
}
