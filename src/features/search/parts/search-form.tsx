import type { Shop } from '#platform/features/shop.ts';
import { Behaviour } from '#platform/islands/island.tsx';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { Select } from '#ui/controls.tsx';
import { Icon } from '#ui/icon.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { getOverviewActionName, getSuggestActionName } from '../actions.ts';
import { maxQueryLength, type SearchFormData, searchPath } from '../contract.ts';
import { searchSettings } from '../settings.ts';
import { searchTexts as texts } from '../texts.ts';

interface SearchFormProps {
  readonly shop: Shop;
  readonly context: Pick<RenderContext, 't' | 'path' | 'query'>;
  /** Top categories, which are shown only when the setting `categorySelect` is on. */
  readonly categories: readonly { readonly name: string; readonly slug: string }[];
}

/** The search form in the header. The script for its suggestions loads on interaction. */
export function SearchForm({ shop, context: { t, path, query }, categories }: SearchFormProps) {
  const { categorySelect } = shop.settings(searchSettings);
  const isResult = path === searchPath;
  return (
    <search className="site-header__search">
      <Behaviour of="search/header-search" when="interaction">
        <form className="search" action={searchPath} data-search={JSON.stringify(buildFormData(shop, t))}>
          {categorySelect && (
            <Select
              className="search__category"
              name="product_cat"
              aria-label={t(texts.category)}
              defaultValue={isResult ? query.product_cat : undefined}
              options={[
                { value: '', label: t(texts.allCategories) },
                ...categories.map(({ name, slug }) => ({ value: slug, label: name })),
              ]}
            />
          )}
          <label className="visually-hidden" htmlFor="site-search">
            {t(texts.label)}
          </label>
          <input
            className="search__input"
            id="site-search"
            type="search"
            name="q"
            placeholder={t(texts.placeholder)}
            defaultValue={isResult ? query.q : undefined}
            maxLength={maxQueryLength}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
          />
          <button className="search__go icon-button" type="submit">
            <Icon name="search" />
            <VisuallyHidden>{t(texts.search)}</VisuallyHidden>
          </button>
        </form>
      </Behaviour>
    </search>
  );
}

function buildFormData(shop: Shop, t: RenderContext['t']): SearchFormData {
  const { searchResultLatency, suggestions, recentSearches } = shop.settings(searchSettings);
  return {
    url: `${shop.wire.platformAjaxEndpoint}?action=${getSuggestActionName(shop.wire)}`,
    overviewUrl: `${shop.wire.platformAjaxEndpoint}?action=${getOverviewActionName(shop.wire)}`,
    keepsRecent: recentSearches,
    latency: searchResultLatency,
    texts: {
      list: t(texts.suggestions),
      loading: t(texts.loading),
      failed: t(texts.failed),
      again: t(texts.retry),
      noneFor: t(texts.noneFor, { query: '{query}' }),
      tryInstead: t(texts.tryInstead),
      pages: t(texts.pages),
      recent: t(texts.recent),
      clearRecent: t(texts.clearRecent),
      counts: Array.from({ length: suggestions + 1 }, (_, count) => t(texts.count, { count })),
    },
  };
}
