import { type FacetFilter, type FilterTerm, findFilterTerms, noFilters } from '#features/catalog/index.ts';
import type { Db } from '#platform/database/database.ts';
import { getNotation } from '#platform/input/read-number.ts';
import { toDecimal } from '#platform/money/money.ts';
import { readAmount } from '#platform/money/read-amount.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';

export const maxAttributeFilters = 6;

/**
 * Query parameters of filters, in the order of canonical URLs. Those in `listFilterParameters` contain several values
 * separated by commas.
 */
export const filterParameters = ['in', 'brand', 'is', 'min', 'max', 'stock', 'sale', 'rating'] as const;
export const listFilterParameters = ['in', 'brand', 'is'] as const;

type Query = Readonly<Record<string, string>>;

export const hasFilterParameters = (query: Query): boolean =>
  filterParameters.some((name) => query[name] !== undefined);

/** Maximum number of values read from one parameter. */
const maxFilterValues = 20;

/** Reads the filters of a URL. Unknown and invalid values are ignored. At most one query. */
export async function readFilters(
  db: Db,
  query: Query,
  { currency, locale }: Pick<RenderContext, 'currency' | 'locale'>,
): Promise<FacetFilter> {
  if (!hasFilterParameters(query)) return noFilters;
  const terms = splitValues(query.is).flatMap((text) => {
    const [attribute, ...rest] = text.split('.');
    return attribute && rest.length > 0 ? [{ attribute, term: rest.join('.') }] : [];
  });
  const requested = { locale, categories: splitValues(query.in), brands: splitValues(query.brand), terms };
  const { categories, brands, attributes } = await findFilterTerms(db, requested);
  // Links of the page write '18.50' in every language, so the page's language decides only ambiguous values.
  const readPrice = (text = '') => readAmount(text, currency) ?? readAmount(text, currency, getNotation(locale));
  const [min, max] = [readPrice(query.min), readPrice(query.max)];
  const isReversed = min !== null && max !== null && min > max;
  return {
    ...{ categories, brands, attributes: attributes.slice(0, maxAttributeFilters) },
    minPrice: isReversed ? max : min,
    maxPrice: isReversed ? min : max,
    inStock: query.stock === 'in' ? true : null,
    onSale: query.sale === '1' ? true : null,
    rating: /^[1-4]$/.test(query.rating ?? '') ? Number(query.rating) : null,
  };
}

function splitValues(text: string | undefined): string[] {
  const values = (text ?? '').split(',').filter((value) => value !== '');
  return [...new Set(values)].slice(0, maxFilterValues);
}

/** Returns the query parameters for these filters in their canonical form. */
export function buildFilterQuery(filters: FacetFilter, currency: string): Record<string, string> {
  const joinSlugs = (list: readonly FilterTerm[]) => list.map(({ slug }) => slug).join(',');
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

/** Formats a value of the parameter `is`: 'glaze', 'celadon' -> 'glaze.celadon'. */
export const formatTermValue = (attributeSlug: string, termSlug: string): string => `${attributeSlug}.${termSlug}`;
