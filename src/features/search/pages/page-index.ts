import type { Shop } from '#platform/features/shop.ts';
import { createSettingsTag } from '#platform/settings/setting-store.ts';
import { getSearchLanguages } from '../languages.ts';
import { extractWords, listInnerWords } from '../normalize-text.ts';
import { getDictionaries, getStems, loadStems, type Stems } from '../postgres/stems.ts';
import { getRoot } from '../synonyms/match-synonyms.ts';
import { type SearchablePage, searchablePages } from './ports.ts';

/** Weight of a word: 1 in the text, 2 in a heading, 3 in the title. */
export type Weight = 1 | 2 | 3;

export interface PageWord {
  readonly word: string;
  /** Stem of the word, or the word itself. */
  readonly root: string;
  /** The highest weight of the word's occurrences. */
  readonly weight: Weight;
}

export interface IndexedPage extends SearchablePage {
  readonly words: readonly PageWord[];
}

/** Returns the searchable pages with their words, cached until a search setting or one of the pages changes. */
export async function getPageIndex(shop: Shop): Promise<readonly IndexedPage[]> {
  const sources = shop.implementations(searchablePages);
  const tags = [createSettingsTag('search'), ...sources.flatMap((source) => source.tags)];
  return shop.pages.remember('search:pages', tags, async () => {
    const lists = await Promise.all(sources.map(({ list }) => list(shop)));
    const pages = lists.flat().map((page) => ({ page, weights: weighWords(page) }));
    const words = [...new Set(pages.flatMap(({ weights }) => [...weights.keys()]))];
    const stems = await loadStems(shop.db, words, getDictionaries(getSearchLanguages(shop)));
    return pages.map(({ page, weights }) => ({
      ...page,
      words: [...weights].map(([word, weight]) => ({ word, root: getRoot(word, stems), weight })),
    }));
  });
}

function weighWords({ title, headings, text }: SearchablePage): Map<string, Weight> {
  const weights = new Map<string, Weight>();
  const places = [
    [1, text],
    [2, headings.join(' ')],
    [3, title],
  ] as const;
  for (const [weight, part] of places) {
    const words = extractWords(part);
    for (const { word } of weight === 1 ? words : [...listInnerWords(words), ...words]) weights.set(word, weight);
  }
  return weights;
}

export const getTypedStems = (shop: Shop, words: readonly string[]): Promise<Map<string, Stems>> =>
  getStems(shop.db, words, getDictionaries(getSearchLanguages(shop)));
