import { listProducts, productGrid } from '#features/catalog/index.ts';
import {
  LargeSearchForm,
  NothingFound,
  SearchHint,
  searchPath,
  searchProducts,
  searchTexts as texts,
} from '#features/search/index.ts';
import type { Page } from '#platform/pages/page.ts';

/** Results of a search: made for each request, and no search engine's business. */
export const searchPage: Page = {
  name: 'search',
  path: searchPath,
  query: ['q', 'product_cat', 'orderby', 'page'],
  stored: () => false,
  load: async (shop, context) => {
    const { t, query } = context;
    const text = (query.q ?? '').trim();
    const common = { kind: 'page', robots: 'noindex', tags: [] } as const;
    if (text === '') {
      const body = (
        <div className="wrap">
          <header className="page-head">
            <h1>{t(texts.startTitle)}</h1>
            <p className="lead">{t(texts.startText)}</p>
          </header>
          <LargeSearchForm context={context} />
        </div>
      );
      return { ...common, title: t(texts.title), body };
    }
    const result = await searchProducts(shop, { text, category: query.product_cat });
    const listing = await listProducts(shop.db, { products: result.productIds, page: 1, now: context.now });
    return {
      ...common,
      title: t(texts.resultsFor, { query: text }),
      body: (
        <div className="wrap">
          <header className="page-head">
            <h1>{t(texts.resultsFor, { query: text })}</h1>
          </header>
          <SearchHint context={context} result={result} />
          {listing.total === 0 ? (
            <NothingFound shop={shop} context={context} query={text} />
          ) : (
            await productGrid(shop, context, { cards: listing.cards, heading: 'h2', eager: 3 })
          )}
        </div>
      ),
    };
  },
};
