import type { ReactNode } from 'react';
import { findChosenVariations, isUnfiltered, noFilters, shopPath } from '#features/catalog/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Select } from '#ui/controls.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { type Listing, type ListingSort, listingSorts } from '../listing.ts';
import { listingTexts as texts } from '../texts.ts';
import { ActiveFilters, countActiveFilters } from './active-filters.tsx';
import { filterPanelId, renderFilterPanel } from './filter-panel.tsx';
import { buildListingHref, buildListingQuery, type ListingState } from './listing-url.ts';
import type { LoadedListing } from './load-listing.ts';
import { renderProductGrid } from './product-grid.tsx';

/** Number of photographs that are visible before scrolling and loaded eagerly. */
const eagerPhotographs = 4;

const sortTexts = {
  newest: texts.sortNewest,
  'price-asc': texts.sortPriceUp,
  'price-desc': texts.sortPriceDown,
  name: texts.sortName,
} satisfies Record<Exclude<ListingSort, 'default'>, unknown>;

/** Renders a listing with filters, sort and pagination. `empty` replaces it when the scope has no products. */
export async function renderListing(
  shop: Shop,
  context: RenderContext,
  loaded: LoadedListing,
  empty?: ReactNode,
): Promise<ReactNode> {
  const { t } = context;
  const { listing, state, display } = loaded;
  const isUnfilteredList = isUnfiltered(state.filters);
  if (listing.total === 0 && isUnfilteredList) return empty ?? <EmptyListing context={context} />;
  const { cards } = listing;
  const grid = await renderProductGrid(shop, context, {
    cards,
    heading: 'h2',
    isNarrow: true,
    eagerCount: eagerPhotographs,
    chosen: await findChosenVariations(
      shop.db,
      cards.map(({ id }) => id),
      state.filters,
      context.now,
      display,
    ),
  });
  const filters = renderFilterPanel({ shop, context, loaded });
  return (
    <Behaviour of="listing/listing" when="load">
      <div className="listing" data-href={buildListingHref(context, state)}>
        {filters}
        <div className="listing__list">
          <ListingBar context={context} loaded={loaded} hasFilters={filters !== null} />
          {listing.total === 0 ? (
            <EmptyState title={t(texts.noMatchTitle)} text={t(texts.noMatchText)}>
              <ButtonLink look="quiet" href={buildListingHref(context, { ...state, filters: noFilters, page: 1 })}>
                {t(texts.clearAll)}
              </ButtonLink>
            </EmptyState>
          ) : (
            grid
          )}
          <ListingPages context={context} listing={listing} state={state} />
        </div>
      </div>
    </Behaviour>
  );
}

function EmptyListing({ context: { t } }: { readonly context: RenderContext }) {
  return (
    <EmptyState title={t(texts.emptyTitle)} text={t(texts.emptyText)}>
      <ButtonLink href={shopPath}>{t(texts.browseAll)}</ButtonLink>
    </EmptyState>
  );
}

interface BarProps {
  readonly context: RenderContext;
  readonly loaded: LoadedListing;
  readonly hasFilters: boolean;
}

function ListingBar({ context, loaded, hasFilters }: BarProps) {
  const { t } = context;
  const { total } = loaded.listing;
  return (
    <div className="listing-bar">
      {hasFilters && (
        <button
          className="listing-bar__filters button button--quiet when-script"
          type="button"
          aria-haspopup="dialog"
          data-lightbox="panel"
          data-side="bottom"
          data-target={filterPanelId}
          data-label={t(texts.filter)}
        >
          {t(texts.filterCount, { count: countActiveFilters(context, loaded.state.filters) })}
        </button>
      )}
      {/* The focus moves here when the element that had it was removed. */}
      <p tabIndex={-1} className="listing-bar__count">
        {t(texts.productCount, { count: total })}
      </p>
      {!isUnfiltered(loaded.state.filters) && <ActiveFilters context={context} state={loaded.state} />}
      {total > 0 && <SortForm context={context} loaded={loaded} />}
    </div>
  );
}

function SortForm({ context, loaded: { scope, state } }: Omit<BarProps, 'hasFilters'>) {
  const { t, path } = context;
  const defaultLabel = scope.products === undefined ? texts.sortDefault : texts.sortRelevance;
  const query = buildListingQuery(context, { ...state, sort: 'default' });
  return (
    <form className="listing-bar__sort" method="get" action={path}>
      {Object.entries(query).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <label htmlFor="orderby">{t(texts.sortBy)}</label>
      <Select
        id="orderby"
        name="orderby"
        defaultValue={state.sort}
        options={listingSorts.map((value) => ({
          value,
          label: t(value === 'default' ? defaultLabel : sortTexts[value]),
        }))}
      />
      <Button className="when-no-script" look="quiet">
        {t(texts.sort)}
      </Button>
    </form>
  );
}

interface PagesProps {
  readonly context: RenderContext;
  readonly listing: Listing;
  readonly state: ListingState;
}

function ListingPages({ context, listing: { page, pages, perPage, total }, state }: PagesProps) {
  const { t } = context;
  const candidates = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages);
  const numbers = [...new Set(candidates)].sort((first, second) => first - second);
  const buildHref = (number: number) => buildListingHref(context, { ...state, page: number });
  const from = page === 1 ? '' : t(texts.shownFrom, { from: (page - 1) * perPage + 1 });
  const shown = Math.min(page * perPage, total);
  const formatShown = (start: string) => t(texts.shownOf, { from: start, shown, total });
  return (
    <div className="listing-pages">
      {pages > 1 && (
        <p className="listing-pages__more when-script">
          <span className="listing-pages__shown" data-from={from} data-words={formatShown('{from}')}>
            {formatShown(from)}
          </span>
          {page < pages && (
            <ButtonLink look="quiet" href={buildHref(page + 1)} data-load-more={t(texts.loadingMore)}>
              {t(texts.loadMore)}
            </ButtonLink>
          )}
        </p>
      )}
      <Pagination
        label={t(texts.pagination)}
        current={page}
        pages={numbers.map((number) => ({ number, label: t(texts.pageNumber, { number }), href: buildHref(number) }))}
        previous={page > 1 ? { name: t(texts.previous), href: buildHref(page - 1) } : undefined}
        next={page < pages ? { name: t(texts.next), href: buildHref(page + 1) } : undefined}
      />
    </div>
  );
}
