import { type FacetFilter, isUnfiltered, noFilters } from '#features/catalog/index.ts';
import { getPriceDisplay, type PriceDisplay } from '#features/pricing/index.ts';
import { awaitAll, readTogether } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { countFacets, type Facets } from '../facets.ts';
import { hasFilterParameters, readFilters } from '../filters.ts';
import { type Listing, type ListingInput, listProducts } from '../listing.ts';
import type { ListingScope } from '../listing-scope.ts';
import { buildListingHref, type ListingState, readSortAndPage } from './listing-url.ts';

export interface LoadedListing {
  readonly state: ListingState;
  readonly scope: ListingScope;
  readonly facets: Facets;
  readonly listing: Listing;
  readonly display: PriceDisplay;
  /** Whether a filter is set. Pages with a filter are not indexed. */
  readonly isFiltered: boolean;
  readonly canonical: string;
}

/**
 * Reads filters, sort and page from the URL and loads the matching products. At most three queries, and one more
 * where prices are shown otherwise than entered.
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
  const filters = await readFilters(shop.db, context.query, context);
  const display = await getPriceDisplay(shop, context);
  const input = { ...scope, ...sortAndPage, filters, now: context.now, display };
  const [facets, listing] = isUnfiltered(filters)
    ? await readTogether(shop.db, (db) => awaitAll([countFacets(db, scope, filters, display), listProducts(db, input)]))
    : await loadFiltered(shop, input, display);
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

/** Take the total from the facets, because counting takes as long as finding the products. */
async function loadFiltered(
  { db }: Shop,
  input: ListingInput & { readonly filters: FacetFilter },
  display: PriceDisplay,
): Promise<[Facets, Listing]> {
  const facets = await countFacets(db, input, input.filters, display);
  return [facets, await listProducts(db, { ...input, total: facets.total })];
}
