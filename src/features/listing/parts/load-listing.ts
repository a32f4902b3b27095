import { getPriceDisplay, type PriceDisplay } from '#features/pricing/index.ts';
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
  readonly display: PriceDisplay;
  /** Whether a filter is set; such pages are not indexed. */
  readonly isFiltered: boolean;
  /** The canonical URL. */
  readonly canonical: string;
}

/**
 * Reads filters, sort and page from the URL and loads the matching products. At most three queries, and one
 * more where prices are shown otherwise than entered.
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
  const display = await getPriceDisplay(shop, context);
  const facets = await countFacets(shop.db, scope, filters, display);
  const { total } = facets;
  const input = { ...scope, ...sortAndPage, filters, total, now: context.now, display };
  const listing = await listProducts(shop.db, input);
  if (listing.page > listing.pages) return null;
  const isFiltered = hasFilterParameters(context.query);
  const unfiltered = { pageParameters, filters: noFilters, sort: 'default' } as const;
  return {
    state: { pageParameters, filters, ...sortAndPage },
    scope,
    facets,
    listing,
    display,
    isFiltered,
    canonical: buildListingHref(context, { ...unfiltered, page: isFiltered ? 1 : listing.page }),
  };
}
