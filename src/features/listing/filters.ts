import { type Db, sqlQuery } from '#platform/database/database.ts';
import { parseAmount, toDecimal } from '#platform/money/money.ts';

/** Attributes that one list can be filtered by at once. */
export const mostAttributes = 6;

export interface Chosen {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** What a list is narrowed to. Values of one kind are alternatives; kinds, and attributes among themselves, must all fit. */
export interface ListingFilters {
  readonly categories: readonly Chosen[];
  readonly brands: readonly Chosen[];
  readonly attributes: readonly (Chosen & { readonly terms: readonly Chosen[] })[];
  /** Minor units; a product fits when any of its prices now lies between them. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly inStock: boolean;
  readonly onSale: boolean;
  /** Stars on average, at least: 1 to 4. */
  readonly rating: number | null;
}

export const noFilters: ListingFilters = {
  ...{ categories: [], brands: [], attributes: [], minPrice: null, maxPrice: null },
  ...{ inStock: false, onSale: false, rating: null },
};

/** Query parameters that filter, in the order of canonical addresses. Those of `filterLists` hold several values, with commas. */
export const filterNames = ['in', 'brand', 'is', 'min', 'max', 'stock', 'sale', 'rating'] as const;
export const filterLists = ['in', 'brand', 'is'] as const;

export function isUnfiltered(filters: ListingFilters): boolean {
  const { categories, brands, attributes, minPrice, maxPrice, inStock, onSale, rating } = filters;
  const lists = categories.length + brands.length + attributes.length;
  return lists === 0 && minPrice === null && maxPrice === null && !inStock && !onSale && rating === null;
}

type Query = Readonly<Record<string, string>>;

export const isFiltering = (query: Query): boolean => filterNames.some((name) => query[name] !== undefined);

/** Of each list of values. */
const mostValues = 20;

interface FoundRow extends Chosen {
  kind: 'category' | 'brand' | 'term';
  attributeId: number | null;
  attributeSlug: string | null;
  attributeName: string | null;
}

const find = sqlQuery<FoundRow>(
  'listing.find-filters',
  `select 'category' as kind, id, slug, name, null::integer as "attributeId", null as "attributeSlug", null as "attributeName"
  from categories where slug = any(array(select unnest($1::text[])))
  union all select 'brand', id, slug, name, null, null, null from brands where slug = any(array(select unnest($2::text[])))
  union all select 'term', t.id, t.slug, t.name, a.id, a.slug, a.name from unnest($3::text[], $4::text[]) as asked(attribute, term)
  join attributes a on a.slug = asked.attribute and a.product_id is null join attribute_terms t on t.attribute_id = a.id and t.slug = asked.term
  order by 2`,
);

/** Reads what an address asks for. What there is no such thing of, or makes no sense, is left out. One query at most. */
export async function readFilters(db: Db, query: Query, currency: string): Promise<ListingFilters> {
  if (!isFiltering(query)) return noFilters;
  const lists = filterLists.map((name) => valuesOf(query[name]));
  const [categories = [], brands = [], terms = []] = lists;
  const pairs = terms.flatMap((text) => {
    const [attribute, ...rest] = text.split('.');
    return attribute && rest.length > 0 ? [{ attribute, term: rest.join('.') }] : [];
  });
  const asked = [categories, brands, pairs.map(({ attribute }) => attribute), pairs.map(({ term }) => term)];
  const rows = lists.some((list) => list.length > 0) ? await find(db, asked) : [];
  const amount = (text: string | undefined) => (text === undefined ? null : parseAmount(text, currency));
  const [min, max] = [amount(query.min), amount(query.max)];
  const isTurned = min !== null && max !== null && min > max;
  return {
    categories: chosenOf(rows, 'category'),
    brands: chosenOf(rows, 'brand'),
    attributes: attributesOf(rows),
    minPrice: isTurned ? max : min,
    maxPrice: isTurned ? min : max,
    inStock: query.stock === 'in',
    onSale: query.sale === '1',
    rating: /^[1-4]$/.test(query.rating ?? '') ? Number(query.rating) : null,
  };
}

function valuesOf(text: string | undefined): string[] {
  const values = (text ?? '').split(',').filter((value) => value !== '');
  return [...new Set(values)].slice(0, mostValues);
}

function chosenOf(rows: readonly FoundRow[], kind: FoundRow['kind']): Chosen[] {
  return rows.filter((row) => row.kind === kind).map(({ id, slug, name }) => ({ id, slug, name }));
}

function attributesOf(rows: readonly FoundRow[]): ListingFilters['attributes'] {
  const terms = rows.filter((row) => row.kind === 'term');
  return [...Map.groupBy(terms, (row) => row.attributeId)].slice(0, mostAttributes).map(([id, list]) => ({
    ...{ id: id ?? 0, slug: list[0]?.attributeSlug ?? '', name: list[0]?.attributeName ?? '' },
    terms: chosenOf(list, 'term'),
  }));
}

/** The other way round: the parameters that ask for these filters, in one spelling. */
export function filterQuery(filters: ListingFilters, currency: string): Record<string, string> {
  const slugs = (list: readonly Chosen[]) => list.map(({ slug }) => slug).join(',');
  const amount = (minor: number | null) =>
    minor === null ? '' : toDecimal({ amount: minor, currency }).replace(/\.0+$/, '');
  const all = {
    in: slugs(filters.categories),
    brand: slugs(filters.brands),
    is: filters.attributes.flatMap(({ slug, terms }) => terms.map((term) => termValue(slug, term.slug))).join(','),
    min: amount(filters.minPrice),
    max: amount(filters.maxPrice),
    stock: filters.inStock ? 'in' : '',
    sale: filters.onSale ? '1' : '',
    rating: filters.rating === null ? '' : String(filters.rating),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** 'glaze', 'celadon' -> 'glaze.celadon', a value of the parameter `is`. */
export const termValue = (attributeSlug: string, termSlug: string): string => `${attributeSlug}.${termSlug}`;
