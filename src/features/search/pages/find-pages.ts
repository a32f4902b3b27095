import type { Shop } from '#platform/features/shop.ts';
import { computeEditDistance } from '#platform/texts/edit-distance.ts';
import { getSearchLanguages } from '../languages.ts';
import { parseQueryWords } from '../normalize-text.ts';
import { getDictionaries, type Stems } from '../postgres/stems.ts';
import { searchSettings } from '../settings.ts';
import { getRoot, listSynonymWords, matchSynonyms } from '../synonyms/match-synonyms.ts';
import { getPageIndex, getTypedStems, type IndexedPage, type PageWord } from './page-index.ts';
import { createSnippet, type SnippetPart } from './snippet.ts';

export interface FoundPage {
  readonly path: string;
  readonly title: string;
  /** Text of the page around the first match. */
  readonly snippet: readonly SnippetPart[];
  /** Whether the page has all words of the query. If not, its title has at least one. */
  readonly isWhole: boolean;
  /** Whether title and headings have all words. */
  readonly isAboutIt: boolean;
  /** Whether the query has all words of the page's title. */
  readonly isNamed: boolean;
}

const maxPages = 5;
/** A last word with fewer letters is not treated as the beginning of another word. */
const minPrefixLength = 3;

/** A part of the query as alternative phrases, of which the page must have one. */
type Part = readonly (readonly Matcher[])[];
type Matcher = (word: PageWord) => boolean;

interface Match {
  readonly page: IndexedPage;
  readonly score: number;
  readonly hits: ReadonlySet<string>;
  readonly isAboutIt: boolean;
  readonly isNamed: boolean;
}

/**
 * Finds pages that have all words of a query, or synonyms of the words, the best first. When no page has all words in
 * its title and headings, pages whose titles have some of the words are added.
 */
export async function findPages(shop: Shop, text: string): Promise<FoundPage[]> {
  const words = parseQueryWords(text);
  const pages = await getPageIndex(shop);
  if (words.length === 0 || pages.length === 0) return [];
  const known = pages.flatMap((page) => page.words);
  const meant = [...listTitleWords(known), ...listSynonymWords(shop.settings(searchSettings).synonyms)];
  const parts = await parseParts(
    shop,
    words.map((word) => correctPageWord(word, known, meant) ?? word),
  );
  const whole = pages.flatMap((page) => matchPage(page, parts, 'all'));
  const isAnyAboutIt = whole.some(({ isAboutIt }) => isAboutIt);
  const byTitle = isAnyAboutIt ? [] : pages.flatMap((page) => matchPage(page, parts, 'title'));
  return [...whole, ...byTitle.filter(({ page }) => !whole.some((match) => match.page === page))]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, maxPages)
    .map(({ page, hits, isAboutIt, isNamed }) => ({
      ...{
        path: page.path,
        title: page.title,
        isAboutIt,
        isNamed,
        isWhole: whole.some((match) => match.page === page),
      },
      snippet: createSnippet(page.text, hits),
    }));
}

/** Shorter words are too similar to other words. */
const minCorrectedLength = 5;

/**
 * Corrects a typed word that neither is on a page nor begins a word of a page, to a word with an edit distance of 1.
 */
function correctPageWord(typed: string, words: readonly PageWord[], meant: readonly string[]): string | undefined {
  if (typed.length < minCorrectedLength || words.some(({ word }) => word.startsWith(typed))) return undefined;
  return meant.find((word) => word.length >= minCorrectedLength && computeEditDistance(typed, word) <= 1);
}

const listTitleWords = (words: readonly PageWord[]): string[] =>
  words.flatMap(({ word, weight }) => (weight === 3 ? [word] : []));

/**
 * Finds the words of a query that need no correction here: a page has the word, or a title has a word with an edit
 * distance of 1.
 */
export async function findPageWords(shop: Shop, text: string): Promise<string[]> {
  const typed = parseQueryWords(text);
  const [pages, stems] = await Promise.all([getPageIndex(shop), getTypedStems(shop, typed)]);
  const words = pages.flatMap((page) => page.words);
  const titles = listTitleWords(words);
  return typed.filter(
    (word) => words.some(createMatcher(word, stems, false)) || correctPageWord(word, words, titles) !== undefined,
  );
}

async function parseParts(shop: Shop, words: readonly string[]): Promise<Part[]> {
  const { synonyms } = shop.settings(searchSettings);
  const spans = await matchSynonyms(shop.db, words, synonyms, getDictionaries(getSearchLanguages(shop)));
  const phrases = spans.flatMap((span) => span.phrases.flatMap((phrase) => phrase.split(' ')));
  const stems = await getTypedStems(shop, [...new Set([...words, ...phrases])]);
  const parts: { part: Part; isStopWord: boolean }[] = [];
  for (let index = 0; index < words.length; ) {
    const span = spans.find(({ start }) => start === index);
    const length = span?.length ?? 1;
    const typed = words
      .slice(index, index + length)
      .map((word, nth) => createMatcher(word, stems, index + nth === words.length - 1));
    const others = span?.phrases ?? [];
    const matchers = others.map((phrase) => phrase.split(' ').map((word) => createMatcher(word, stems, false)));
    const isStopWord = !span && (stems.get(words[index] ?? '')?.isStopWord ?? false);
    parts.push({ part: [typed, ...matchers], isStopWord });
    index += length;
  }
  const significant = parts.filter(({ isStopWord }) => !isStopWord);
  return (significant.length > 0 ? significant : parts).map(({ part }) => part);
}

function createMatcher(typed: string, stems: ReadonlyMap<string, Stems>, canBegin: boolean): Matcher {
  const root = getRoot(typed, stems);
  const isPrefix = canBegin && typed.length >= minPrefixLength;
  return (word) => word.word === typed || word.root === root || (isPrefix && word.word.startsWith(typed));
}

/** Matches a page by all parts of a query, or by at least one part in its title. */
function matchPage(page: IndexedPage, parts: readonly Part[], places: 'all' | 'title'): Match[] {
  const words = places === 'all' ? page.words : page.words.filter(({ weight }) => weight === 3);
  const found = parts.map((part) => findBestPhrase(words, part)).filter((hit) => hit !== undefined);
  if (found.length === 0 || (places === 'all' && found.length < parts.length)) return [];
  const hits = new Set(found.flatMap((hit) => hit.words));
  return [
    {
      ...{ page, hits, score: found.reduce((sum, { weight }) => sum + weight, 0) },
      isAboutIt: places === 'all' && found.every(({ weight }) => weight > 1),
      isNamed: places === 'all' && page.words.every(({ word, weight }) => weight !== 3 || hits.has(word)),
    },
  ];
}

interface PhraseHit {
  readonly words: readonly string[];
  /** Weight of the least important matching word. */
  readonly weight: number;
}

/** Finds the phrase of a part with the highest weight; undefined when the page has no phrase of the part. */
function findBestPhrase(words: readonly PageWord[], part: Part): PhraseHit | undefined {
  const whole = part.flatMap((phrase): PhraseHit[] => {
    const hits = phrase.map((matches) => words.filter(matches));
    const weight = Math.min(...hits.map((each) => Math.max(0, ...each.map((hit) => hit.weight))));
    return weight === 0 ? [] : [{ words: hits.flat().map(({ word }) => word), weight }];
  });
  return whole.toSorted((a, b) => b.weight - a.weight)[0];
}
