import { type SQL, sql } from 'drizzle-orm';
import type { AmountsByTaxClass, PriceDisplay } from '#features/pricing/index.ts';
import { type Db, sqlQuery } from '#platform/database/database.ts';
import { attributePrefix } from '../cart/item-reply.ts';
import type { ProductFilters } from './product-query.ts';

/**
 * Conditions of the public filters on products and variations, on the rows that listings use.
 * Statements are made for the filters of a request, so that PostgreSQL plans for them; values are
 * parameters.
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

export const toArray = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::integer[]`;
const toTextArray = (values: readonly string[]) =>
  sql`array(select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) as each(value))`;
const never = sql`false`;

type Operator = 'in' | 'not_in' | 'and';

/** Conditions on what a row has of ids. */
interface IdMatcher {
  readonly hasAny: (ids: readonly number[]) => SQL;
  readonly hasAll: (ids: readonly number[]) => SQL;
}

/** @param column of all ids of the row */
function createColumnMatcher(column: SQL): IdMatcher {
  return {
    hasAny: (ids) => sql`${column} && ${toArray(ids)}`,
    hasAll: (ids) => sql`${column} @> ${toArray(ids)}`,
  };
}

/** @param wanted number of terms that were asked for: with `and` an unknown one matches nothing */
function matchIds({ hasAny, hasAll }: IdMatcher, ids: readonly number[], operator: Operator, wanted: number): SQL {
  if (operator === 'not_in') return sql`not (${hasAny(ids)})`;
  if (operator === 'and') return ids.length < wanted ? never : hasAll(ids);
  return ids.length === 0 ? never : hasAny(ids);
}

/** A condition, and the attribute that it filters by, if any. */
export interface ProductCondition {
  readonly sql: SQL;
  readonly attribute: string | null;
}

function toBound(bounds: AmountsByTaxClass, taxClass: SQL): SQL {
  const json = JSON.stringify(bounds);
  return sql`coalesce(${json}::jsonb ->> ${taxClass}, ${json}::jsonb ->> '')::bigint`;
}

/** All that can be bought of the product is on backorder. */
const isOnBackorderSql = sql.raw(`(not exists (
  select from product_offers o join variations v on v.id = o.variation_id join stock_levels s on s.variation_id = v.stock_id
  where o.product_id = l.product_id and o.is_available and not (s.managed and s.on_hand <= 0))
  and exists (select from product_offers o where o.product_id = l.product_id))`);

interface StockSql {
  readonly isInStock: SQL;
  /** Of what is in stock. */
  readonly isOnBackorder: SQL;
}

function matchStates(states: readonly string[], { isInStock, isOnBackorder }: StockSql): SQL {
  const matches: Readonly<Record<string, SQL>> = {
    outofstock: sql`not ${isInStock}`,
    onbackorder: sql`(${isInStock} and ${isOnBackorder})`,
    instock: sql`(${isInStock} and not ${isOnBackorder})`,
  };
  if (states.includes('instock') && states.includes('onbackorder'))
    return states.includes('outofstock') ? sql`true` : isInStock;
  return joinSql(
    states.flatMap((state) => matches[state] ?? []),
    ' or ',
  );
}

/** @param states of the filter `stock_status` */
export function matchStock(states: readonly string[]): SQL {
  return matchStates(states, { isInStock: sql`l.in_stock`, isOnBackorder: isOnBackorderSql });
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
  return [
    ...toPlainConditions([
      ...buildSharedConditions(filters, terms, found),
      filters.include && sql`l.product_id = any(${toArray(filters.include)})`,
      filters.exclude && sql`not l.product_id = any(${toArray(filters.exclude)})`,
      filters.parent && !filters.parent.includes(0) && never,
      filters.parent_exclude?.includes(0) && never,
      filters.type && sql`p.type = ${filters.type}`,
      filters.sku && sql`l.product_id in (select v.product_id from variations v where ${matchSku(filters.sku)})`,
      filters.on_sale !== undefined && sql`l.on_sale = ${filters.on_sale}`,
      ...buildPriceConditions(filters, display, {
        ...{ lowest: sql`l.price_min`, highest: sql`l.price_max` },
        // As in listings.
        taxClass: sql`p.effective_tax_class`,
      }),
      filters.stock_status && filters.stock_status.length > 0 && sql`(${matchStock(filters.stock_status)})`,
    ]),
    ...buildAttributeConditions(filters, terms, createColumnMatcher(sql`l.term_ids`)),
  ];
}

/**
 * Makes the conditions on variations: rows `o` of `product_offers` and `v` of `variations`, and those
 * of the product. At most one query.
 * @param now the moment of the prices
 */
