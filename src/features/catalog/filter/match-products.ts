import { type SQL, sql } from 'drizzle-orm';
import type { StockState } from '#features/inventory/index.ts';
import type { PriceDisplay } from '#features/pricing/index.ts';
import { buildIdArraySql, type FilterRows, matchIdsSql, matchPriceSql, productRows } from './filter-rows.ts';
import type { FilterTerm, ProductFilter, TermOperator } from './product-filter.ts';

const toTextArray = (values: readonly string[]) =>
  sql`array(select value from jsonb_array_elements_text(${JSON.stringify(values)}::jsonb) as each(value))`;
const isOneOf = (id: string, ids: readonly number[]) => `${id} = any(${buildIdArraySql(ids)})`;
const toTime = (date: Date) => `'${date.toISOString()}'::timestamptz`;

/** SQL expression for the displayed stock state, one of `StockState`. */
export const buildStockStateSql = ({ isInStock, isOnBackorder }: FilterRows = productRows): SQL =>
  sql.raw(`case when not ${isInStock} then 'out' when ${isOnBackorder} then 'backorder' else 'in' end`);

/** Checks for backorders only if the requested states differ in this respect. */
function matchStockStates(states: readonly StockState[], { isInStock, isOnBackorder }: FilterRows): string {
  const [hasIn, hasBackorder] = [states.includes('in'), states.includes('backorder')];
  const matches = [
    states.includes('out') && `not ${isInStock}`,
    hasIn && hasBackorder && isInStock,
    hasIn !== hasBackorder && `(${isInStock} and ${hasIn ? 'not ' : ''}${isOnBackorder})`,
  ];
  return `(${['false', ...matches.filter((match) => match !== false)].join(' or ')})`;
}

const visibilitySql = {
  any: null,
  visible: 'l.in_lists and l.in_search',
  catalog: 'l.in_lists',
  search: 'l.in_search',
  // Hidden products are not public, so no row has this visibility.
  hidden: 'false',
};

function matchTerms(filter: ProductFilter, { matchTerms: matchOwn }: FilterRows): (SQL | string)[] {
  const { categories, tags = [], brands, attributes, termSlugs = {}, anyAttribute = false } = filter;
  const match = (column: string, terms: readonly FilterTerm[], operator?: TermOperator) =>
    terms.length === 0 ? [] : [matchIdsSql(column, terms, operator)];
  // Without `is true` PostgreSQL would always use the index for a term that it does not know when planning, and sort
  // all products of a large term to return one page.
  const matchSlug = (column: string, table: string, slug: string | undefined) =>
    slug === undefined
      ? []
      : [sql`${sql.raw(`(${column} && array(select id from ${table} where slug = `)}${slug})) is true`];
  const own = attributes.map(({ terms, operator = 'in' }) => matchOwn(terms, operator));
  return [
    ...match('l.category_ids', categories, filter.categoryOperator),
    ...match('l.tag_ids', tags, filter.tagOperator),
    ...match('l.brand_ids', brands, filter.brandOperator),
    ...(termSlugs.category === undefined
      ? []
      : [
          sql`(l.category_ids && array(select id from categories where locale = ${termSlugs.category.locale} and slug = ${termSlugs.category.slug})) is true`,
        ]),
    ...matchSlug('l.tag_ids', 'tags', termSlugs.tag),
    ...matchSlug('l.brand_ids', 'brands', termSlugs.brand),
    ...(own.length === 0 ? [] : [`(${own.join(anyAttribute ? ' or ' : ' and ')})`]),
  ];
}

/**
 * Builds the SQL of the rows that match a filter; it ends with a condition, so that more conditions can follow. The
 * filter's values are part of the text, so that PostgreSQL plans for them.
 */
export function buildMatchSql(filter: ProductFilter, display: PriceDisplay, rows: FilterRows = productRows): SQL {
  const { inStock, stockStates, onSale, rating, ratings, featured, type, slugs, skus, visibility = 'any' } = filter;
  const { ids, excludedIds, productIds, parentIds, excludedParentIds, dates } = filter;
  const conditions: (SQL | string | null | false | undefined)[] = [
    ...[rows.from, ...matchTerms(filter, rows), matchPriceSql(filter, display, rows), visibilitySql[visibility]],
    inStock !== null && `${inStock ? '' : 'not '}${rows.isInStock}`,
    stockStates && matchStockStates(stockStates, rows),
    onSale !== null && `${rows.isOnSale} = ${onSale}`,
    rating !== null && `l.rating >= ${Math.trunc(rating)}`,
    ratings && isOneOf('round(l.rating)', ratings),
    featured !== undefined && `l.featured = ${featured}`,
    type && sql`p.type = ${type}`,
    slugs &&
      sql`p.locale = any(${toTextArray(slugs.map(({ locale }) => locale))}) and p.slug = any(${toTextArray(slugs.map(({ slug }) => slug))})`,
    skus &&
      sql`${sql.raw(rows.hasSku)} lower(v.sku) = any(array(select lower(requested) from unnest(${toTextArray(skus)}) requested)))`,
    ids && isOneOf(rows.id, ids),
    excludedIds && `not ${isOneOf(rows.id, excludedIds)}`,
    productIds && isOneOf('l.product_id', productIds),
    parentIds && isOneOf(rows.parentId, parentIds),
    excludedParentIds && `not ${isOneOf(rows.parentId, excludedParentIds)}`,
    dates?.after && `p.${dates.column} > ${toTime(dates.after)}`,
    dates?.before && `p.${dates.column} < ${toTime(dates.before)}`,
  ];
  const parts = conditions.filter((condition) => condition !== null && condition !== false && condition !== undefined);
  return sql.join(
    parts.map((part) => (typeof part === 'string' ? sql.raw(part) : part)),
    sql.raw(' and '),
  );
}
