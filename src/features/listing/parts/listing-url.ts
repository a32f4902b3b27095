import { createPageKey } from '#platform/pages/page-key.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import {
  buildFilterQuery,
  filterParameters,
  hasFilterParameters,
  type ListingFilters,
  listFilterParameters,
} from '../filters.ts';
import { type ListingSort, listingSorts } from '../listing.ts';

/** What a page that shows a listing declares: its query parameters, after those of its own, and which of them are lists. */
export const listingParameters = [...filterParameters, 'orderby', 'page'] as const;
export const listingListParameters: readonly string[] = listFilterParameters;

/** Whether such a page is worth keeping: free combinations of filters are not. */
export const isCacheableListing = (query: Readonly<Record<string, string>>): boolean => !hasFilterParameters(query);

export interface ListingState {
  /** Parameters of the page's own, such as what was searched for. */
  readonly own: Readonly<Record<string, string>>;
  readonly filters: ListingFilters;
  readonly sort: ListingSort;
  readonly page: number;
}

/** @returns null for a page that can't be */
export function readSortAndPage({ query }: RenderContext): { sort: ListingSort; page: number } | null {
  const { orderby, page = '1' } = query;
  const sort = listingSorts.find((known) => known === orderby) ?? 'default';
  return /^[1-9]\d{0,4}$/.test(page) ? { sort, page: Number(page) } : null;
}

/** The parameters of a place but for its page, in one spelling. */
export function buildListingQuery(
  { currency }: RenderContext,
  { own, filters, sort }: ListingState,
): Record<string, string> {
  return { ...own, ...buildFilterQuery(filters, currency), ...(sort === 'default' ? {} : { orderby: sort }) };
}

/** The address of a place, from the first page unless it says otherwise. */
export function buildListingHref(
  context: RenderContext,
  place: Omit<ListingState, 'page'> & { readonly page?: number },
): string {
  const { page = 1 } = place;
  const query = { ...buildListingQuery(context, { ...place, page }), ...(page === 1 ? {} : { page: String(page) }) };
  return createPageKey(context.path, query).replaceAll('%2C', ',');
}
