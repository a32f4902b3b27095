import { normaliseText } from '#platform/input/normalise-text.ts';
import { maxQueryLength } from './contract.ts';

/** Replacements, as people type them, for letters that `normalize` doesn't decompose. */
const letterReplacements: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

const maxWordLength = 40;

/** A normalized word and its original spelling in lower case. */
export interface Word {
  readonly word: string;
  readonly shown: string;
}

/**
 * Splits text into normalized words: 'Schüssel-Ø 20' → 'schussel', 'o', '20'. The result has only lower-case letters
 * without accents, and digits.
 */
export function extractWords(text: string): Word[] {
  return (normaliseText(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((match) => {
    const word = normalizeWord(match);
    return word === '' ? [] : [{ word, shown: match.toLowerCase().slice(0, maxWordLength) }];
  });
}

function normalizeWord(text: string): string {
  const decomposed = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => letterReplacements[letter] ?? '');
  return Array.from(decomposed.replace(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, maxWordLength)
    .join('');
}

/** Letter of a script that is written without spaces between words. */
const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export const startsUnspaced = (word: string): boolean =>
  unspacedLetter.test(String.fromCodePoint(word.codePointAt(0) ?? 0));

/**
 * Lists possible words inside of words of such scripts: the rest of the word from each letter on, so that prefixes
 * find it. '青い花瓶' → 'い花瓶', '花瓶', '瓶'.
 */
export function listInnerWords(words: readonly Word[]): Word[] {
  return words.flatMap(({ word }) => {
    if (!unspacedLetter.test(word)) return [];
    const letters = Array.from(word);
    return letters.flatMap((letter, index) => {
      const rest = letters.slice(index).join('');
      return index > 0 && unspacedLetter.test(letter) ? [{ word: rest, shown: rest }] : [];
    });
  });
}

/** Normalizes a SKU or GTIN: 'SM-TRY.oat' → 'smtryoat'. */
export function normalizeCode(text: string): string {
  return Array.from(
    extractWords(text)
      .map(({ word }) => word)
      .join(''),
  )
    .slice(0, 2 * maxWordLength)
    .join('');
}

const maxQueryWords = 8;

/**
 * Parses a query into at most `maxQueryWords` words; empty when there is nothing to search for. A single last letter
 * is dropped, because its word is still being typed.
 */
export function parseQueryWords(text: string): string[] {
  const words = extractWords(text.slice(0, maxQueryLength))
    .slice(0, maxQueryWords)
    .map(({ word }) => word);
  return words.length > 1 && /^[a-z]$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
}

export function countQueryCharacters(text: string): number {
  return Array.from(text.trim()).length;
}
