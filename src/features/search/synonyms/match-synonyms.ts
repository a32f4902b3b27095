import type { Db } from '#platform/database/database.ts';
import { getStems, type Stems } from '../postgres/stems.ts';
import { createTermLexeme, normalizePhrase, type Synonym } from './synonym.ts';

export interface SynonymSpan {
  readonly start: number;
  readonly length: number;
  /** Synonyms as normalized words with spaces. */
  readonly phrases: readonly string[];
  readonly termLexemes: readonly string[];
}

interface Found {
  readonly phrases: Set<string>;
  readonly termLexemes: Set<string>;
}

interface SynonymIndex {
  /** Synonyms by phrase as written, and by the stems of the phrase's words. */
  readonly byPhrase: ReadonlyMap<string, Found>;
  readonly byStems: ReadonlyMap<string, Found>;
  readonly maxLength: number;
}

/** A last word with fewer letters could be the beginning of too many words. */
const minPrefixLength = 3;
/** Limits the work of a search, which looks up each alternative in the index. */
const maxAlternatives = 40;

/** Cached by the list of synonyms, which the settings keep as the same object until a setting changes. */
const indexes = new WeakMap<readonly Synonym[], Map<string, Promise<SynonymIndex>>>();

function getIndex(db: Db, synonyms: readonly Synonym[], dictionaries: readonly string[]): Promise<SynonymIndex> {
  const ofList = indexes.get(synonyms) ?? new Map<string, Promise<SynonymIndex>>();
  indexes.set(synonyms, ofList);
  const key = dictionaries.join();
  const known = ofList.get(key);
  if (known) return known;
  const created = createIndex(db, synonyms, dictionaries);
  ofList.set(key, created);
  created.catch(() => ofList.delete(key));
  return created;
}

async function createIndex(
  db: Db,
  synonyms: readonly Synonym[],
  dictionaries: readonly string[],
): Promise<SynonymIndex> {
  const byPhrase = new Map<string, Found>();
  for (const { words, finds, terms } of synonyms) {
    const phrases = words.map(normalizePhrase);
    const isMutual = finds.length === 0 && terms.length === 0;
    const found = isMutual ? phrases : finds.map(normalizePhrase);
    for (const phrase of phrases) addFound(byPhrase, phrase, found, terms.map(createTermLexeme));
  }
  const typed = [...new Set([...byPhrase.keys()].flatMap((phrase) => phrase.split(' ')))];
  const stems = await getStems(db, typed, dictionaries);
  const byStems = new Map<string, Found>();
  for (const [phrase, { phrases, termLexemes }] of byPhrase)
    addFound(byStems, toRoots(phrase.split(' '), stems), phrases, termLexemes);
  return { byPhrase, byStems, maxLength: Math.max(0, ...[...byPhrase.keys()].map((key) => key.split(' ').length)) };
}

function addFound(
  index: Map<string, Found>,
  phrase: string,
  phrases: Iterable<string>,
  termLexemes: Iterable<string>,
): void {
  const known = index.get(phrase) ?? { phrases: new Set(), termLexemes: new Set() };
  index.set(phrase, known);
  for (const each of phrases) if (each !== phrase) known.phrases.add(each);
  for (const each of termLexemes) known.termLexemes.add(each);
}

/** Returns a word's stem, or the word itself. Singular and plural have the same stem. */
export const getRoot = (word: string, stems: ReadonlyMap<string, Stems>): string => stems.get(word)?.stems[0] ?? word;

const toRoots = (words: readonly string[], stems: ReadonlyMap<string, Stems>): string =>
  words.map((word) => getRoot(word, stems)).join(' ');

/**
 * Finds the words of a query that have synonyms, the longest phrases first: 'off white' before 'white'. The last word
 * may be the beginning of a synonym's word. Words that were typed before need no query.
 */
export async function matchSynonyms(
  db: Db,
  words: readonly string[],
  synonyms: readonly Synonym[],
  dictionaries: readonly string[],
): Promise<SynonymSpan[]> {
  if (synonyms.length === 0) return [];
  const index = await getIndex(db, synonyms, dictionaries);
  const stems = await getStems(db, words, dictionaries);
  const spans: SynonymSpan[] = [];
  for (let start = 0; start < words.length; ) {
    const span = findSpan(index, words, start, stems);
    if (span) spans.push(span);
    start += span?.length ?? 1;
  }
  return spans;
}

function findSpan(
  index: SynonymIndex,
  words: readonly string[],
  start: number,
  stems: ReadonlyMap<string, Stems>,
): SynonymSpan | null {
  for (let length = Math.min(index.maxLength, words.length - start); length > 0; length -= 1) {
    const typed = words.slice(start, start + length);
    const found = [index.byPhrase.get(typed.join(' ')), index.byStems.get(toRoots(typed, stems))].filter(
      (each) => each !== undefined,
    );
    const isLast = start + length === words.length;
    const all = found.length === 0 && isLast ? findBeginning(index, typed) : found;
    if (all.length === 0) continue;
    const phrases = [...new Set(all.flatMap((each) => [...each.phrases]))].slice(0, maxAlternatives);
    const termLexemes = [...new Set(all.flatMap((each) => [...each.termLexemes]))].slice(0, maxAlternatives);
    return { start, length, phrases, termLexemes };
  }
  return null;
}

/** Finds phrases that begin with the typed words, of which the last is still being typed. */
function findBeginning({ byPhrase }: SynonymIndex, typed: readonly string[]): Found[] {
  if ((typed.at(-1) ?? '').length < minPrefixLength) return [];
  const text = typed.join(' ');
  const isBegun = (phrase: string) => phrase.startsWith(text) && phrase.split(' ').length === typed.length;
  return [...byPhrase].filter(([phrase]) => isBegun(phrase)).map(([, found]) => found);
}

/** Lists the single words of all synonyms, as possible corrections. */
export const listSynonymWords = (synonyms: readonly Synonym[]): string[] => [
  ...new Set(synonyms.flatMap(({ words }) => words.map(normalizePhrase).filter((phrase) => !phrase.includes(' ')))),
];

/**
 * Adds synonyms to the terms of a search. In each term, alternatives are separated by |: words, `"two words` and
 * lexemes of attribute terms.
 * @param terms one term per word
 */
export function addSynonyms(
  terms: readonly string[],
  words: readonly string[],
  spans: readonly SynonymSpan[],
): string[] {
  const result: string[] = [];
  for (let index = 0; index < words.length; ) {
    const span = spans.find(({ start }) => start === index);
    const length = span?.length ?? 1;
    const typed = length === 1 ? (terms[index] ?? '') : `"${words.slice(index, index + length).join(' ')}`;
    result.push(
      [typed, ...(span?.phrases.map((phrase) => `"${phrase}`) ?? []), ...(span?.termLexemes ?? [])].join('|'),
    );
    index += length;
  }
  return result;
}
