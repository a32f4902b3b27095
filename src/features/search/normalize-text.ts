/** What `normalize` leaves as a letter of its own, and how people type it. */
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

/** A word as it is compared, and as it was written (in small letters). */
export interface Word {
  readonly word: string;
  readonly shown: string;
}

/** Small letters and digits, without accents: 'Schüssel-Ø 20' → 'schussel', 'o', '20'. Whatever comes in, nothing else comes out. */
export function extractWords(text: string): Word[] {
  return (text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).flatMap((piece) => {
    const word = normalizeWord(piece);
    return word === '' ? [] : [{ word, shown: piece.toLowerCase().slice(0, maxWordLength) }];
  });
}

function normalizeWord(piece: string): string {
  const bare = piece
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => letterReplacements[letter] ?? '');
  return Array.from(bare.replace(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, maxWordLength)
    .join('');
}

/** A SKU or GTIN: 'SM-TRY.oat' → 'smtryoat'. */
export function normalizeCode(text: string): string {
  return Array.from(
    extractWords(text)
      .map(({ word }) => word)
      .join(''),
  )
    .slice(0, 2 * maxWordLength)
    .join('');
}

const maxQueryLength = 100;
const maxQueryWords = 8;

/**
 * What somebody asked for, cut to what a search takes. Empty when there is nothing to look for. A single letter at the end is the beginning of a
 * word that is still being typed: it says nothing yet.
 */
export function parseQueryWords(text: string): string[] {
  const words = extractWords(text.slice(0, maxQueryLength))
    .slice(0, maxQueryWords)
    .map(({ word }) => word);
  return words.length > 1 && /^[a-z]$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words;
}

/** Characters of a query as a rule counts them (spec 9.1/1). */
export function countQueryCharacters(text: string): number {
  return Array.from(text.trim()).length;
}
