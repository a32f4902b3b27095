import type { ReactNode } from 'react';
import { isUnfiltered, noFilters } from '#features/catalog/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { toDecimal } from '#platform/money/money.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Button } from '#ui/button.tsx';
import { TextInput } from '#ui/controls.tsx';
import { Icon } from '#ui/icon.tsx';
import type { FacetValue } from '../facets.ts';
import { type filterParameters, formatTermValue } from '../filters.ts';
import { listingTexts as texts } from '../texts.ts';
import { countActiveFilters } from './active-filters.tsx';
import { FilterGroup, type FilterOption, FilterOptionList } from './filter-group.tsx';
import { buildListingQuery } from './listing-url.ts';
import type { LoadedListing } from './load-listing.ts';

/** Id of the form, which a button on small screens opens as a sheet. */
export const filterPanelId = 'filters';

interface PanelProps extends Props {
  readonly shop: Shop;
}

interface Props {
  readonly context: RenderContext;
  readonly loaded: LoadedListing;
}

/**
 * Renders the filter form: beside the listing on large screens, as a sheet on small ones, and without scripts
 * collapsed above the listing. Returns null when there is nothing to filter.
 */
export function renderFilterPanel({ shop, context, loaded }: PanelProps): ReactNode {
  const { t, path } = context;
  const html = shop.keepHtml('listing:filters', getInputs(loaded), <FilterFields context={context} loaded={loaded} />);
  if (html === '') return null;
  const label = t(texts.filter);
  return (
    <form
      className="filters lightbox-source"
      id={filterPanelId}
      method="get"
      action={path}
      aria-label={label}
      // Without this, a browser that goes back restores ticks that don't match the listing.
      autoComplete="off"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

/**
 * Returns null for a filtered listing, which is rendered each time, because the number of filter combinations is
 * unlimited.
 */
function getInputs({ state, facets, scope, listing, display }: LoadedListing): unknown[] | null {
  if (!isUnfiltered(state.filters)) return null;
  const { pageParameters, sort } = state;
  const hidesGroups = [scope.category !== undefined, scope.brand !== undefined];
  return [pageParameters, sort, facets, hidesGroups, listing.total, display.isConverted];
}

/** Renders nothing when there is nothing to filter. */
function FilterFields({ context, loaded }: Props) {
  const { t } = context;
  const { state } = loaded;
  const groups = buildFilterGroups({ context, loaded });
  if (groups.length === 0) return null;
  return (
    <>
      {Object.entries(buildListingQuery(context, { ...state, filters: noFilters })).map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <details className="filters__fold">
        <summary className="filters__toggle">
          {t(texts.filterCount, { count: countActiveFilters(context, state.filters) })}
          <Icon name="chevron-down" small />
        </summary>
        <div className="filters__groups">
          {groups}
          <div className="filters__apply">
            <Button className="when-no-script" look="quiet" wide>
              {t(texts.applyFilters)}
            </Button>
            <Button className="filters__show when-script" wide>
              {t(texts.showProducts, { count: loaded.listing.total })}
            </Button>
          </div>
        </div>
      </details>
    </>
  );
}

/** Builds the filter groups that would change the listing, or that are active. */
function buildFilterGroups(props: Props): ReactNode[] {
  const { t } = props.context;
  const { facets, state, scope, listing } = props.loaded;
  const { filters } = state;
  const isFiltered = !isUnfiltered(filters);
  if (listing.total < 2 && !isFiltered) return [];
  // Keep all groups while filters are active, so that groups do not move. A category page links to its subcategories,
  // and a brand page has one brand.
  const categories = toFilterOptions('in', scope.category === undefined ? facets.categories : [], filters.categories);
  const brands = toFilterOptions('brand', scope.brand === undefined ? facets.brands : [], filters.brands);
  const unavailable = filters.attributes.filter(({ id }) => !facets.attributes.some((facet) => facet.id === id));
  const lists = [
    { key: 'category', name: t(texts.category), options: categories, isOpen: true },
    ...[...unavailable.map((attribute) => ({ ...attribute, values: [] })), ...facets.attributes].map(
      ({ id, slug, name, values }) => {
        const chosenTerms = filters.attributes.find((attribute) => attribute.id === id)?.terms ?? [];
        const options = toFilterOptions('is', values, chosenTerms, (term) => formatTermValue(slug, term));
        return { key: `a${id}`, name, options, isOpen: false };
      },
    ),
    { key: 'brand', name: t(texts.brand), options: brands, isOpen: false },
  ].filter(({ options }) => options.length > (isFiltered ? 0 : 1));
  const [first, ...others] = lists.map(({ key, name, options, isOpen }) => (
    <FilterGroup
      key={key}
      id={key}
      context={props.context}
      name={name}
      isOpen={isOpen || options.some(({ isChosen }) => isChosen)}
    >
      <FilterOptionList context={props.context} options={options} />
    </FilterGroup>
  ));
  const fixedGroups = [renderAvailabilityFilter(props), renderPriceFilter(props), renderRatingFilter(props)];
  return [
    lists[0]?.key === 'category' ? first : null,
    ...fixedGroups,
    lists[0]?.key === 'category' ? null : first,
    ...others,
  ].filter((group) => group !== null && group !== undefined);
}

function toFilterOptions(
  name: (typeof filterParameters)[number],
  values: readonly FacetValue[],
  chosen: readonly { readonly id: number; readonly slug: string; readonly name: string }[],
  toValue: (slug: string) => string = (slug) => slug,
): FilterOption[] {
  const ids = new Set(chosen.map(({ id }) => id));
  const unavailable = chosen.filter(({ id }) => !values.some((value) => value.id === id));
  return [...unavailable.map((choice) => ({ ...choice, count: 0, swatch: null, picture: null })), ...values].map(
    (value) => ({
      name,
      value: toValue(value.slug),
      label: value.name,
      count: value.count,
      swatch: value.swatch,
      picture: value.picture,
      isChosen: ids.has(value.id),
    }),
  );
}

function renderAvailabilityFilter(props: Props): ReactNode {
  const { context, loaded } = props;
  const { facets, state } = loaded;
  const option = { name: 'stock', value: 'in', label: context.t(productFormTexts.inStock) } as const;
  const options = listBox(props, { ...option, count: facets.inStock, isChosen: state.filters.inStock === true });
  if (options.length === 0) return null;
  return (
    <FilterGroup key="availability" id="availability" context={context} name={context.t(texts.availability)} isOpen>
      <FilterOptionList context={context} options={options} />
    </FilterGroup>
  );
}

/** Returns a checkbox, unless it would match all products or none. */
function listBox(
  { loaded: { facets, state } }: Props,
  option: Omit<FilterOption, 'swatch'> & { count: number },
): FilterOption[] {
  const isUseful = !isUnfiltered(state.filters) || (option.count > 0 && option.count < facets.total);
  return isUseful ? [{ ...option, swatch: null }] : [];
}

function renderPriceFilter(props: Props): ReactNode {
  const { context, loaded } = props;
  const { facets, state, display } = loaded;
  const { t } = context;
  const { minPrice, maxPrice, onSale } = state.filters;
  const range = facets.prices;
  const sale = { name: 'sale', value: '1', label: t(texts.onSale), count: facets.onSale } as const;
  const options = listBox(props, { ...sale, isChosen: onSale === true });
  const hasRange = !isUnfiltered(state.filters) || (range !== null && range.min !== range.max);
  if (!hasRange && options.length === 0) return null;
  // Converted prices depend on the tax classes of the products with the lowest and the highest price, which are
  // unknown here.
  const hint = display.isConverted ? null : range;
  return (
    <FilterGroup key="price" id="price" context={context} name={t(texts.price)} isOpen>
      {hasRange && (
        <div className="filter__prices">
          <PriceInput context={context} name="min" label={t(texts.lowestPrice)} amount={minPrice} hint={hint?.min} />
          <PriceInput context={context} name="max" label={t(texts.highestPrice)} amount={maxPrice} hint={hint?.max} />
        </div>
      )}
      {options.length > 0 && <FilterOptionList context={context} options={options} />}
    </FilterGroup>
  );
}

interface PriceInputProps {
  readonly context: RenderContext;
  readonly name: 'min' | 'max';
  readonly label: string;
  /** Minor units. */
  readonly amount: number | null;
  readonly hint: number | undefined;
}

function PriceInput({ context: { currency, price }, name, label, amount, hint }: PriceInputProps) {
  const id = `filter-${name}`;
  return (
    <div className="filter__price">
      <label htmlFor={id}>{label}</label>
      <TextInput
        {...{ id, name, inputMode: 'decimal', maxLength: 15, autoComplete: 'off' }}
        defaultValue={amount === null ? '' : toDecimal({ amount, currency }).replace(/\.0+$/, '')}
        placeholder={hint === undefined ? undefined : price({ amount: hint, currency })}
      />
    </div>
  );
}

function renderRatingFilter({ context, loaded: { facets, state } }: Props): ReactNode {
  const { t } = context;
  const { rating } = state.filters;
  const ratings = facets.ratings.filter(({ count, atLeast }) => count > 0 || atLeast === rating);
  if (ratings.length === 0) return null;
  const options: FilterOption[] = ratings.map(({ atLeast, count }) => ({
    name: 'rating',
    value: String(atLeast),
    label: t(texts.starsAtLeast, { stars: atLeast }),
    count,
    swatch: null,
    isChosen: rating === atLeast,
  }));
  const anyRating: FilterOption = {
    name: 'rating',
    value: '',
    label: t(texts.anyRating),
    count: null,
    swatch: null,
    isChosen: rating === null,
  };
  return (
    <FilterGroup key="rating" id="rating" context={context} name={t(texts.rating)} isOpen={rating !== null}>
      <FilterOptionList context={context} options={[anyRating, ...options]} type="radio" />
    </FilterGroup>
  );
}
