import { type Db, sqlQuery } from '#platform/database/database.ts';
import { getNotation } from '#platform/input/read-number.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';

/** The most attributes that one listing can be filtered by. */
export const maxAttributeFilters = 6;

export interface FilterChoice {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/**
 * The filters of a listing. Values of one filter are alternatives; different filters, and different
 * attributes, must all match. They are about products: different variations may match different filters.
 */
export interface ListingFilters {
  readonly categories: readonly FilterChoice[];
  readonly brands: readonly FilterChoice[];
  readonly attributes: readonly (FilterChoice & { readonly terms: readonly FilterChoice[] })[];
  /** Minor units, as prices are shown. A product matches when its lowest to highest price and the range overlap. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly inStock: boolean;
  readonly onSale: boolean;
  /** Minimum average rating, 1 to 4 stars. */
  readonly rating: number | null;
}

export const noFilters: ListingFilters = {
  categories: [],
  brands: [],
  attributes: [],
  minPrice: null,
  maxPrice: null,
  inStock: false,
  onSale: false,
  rating: null,
};

/**
 * Query parameters of filters, in the order of canonical URLs. Those in `listFilterParameters` hold
 * several values separated by commas.
 */
export const filterParameters = ['in', 'brand', 'is', 'min', 'max', 'stock', 'sale', 'rating'] as const;
export const listFilterParameters = ['in', 'brand', 'is'] as const;

export function isUnfiltered(filters: ListingFilters): boolean {
  const { categories, brands, attributes, minPrice, maxPrice, inStock, onSale, rating } = filters;
  const lists = categories.length + brands.length + attributes.length;
  return lists === 0 && minPrice === null && maxPrice === null && !inStock && !onSale && rating === null;
}

type Query = Readonly<Record<string, string>>;

export const hasFilterParameters = (query: Query): boolean =>
  filterParameters.some((name) => query[name] !== undefined);

/** The most values read from one parameter. */
const maxFilterValues = 20;

interface FilterRow extends FilterChoice {
  kind: 'category' | 'brand' | 'term';
  attributeId: number | null;
  attributeSlug: string | null;
  attributeName: string | null;
}

const findFilterRows = sqlQuery<FilterRow>(
  'listing.find-filters',
  `select 'category' as kind, id, slug, name, null::integer as "attributeId", null as "attributeSlug", null as "attributeName"
  from categories where slug = any(array(select unnest($1::text[])))
  union all select 'brand', id, slug, name, null, null, null from brands where slug = any(array(select unnest($2::text[])))
  union all select 'term', t.id, t.slug, t.name, a.id, a.slug, a.name from unnest($3::text[], $4::text[]) as requested(attribute, term)
  join attributes a on a.slug = requested.attribute and a.product_id is null join attribute_terms t on t.attribute_id = a.id and t.slug = requested.term
  order by 2`,
);

/** Reads the filters of a URL. Unknown and invalid values are ignored. At most one query. */
export async function readFilters(
  db: Db,
  query: Query,
  { currency, locale }: Pick<RenderContext, 'currency' | 'locale'>,
): Promise<ListingFilters> {
  if (!hasFilterParameters(query)) return noFilters;
  const valueLists = listFilterParameters.map((name) => splitValues(query[name]));
  const [categories = [], brands = [], terms = []] = valueLists;
  const pairs = terms.flatMap((text) => {
    const [attribute, ...rest] = text.split('.');
    return attribute && rest.length > 0 ? [{ attribute, term: rest.join('.') }] : [];
  });
  const values = [categories, brands, pairs.map(({ attribute }) => attribute), pairs.map(({ term }) => term)];
  const rows = valueLists.some((list) => list.length > 0) ? await findFilterRows(db, values) : [];
  // Links of the page write '18.50' in every language, so its language decides only what is ambiguous.
  const readPrice = (text = '') => readAmount(text, currency) ?? readAmount(text, currency, getNotation(locale));
  const [min, max] = [readPrice(query.min), readPrice(query.max)];
  const isReversed = min !== null && max !== null && min > max;
  return {
    categories: toFilterChoices(rows, 'category'),
    brands: toFilterChoices(rows, 'brand'),
    attributes: toAttributeFilters(rows),
    minPrice: isReversed ? max : min,
    maxPrice: isReversed ? min : max,
    inStock: query.stock === 'in',
    onSale: query.sale === '1',
    rating: /^[1-4]$/.test(query.rating ?? '') ? Number(query.rating) : null,
  };
}

function splitValues(text: string | undefined): string[] {
  const values = (text ?? '').split(',').filter((value) => value !== '');
  return [...new Set(values)].slice(0, maxFilterValues);
}

function toFilterChoices(rows: readonly FilterRow[], kind: FilterRow['kind']): FilterChoice[] {
  return rows.filter((row) => row.kind === kind).map(({ id, slug, name }) => ({ id, slug, name }));
}

function toAttributeFilters(rows: readonly FilterRow[]): ListingFilters['attributes'] {
  const terms = rows.filter((row) => row.kind === 'term');
  return [...Map.groupBy(terms, (row) => row.attributeId)].slice(0, maxAttributeFilters).map(([id, list]) => ({
    id: id ?? 0,
    slug: list[0]?.attributeSlug ?? '',
    name: list[0]?.attributeName ?? '',
    terms: toFilterChoices(list, 'term'),
  }));
}

/** Returns the query parameters for these filters in their canonical form. */
export function buildFilterQuery(filters: ListingFilters, currency: string): Record<string, string> {
  const joinSlugs = (list: readonly FilterChoice[]) => list.map(({ slug }) => slug).join(',');
  const formatAmount = (minor: number | null) =>
    minor === null ? '' : toDecimal({ amount: minor, currency }).replace(/\.0+$/, '');
  const query = {
    in: joinSlugs(filters.categories),
    brand: joinSlugs(filters.brands),
    is: filters.attributes
      .flatMap(({ slug, terms }) => terms.map((term) => formatTermValue(slug, term.slug)))
      .join(','),
    min: formatAmount(filters.minPrice),
    max: formatAmount(filters.maxPrice),
    stock: filters.inStock ? 'in' : '',
    sale: filters.onSale ? '1' : '',
    rating: filters.rating === null ? '' : String(filters.rating),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));
}

/** 'glaze', 'celadon' -> 'glaze.celadon', a value of the parameter `is`. */
export const formatTermValue = (attributeSlug: string, termSlug: string): string => `${attributeSlug}.${termSlug}`;
