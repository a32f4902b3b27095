import type { Shop } from '#platform/features/shop.ts';
import {
  type Language,
  languages,
  type SearchEngine,
  type SearchResult,
  type SuggestedProduct,
  searchEngine,
} from './engine.ts';
import { searchSettings } from './settings.ts';

/** Maximum number of results. */
const maxResults = 1_000;

const languageByLocale: Readonly<Record<string, Language>> = {
  da: 'danish',
  nl: 'dutch',
  en: 'english',
  fi: 'finnish',
  fr: 'french',
  de: 'german',
  it: 'italian',
  nb: 'norwegian',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  es: 'spanish',
  sv: 'swedish',
};

function getSearchLanguages({ settings, choices }: Pick<Shop, 'settings' | 'choices'>): readonly Language[] {
  const shopLanguage = languageByLocale[choices.locale.split('-')[0]?.toLowerCase() ?? ''];
  return settings(searchSettings).languages ?? languages.filter((language) => language === shopLanguage);
}

export async function getSearchEngine(shop: Shop): Promise<SearchEngine> {
  const engines = await shop.fill(searchEngine, shop.renderContext('/'), { languages: getSearchLanguages(shop) });
  const engine = engines.at(-1);
  if (!engine) throw new Error("the slot 'search.engine' has no engine: fill it with postgresSearch or another one");
  return engine;
}

/** Finds suggestions while a shopper types. Usually one query. */
export async function suggestProducts(
  shop: Shop,
  { text, category }: { readonly text: string; readonly category?: string | undefined },
): Promise<readonly SuggestedProduct[]> {
  const engine = await getSearchEngine(shop);
  const limit = shop.settings(searchSettings).suggestions;
  return engine.suggest(shop.db, { text, category, limit, now: shop.clock.now() });
}

/** Finds the ids of matching products, best first; at most `maxResults`. */
export async function searchProducts(
  shop: Shop,
  query: { readonly text: string; readonly category?: string | undefined },
): Promise<SearchResult> {
  return (await getSearchEngine(shop)).find(shop.db, { ...query, limit: maxResults });
}
