import { catalogTexts as texts } from '#features/catalog/index.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { type ListingFilters, noFilters } from '../filters.ts';
import { type ListingPlace, placeHref } from './listing-address.ts';

interface Props {
  readonly context: RenderContext;
  readonly place: ListingPlace;
}

/** What a list is narrowed to, each with a link that takes it away. */
export function ActiveFilters({ context, place }: Props) {
  const { t } = context;
  const { filters } = place;
  const without = (changes: Partial<ListingFilters>) =>
    placeHref(context, { ...place, filters: { ...filters, ...changes }, page: 1 });
  return (
    <nav className="chosen" aria-label={t(texts.activeFilters)}>
      <ul className="chosen__list" role="list">
        {chosenOf(context, filters).map(({ key, name, rest }) => (
          <li key={key}>
            <a className="chosen__link" href={without(rest)} rel="nofollow">
              <VisuallyHidden>{t(texts.removeFilter, { name })}</VisuallyHidden>
              <span aria-hidden="true">{name}</span>
              <Icon name="x" small />
            </a>
          </li>
        ))}
        <li>
          <a className="chosen__clear" href={placeHref(context, { ...place, filters: noFilters, page: 1 })}>
            {t(texts.clearAll)}
          </a>
        </li>
      </ul>
    </nav>
  );
}

interface ChosenOne {
  readonly key: string;
  readonly name: string;
  /** What changes when it is taken away. */
  readonly rest: Partial<ListingFilters>;
}

function chosenOf({ t, price, currency }: RenderContext, filters: ListingFilters): ChosenOne[] {
  const { categories, brands, attributes, minPrice, maxPrice, inStock, onSale, rating } = filters;
  const others = <One extends { readonly id: number }>(list: readonly One[], id: number) =>
    list.filter((one) => one.id !== id);
  const terms = attributes.flatMap((attribute) =>
    attribute.terms.map(({ id, name: term }) => {
      const left = others(attribute.terms, id);
      const rest = attributes.flatMap((one) => {
        if (one.id !== attribute.id) return one;
        return left.length === 0 ? [] : { ...one, terms: left };
      });
      const name = t(texts.attributeTerm, { attribute: attribute.name, term });
      return { key: `t${id}`, name, rest: { attributes: rest } };
    }),
  );
  const money = (amount: number) => price({ amount, currency });
  const single: (ChosenOne | false)[] = [
    minPrice !== null && { key: 'min', name: t(texts.priceFrom, { price: money(minPrice) }), rest: { minPrice: null } },
    maxPrice !== null && { key: 'max', name: t(texts.priceTo, { price: money(maxPrice) }), rest: { maxPrice: null } },
    inStock && { key: 'stock', name: t(texts.inStock), rest: { inStock: false } },
    onSale && { key: 'sale', name: t(texts.onSale), rest: { onSale: false } },
    rating !== null && { key: 'rating', name: t(texts.starsAtLeast, { stars: rating }), rest: { rating: null } },
  ];
  return [
    ...categories.map(({ id, name }) => ({ key: `c${id}`, name, rest: { categories: others(categories, id) } })),
    ...brands.map(({ id, name }) => ({ key: `b${id}`, name, rest: { brands: others(brands, id) } })),
    ...terms,
    ...single.filter((one) => one !== false),
  ];
}
