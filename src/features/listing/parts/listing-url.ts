import type { FacetFilter } from '#features/catalog/index.ts';
import { createPageKey } from '#platform/pages/page-key.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { buildFilterQuery, filterParameters, hasFilterParameters, listFilterParameters } from '../filters.ts';
import { type ListingSort, listingSorts } from '../listing.ts';

/** Query parameters of a page with a listing, besides its own, and those that contain lists. */
export const listingParameters = [...filterParameters, 'orderby', 'page'] as const;
export const listingListParameters: readonly string[] = listFilterParameters;

/**
 * Whether the page may be cached. Pages with filters are not, because the number of filter combinations is unlimited.
 */
export const isCacheableListing = (query: Readonly<Record<string, string>>): boolean => !hasFilterParameters(query);

export interface ListingState {
  /** The page's own parameters, such as the search query. */
  readonly pageParameters: Readonly<Record<string, string>>;
  readonly filters: FacetFilter;
  readonly sort: ListingSort;
  readonly page: number;
}

/** @returns null when the page number is invalid */
export function readSortAndPage({ query }: RenderContext): { sort: ListingSort; page: number } | null {
  const { orderby, page = '1' } = query;
  const sort = listingSorts.find((known) => known === orderby) ?? 'default';
  return /^[1-9]\d{0,4}$/.test(page) ? { sort, page: Number(page) } : null;
}

/** Returns the query parameters of a listing without its page number, in canonical form. */
export function buildListingQuery(
  { currency }: RenderContext,
  { pageParameters, filters, sort }: ListingState,
): Record<string, string> {
  return {
    ...pageParameters,
    ...buildFilterQuery(filters, currency),
    ...(sort === 'default' ? {} : { orderby: sort }),
  };
}

/** Returns the URL of a listing, by default of its first page. */
export function buildListingHref(
  context: RenderContext,
  state: Omit<ListingState, 'page'> & { readonly page?: number },
): string {
  const { page = 1 } = state;
  const query = { ...buildListingQuery(context, { ...state, page }), ...(page === 1 ? {} : { page: String(page) }) };
  return createPageKey(context.path, query).replaceAll('%2C', ',');
}
