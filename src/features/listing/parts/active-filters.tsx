import { type FacetFilter, noFilters } from '#features/catalog/index.ts';
import { productFormTexts } from '#features/product-form/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { listingTexts as texts } from '../texts.ts';
import { buildListingHref, type ListingState } from './listing-url.ts';

export function ActiveFilters({ context, state }: { readonly context: RenderContext; readonly state: ListingState }) {
  const { t } = context;
  const { filters } = state;
  const buildHrefWith = (changes: Partial<FacetFilter>) =>
    buildListingHref(context, { ...state, filters: { ...filters, ...changes }, page: 1 });
  return (
    <nav className="chosen" aria-label={t(texts.activeFilters)}>
      <ul className="chosen__list" role="list">
        {listActiveFilters(context, filters).map(({ key, name, changes }) => (
          <li key={key}>
            <a className="chosen__link" id={`chosen-${key}`} href={buildHrefWith(changes)} rel="nofollow">
              <VisuallyHidden>{t(texts.removeFilter, { name })}</VisuallyHidden>
              <span aria-hidden="true">{name}</span>
              <Icon name="x" small />
            </a>
          </li>
        ))}
        <li>
          <a
            className="chosen__clear"
            id="chosen-clear"
            href={buildListingHref(context, { ...state, filters: noFilters, page: 1 })}
          >
            {t(texts.clearAll)}
          </a>
        </li>
      </ul>
    </nav>
  );
}

interface ActiveFilter {
  readonly key: string;
  readonly name: string;
  readonly changes: Partial<FacetFilter>;
}

export const countActiveFilters = (context: RenderContext, filters: FacetFilter): number =>
  listActiveFilters(context, filters).length;

function listActiveFilters({ t, price, currency }: RenderContext, filters: FacetFilter): ActiveFilter[] {
  const { categories, brands, attributes, minPrice, maxPrice, inStock, onSale, rating } = filters;
  const removeById = <Item extends { readonly id: number }>(list: readonly Item[], id: number) =>
    list.filter((item) => item.id !== id);
  const terms = attributes.flatMap((attribute) =>
    attribute.terms.map(({ id, name: term }) => {
      const remainingTerms = removeById(attribute.terms, id);
      const remainingAttributes = attributes.flatMap((other) => {
        if (other.id !== attribute.id) return other;
        return remainingTerms.length === 0 ? [] : { ...other, terms: remainingTerms };
      });
      const name = t(texts.attributeTerm, { attribute: attribute.name, term });
      return { key: `t${id}`, name, changes: { attributes: remainingAttributes } };
    }),
  );
  const formatPrice = (amount: number) => price({ amount, currency });
  const singleFilters: (ActiveFilter | false)[] = [
    minPrice !== null && {
      key: 'min',
      name: t(texts.priceFrom, { price: formatPrice(minPrice) }),
      changes: { minPrice: null },
    },
    maxPrice !== null && {
      key: 'max',
      name: t(texts.priceTo, { price: formatPrice(maxPrice) }),
      changes: { maxPrice: null },
    },
    inStock !== null && { key: 'stock', name: t(productFormTexts.inStock), changes: { inStock: null } },
    onSale !== null && { key: 'sale', name: t(texts.onSale), changes: { onSale: null } },
    rating !== null && { key: 'rating', name: t(texts.starsAtLeast, { stars: rating }), changes: { rating: null } },
  ];
  return [
    ...categories.map(({ id, name }) => ({ key: `c${id}`, name, changes: { categories: removeById(categories, id) } })),
    ...brands.map(({ id, name }) => ({ key: `b${id}`, name, changes: { brands: removeById(brands, id) } })),
    ...terms,
    ...singleFilters.filter((filter) => filter !== false),
  ];
}