export async function buildVariationConditions(
  db: Db,
  filters: ProductFilters,
  { display, found }: FilterContext,
  now: Date,
): Promise<ProductCondition[]> {
  const terms = await findTerms(db, filters);
  const price = getVariationPriceSql(now);
  const stock = { isInStock: sql`o.is_available`, isOnBackorder: isVariationOnBackorderSql };
  return [
    ...toPlainConditions([
      sql`p.type = 'variable'`,
      ...buildSharedConditions(filters, terms, found),
      filters.include && sql`v.id = any(${toArray(filters.include)})`,
      filters.exclude && sql`not v.id = any(${toArray(filters.exclude)})`,
      filters.parent && sql`p.id = any(${toArray(filters.parent)})`,
      filters.parent_exclude && sql`not p.id = any(${toArray(filters.parent_exclude)})`,
      filters.sku && matchSku(filters.sku),
      filters.on_sale !== undefined && sql`(${price} < o.regular_price) = ${filters.on_sale}`,
      ...buildPriceConditions(filters, display, {
        ...{ lowest: price, highest: price },
        taxClass: sql`o.effective_tax_class`,
      }),
      filters.stock_status && filters.stock_status.length > 0 && sql`(${matchStates(filters.stock_status, stock)})`,
    ]),
    ...buildAttributeConditions(filters, terms, variationTermMatcher),
  ];
}

/** What a variation costs. */
export function getVariationPriceSql(now: Date): SQL {
  return sql`price_at(o.regular_price, o.sale_price, o.sale_from, o.sale_to, ${now.toISOString()}::timestamptz)`;
}

const isVariationOnBackorderSql = sql.raw(`exists (
  select from stock_levels s where s.variation_id = v.stock_id and s.managed and s.on_hand <= 0)`);

/**
 * The variations with one of the terms, once for each of them that they have. Of attributes that they
 * leave open, they have all terms of their product.
 */
const selectVariations = (termIds: readonly number[]) => sql`select tv.id from product_attribute_terms pt
  join variations tv on tv.product_id = pt.product_id
  left join variation_terms vt on vt.variation_id = tv.id and vt.attribute_id = pt.attribute_id
  where pt.term_id = any(${toArray(termIds)}) and (vt.term_id is null or vt.term_id = pt.term_id)`;

/**
 * The set of variations depends on no row, so that PostgreSQL finds it once. Without `is true` it
 * would join the set, and run it again for each variation where it underestimates its size.
 */
const isVariationIn = (variations: SQL) => sql`(v.id in (${variations})) is true`;

const variationTermMatcher: IdMatcher = {
  hasAny: (ids) => isVariationIn(selectVariations(ids)),
  hasAll: (ids) =>
    ids.length === 0
      ? sql`true`
      : isVariationIn(sql`${selectVariations(ids)} group by tv.id having count(*) = ${ids.length}`),
};

type OptionalSql = SQL | null | false | undefined;

function toPlainConditions(conditions: readonly OptionalSql[]): ProductCondition[] {
  return conditions.flatMap((condition) => (condition ? [{ sql: condition, attribute: null }] : []));
}

/** What a variation has of its product. */
function buildSharedConditions(
  filters: ProductFilters,
  terms: readonly TermRow[],
  found: FilterContext['found'],
): OptionalSql[] {
  return [
    sql`p.is_public`,
    ...buildTaxonomyConditions(filters, terms),
    found !== null && sql`l.product_id = any(${toArray(found)})`,
    filters.slug && sql`p.slug = any(${toTextArray(filters.slug)})`,
    filters.featured !== undefined && sql`l.featured = ${filters.featured}`,
    filters.rating && sql`round(l.rating) = any(${toArray(filters.rating)})`,
    visibilitySql[filters.catalog_visibility],
    ...buildDateConditions(filters),
  ];
}

function matchSku(skus: readonly string[]): SQL {
  return sql`lower(v.sku) = any(array(select lower(requested) from unnest(${toTextArray(skus)}) requested))`;
}

function buildPriceConditions(
  { min_price: min, max_price: max }: ProductFilters,
  display: PriceDisplay,
  { lowest, highest, taxClass }: { readonly lowest: SQL; readonly highest: SQL; readonly taxClass: SQL },
): OptionalSql[] {
  return [
    min !== undefined && sql`${highest} >= ${toBound(display.toLowestEntered(min), taxClass)}`,
    max !== undefined && sql`${lowest} <= ${toBound(display.toHighestEntered(max), taxClass)}`,
  ];
}

function buildTaxonomyConditions(filters: ProductFilters, terms: readonly TermRow[]): (SQL | false)[] {
  const match = (kind: TermRow['kind'], column: string, wanted: readonly string[] | undefined, operator: Operator) =>
    wanted !== undefined &&
    matchIds(
      createColumnMatcher(sql.raw(`l.${column}`)),
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
  matcher: IdMatcher,
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
        matcher,
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

export function joinConditions(conditions: readonly ProductCondition[]): SQL {
  return joinSql(
    conditions.map((condition) => condition.sql),
    ' and ',
  );
}

function joinSql(parts: readonly SQL[], separator: ' and ' | ' or '): SQL {
  return sql.join([...parts], sql.raw(separator));
}

/** Rows `l` and `p` that match. */
export function buildMatchSql(conditions: readonly ProductCondition[]): SQL {
  return sql`product_listing l join published_products p on p.id = l.product_id where ${joinConditions(conditions)}`;
}
