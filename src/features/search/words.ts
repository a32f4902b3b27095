/** What `normalize` leaves as a letter of its own, and how people type it. */
const letters: Readonly<Record<string, string>> = {
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

const longestWord = 40;

/** A word as it is compared, and as it was written (in small letters). */
export interface Word {
  readonly word: string;
  readonly shown: string;
}

/** Small letters and digits, without accents: 'Schüssel-Ø 20' → 'schussel', 'o', '20'. Whatever comes in, nothing else comes out. */
export function wordsOf(text: string): Word[] {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((piece) => {
    const word = plain(piece);
    return word === '' ? [] : [{ word, shown: piece.toLowerCase().slice(0, longestWord) }];
  });
}

function plain(piece: string): string {
  const bare = piece
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? '');
  return Array.from(bare.replace(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, longestWord)
    .join('');
}

/** A SKU or GTIN: 'SM-TRY.oat' → 'smtryoat'. */
export function codeOf(text: string): string {
  return Array.from(
    wordsOf(text)
      .map(({ word }) => word)
      .join(''),
  )
    .slice(0, 2 * longestWord)
    .join('');
}

const longestQuery = 100;
const mostWords = 8;

/**
 * What somebody asked for, cut to what a search takes. Empty when there is nothing to look for. A single letter at the end is the beginning of a
 * word that is still being typed: it says nothing yet.
 */
export function queryWords(text: string): string[] {
  const words = wordsOf(text.slice(0, longestQuery))
    .slice(0, mostWords)
    .map(({ word }) => word);
  return words.length > 1 && /^[a-z]$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
}

/** Characters of a query as a rule counts them (spec 9.1/1). */
export function queryLength(text: string): number {
  return Array.from(text.trim()).length;
}
