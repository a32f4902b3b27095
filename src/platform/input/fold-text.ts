import { normaliseCode, normaliseLine } from './normalise-text.ts';

/**
 * Converts text to a key for comparisons that ignore case: 'ÇİÇEK' and 'çiçek', 'Straße'
 * and 'STRASSE'. Every i is the same letter, with and without dot. Accents stay.
 */
export function foldCase(text: string): string {
  return foldLetters(normaliseCode(text));
}

function foldLetters(text: string): string {
  return (
    text
      // Only the lower-case form of ẞ becomes SS.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/i\u0307/g, 'i')
  );
}

/** Letters with a stroke or a ligature, which Unicode doesn't decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ł: 'l',
  þ: 'th',
};

/**
 * Converts a name to a key for comparisons that ignore case and accents: 'MÜNCHEN',
 * 'München' and 'Munchen', 'København' and 'Kobenhavn'. Marks that aren't accents, such
 * as the voiced marks of kana, stay.
 */
export function foldText(text: string): string {
  return foldLetters(normaliseCode(normaliseLine(text)))
    .normalize('NFD')
    .replace(/([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u0300-\u036F]+/gu, '$1')
    .normalize('NFC')
    .replace(/[æœøđðħłþ]/g, (letter) => plainLetters[letter] ?? letter);
}
