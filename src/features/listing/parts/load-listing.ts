import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { countFacets, type Facets } from '../facets.ts';
import { hasFilterParameters, noFilters, readFilters } from '../filters.ts';
import { type Listing, listProducts } from '../listing.ts';
import type { ListingScope } from '../listing-scope.ts';
import { buildListingHref, type ListingState, readSortAndPage } from './listing-url.ts';

/** A listing loaded for a URL. */
export interface LoadedListing {
  readonly state: ListingState;
  readonly scope: ListingScope;
  readonly facets: Facets;
  readonly listing: Listing;
  /** Whether a filter is set; such pages are not indexed. */
  readonly isFiltered: boolean;
  /** The canonical URL. */
  readonly canonical: string;
}

/**
 * Reads filters, sort and page from the URL and loads the matching products. At most three queries.
 * @param pageParameters the page's own parameters, which all links of the listing keep
 * @returns null when the page doesn't exist
 */
export async function loadListing(
  shop: Shop,
  context: RenderContext,
  scope: ListingScope,
  pageParameters: Readonly<Record<string, string>> = {},
): Promise<LoadedListing | null> {
  const sortAndPage = readSortAndPage(context);
  if (!sortAndPage) return null;
  const filters = await readFilters(shop.db, context.query, context.currency);
  const facets = await countFacets(shop.db, scope, filters);
  const { total } = facets;
  const listing = await listProducts(shop.db, { ...scope, ...sortAndPage, filters, total, now: context.now });
  if (listing.page > listing.pages) return null;
  const isFiltered = hasFilterParameters(context.query);
  const unfiltered = { pageParameters, filters: noFilters, sort: 'default' } as const;
  return {
    state: { pageParameters, filters, ...sortAndPage },
    scope,
    facets,
    listing,
    isFiltered,
    canonical: buildListingHref(context, { ...unfiltered, page: isFiltered ? 1 : listing.page }),
  };
}
