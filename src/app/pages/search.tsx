import { categoryPath, getCategoryTree } from '#features/catalog/index.ts';
import {
  listingListParameters,
  listingParameters,
  listingTexts,
  loadListing,
  renderListing,
  renderProductGrid,
} from '#features/listing/index.ts';
import {
  type FoundPage,
  findPages,
  getPopularProducts,
  LargeSearchForm,
  NothingFound,
  PageResults,
  SearchHint,
  searchPath,
  searchProducts,
  searchTexts as texts,
} from '#features/search/index.ts';
import { awaitAll } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Page, PageView } from '#platform/pages/page.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';
import { PageHead } from '#ui/page-head.tsx';

const popularProducts = 4;

const searchView = { kind: 'page', styles: 'src/app/pages/listing.page.css', robots: 'noindex', tags: [] } as const;

/** Search results are rendered for each request and not indexed. */
export const searchPage: Page = {
  name: 'search',
  path: searchPath,
  query: ['q', 'product_cat', ...listingParameters],
  lists: listingListParameters,
  stored: () => false,
  load: async (shop, context) => {
    const { t, query } = context;
    const text = (query.q ?? '').trim();
    if (text === '') return emptyPage(context);
    const category = query.product_cat;
    const searchParameters = { q: text, ...(category === undefined ? {} : { product_cat: category }) };
    const [result, pages] = await awaitAll([searchProducts(shop, { text, category }), findPages(shop, text)]);
    const loaded = await loadListing(shop, context, { products: result.productIds }, searchParameters);
    if (!loaded) return { kind: 'missing' };
    const hasProducts = result.productIds.length > 0;
    const isEmpty = !hasProducts && pages.length === 0;
    const title = t(isEmpty ? texts.noResultsFor : texts.resultsFor, { query: text });
    const emptyResult = <NothingFound shop={shop} context={context} query={text} />;
    // A shopper who types the name of a page wants that page. Pages that contain all words come before products that
    // contain some. Pages that match only by their title come last.
    const isBetter = ({ isNamed, isWhole }: FoundPage) => isNamed || (result.isPartial && isWhole);
    const arePagesFirst = !hasProducts || pages.some(isBetter);
    const pageResults = pages.length > 0 && loaded.state.page === 1 && <PageResults context={context} pages={pages} />;
    const body = (
      <div className="wrap">
        <header className="page-head page-head--listing">
          <h1>{title}</h1>
          {!arePagesFirst && <SearchHint context={context} result={result} />}
        </header>
        {arePagesFirst && pageResults}
        {arePagesFirst && hasProducts && <SearchHint context={context} result={result} />}
        {(hasProducts || isEmpty) && (await renderListing(shop, context, loaded, emptyResult))}
        {!arePagesFirst && pageResults}
        {isEmpty && (await renderAlternatives(shop, context))}
      </div>
    );
    return { ...searchView, title, body };
  },
};

async function renderAlternatives(shop: Shop, context: RenderContext) {
  const { t } = context;
  const [tree, cards] = await Promise.all([getCategoryTree(shop.db), getPopularProducts(shop, popularProducts)]);
  const grid = cards.length > 0 && (await renderProductGrid(shop, context, { cards, heading: 'h3', columns: 4 }));
  return (
    <>
      <nav className="chips" aria-label={t(listingTexts.categories)}>
        {tree.map(({ name, slug }) => (
          <a className="chip" href={categoryPath(slug)} key={slug}>
            {name}
          </a>
        ))}
      </nav>
      {grid && (
        <section className="section">
          <div className="section__head">
            <h2>{t(texts.popular)}</h2>
          </div>
          {grid}
        </section>
      )}
    </>
  );
}

function emptyPage(context: RenderContext): PageView {
  const { t } = context;
  const body = (
    <div className="wrap">
      <PageHead title={t(texts.startTitle)} lead={t(texts.startText)} />
      <LargeSearchForm context={context} />
    </div>
  );
  return { ...searchView, title: t(texts.title), body };
}
