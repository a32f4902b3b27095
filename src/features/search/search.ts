import { getProductCards } from '#features/catalog/index.ts';
import { loadPriceDisplay } from '#features/pricing/index.ts';
import type { Shop } from '#platform/features/shop.ts';
import { type SearchEngine, type SearchResult, type SuggestedProduct, searchEngine } from './engine.ts';
import { getSearchLanguages } from './languages.ts';
import { findPageWords } from './pages/find-pages.ts';
import { searchSettings } from './settings.ts';

const maxResults = 1_000;

export function getSearchEngine(shop: Shop): SearchEngine {
  const createEngine = shop.implementations(searchEngine).at(-1);
  if (!createEngine) throw new Error("the port 'search.engine' has no engine: provide postgresSearch or another one");
  return createEngine(getSearchLanguages(shop), shop.settings(searchSettings).synonyms);
}

/**
 * Finds suggestions while a shopper types. Usually one query, and two more when prices are shown otherwise than
 * entered: an engine knows entered prices, but no tax classes.
 */
export async function suggestProducts(
  shop: Shop,
  { text, category }: { readonly text: string; readonly category?: string | undefined },
): Promise<readonly SuggestedProduct[]> {
  const engine = getSearchEngine(shop);
  const limit = shop.settings(searchSettings).suggestions;
  const now = shop.clock.now();
  const findKnownWords = () => findPageWords(shop, text);
  const products = await engine.suggest(shop.db, {
    text,
    category,
    locale: shop.choices.locale,
    limit,
    now,
    findKnownWords,
  });
  const display = await loadPriceDisplay(shop, shop.db);
  const ids = products.filter(({ isSet }) => isSet || display.isConverted).map(({ id }) => id);
  const cards = new Map((await getProductCards(shop.db, ids, now, display)).map((card) => [card.id, card]));
  return products.map((product) => {
    if (!ids.includes(product.id)) return product;
    const { min = null, max = null } = cards.get(product.id)?.priceRange ?? {};
    return { ...product, min, max };
  });
}

/** @returns ids of at most `maxResults` matching products, best first */
export async function searchProducts(
  shop: Shop,
  query: { readonly text: string; readonly category?: string | undefined },
): Promise<SearchResult> {
  const findKnownWords = () => findPageWords(shop, query.text);
  return getSearchEngine(shop).find(shop.db, {
    ...query,
    locale: shop.choices.locale,
    limit: maxResults,
    findKnownWords,
  });
}
