import type { ReactNode } from 'react';
import { catalogTexts as texts } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select } from '#ui/controls.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { isUnfiltered, noFilters } from '../filters.ts';
import { type Listing, type ListingSort, listingSorts } from '../listing.ts';
import { ActiveFilters } from './active-filters.tsx';
import { FilterPanel } from './filter-panel.tsx';
import { type ListingPlace, placeHref, placeQuery } from './listing-address.ts';
import type { LoadedListing } from './load-listing.ts';
import { productGrid } from './product-grid.tsx';

/** Photographs in the first rows, which are seen before anybody scrolls. */
const seenFirst = 3;

const sortTexts = {
  newest: texts.sortNewest,
  'price-asc': texts.sortPriceUp,
  'price-desc': texts.sortPriceDown,
  name: texts.sortName,
} satisfies Record<Exclude<ListingSort, 'default'>, unknown>;

/** The list with its filters, order and pages. What stands above it is the page's; `empty` shows when there is nothing to filter. */
export async function listingBody(
  shop: Shop,
  context: RenderContext,
  loaded: LoadedListing,
  empty?: ReactNode,
): Promise<ReactNode> {
  const { t } = context;
  const { listing, place } = loaded;
  const isUnfilteredList = isUnfiltered(place.filters);
  if (listing.total === 0 && isUnfilteredList) return empty ?? <NothingYet context={context} />;
  const { cards } = listing;
  const grid = await productGrid(shop, context, { cards, heading: 'h2', isNarrow: true, eager: seenFirst });
  return (
    <div className="listing">
      <FilterPanel context={context} loaded={loaded} />
      <div className="listing__list">
        {listing.total > 0 && <ListingBar context={context} loaded={loaded} />}
        {!isUnfilteredList && <ActiveFilters context={context} place={place} />}
        {listing.total === 0 ? (
          <EmptyState title={t(texts.noMatchTitle)} text={t(texts.noMatchText)}>
            <ButtonLink look="quiet" href={placeHref(context, { ...place, filters: noFilters, page: 1 })}>
              {t(texts.clearAll)}
            </ButtonLink>
          </EmptyState>
        ) : (
          grid
        )}
        <Pages context={context} listing={listing} place={place} />
      </div>
    </div>
  );
}

function NothingYet({ context: { t } }: { readonly context: RenderContext }) {
  return (
    <EmptyState title={t(texts.emptyTitle)} text={t(texts.emptyText)}>
      <ButtonLink href="/shop">{t(texts.browseAll)}</ButtonLink>
    </EmptyState>
  );
}

interface BarProps {
  readonly context: RenderContext;
  readonly loaded: LoadedListing;
}

function ListingBar({ context, loaded: { scope, listing, place } }: BarProps) {
  const { t, path } = context;
  const ownOrder = scope.products === undefined ? texts.sortDefault : texts.sortRelevance;
  const kept = placeQuery(context, { ...place, sort: 'default' });
  return (
    <Behaviour of="listing/sort" when="load">
      <div className="listing-bar">
        <p className="listing-bar__count">{t(texts.productCount, { count: listing.total })}</p>
        <form className="listing-bar__sort" method="get" action={path}>
          {Object.entries(kept).map(([name, value]) => (
            <input type="hidden" name={name} value={value} key={name} />
          ))}
          <label htmlFor="orderby">{t(texts.sortBy)}</label>
          <Select
            id="orderby"
            name="orderby"
            defaultValue={place.sort}
            options={listingSorts.map((value) => ({
              value,
              label: t(value === 'default' ? ownOrder : sortTexts[value]),
            }))}
          />
          <Button className="when-no-script" look="quiet">
            {t(texts.sort)}
          </Button>
        </form>
      </div>
    </Behaviour>
  );
}

interface PagesProps {
  readonly context: RenderContext;
  readonly listing: Listing;
  readonly place: ListingPlace;
}

function Pages({ context, listing: { page, pages }, place }: PagesProps) {
  const { t } = context;
  const near = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(near)].sort((first, second) => first - second);
  const link = (number: number) => placeHref(context, { ...place, page: number });
  return (
    <Pagination
      label={t(texts.pagination)}
      current={page}
      pages={numbers.map((number) => ({ number, label: t(texts.pageNumber, { number }), href: link(number) }))}
      previous={page > 1 ? { name: t(texts.previous), href: link(page - 1) } : undefined}
      next={page < pages ? { name: t(texts.next), href: link(page + 1) } : undefined}
    />
  );
}
