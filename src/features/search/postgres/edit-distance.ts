import { computeEditDistance } from '#platform/texts/edit-distance.ts';

/** Lengths of the prefixes that are indexed. Most typos are within the first twelve letters. */
const maxKeyLength = 12;
const minKeyLength = 3;

/** Returns the text, and the text without each one of its characters. */
function omitEachCharacter(text: string): string[] {
  const characters = Array.from(text);
  return [text, ...characters.map((_, index) => characters.toSpliced(index, 1).join(''))];
}

/** Builds the index keys of a word: its prefixes, also with one character left out. */
export function buildWordKeys(word: string): string[] {
  const characters = Array.from(word).slice(0, maxKeyLength);
  const lengths = Array.from({ length: characters.length - minKeyLength + 1 }, (_, index) => minKeyLength + index);
  const prefixes = lengths.map((length) => characters.slice(0, length).join(''));
  return [...new Set((prefixes.length > 0 ? prefixes : [word]).flatMap(omitEachCharacter))].filter(
    (key) => key.length > 1,
  );
}

export function buildQueryKeys(word: string): string[] {
  return [...new Set(omitEachCharacter(Array.from(word).slice(0, maxKeyLength).join('')))].filter(
    (key) => key.length > 1,
  );
}

/**
 * Returns the edit distance between a typed word and a word of the catalogue, or a prefix of that word (which adds
 * 0.5). Null when the distance is too large for the length of the typed word.
 */
export function getEditDistance(typed: string, word: string): number | null {
  const [a, b] = [Array.from(typed), Array.from(word)];
  const allowed = a.length <= 5 ? 1 : a.length <= 9 ? 2 : 3;
  let best = Math.abs(a.length - b.length) > allowed ? Number.POSITIVE_INFINITY : computeEditDistance(a, b);
  for (let length = a.length - 1; length <= a.length + 1; length += 1) {
    if (length < 3 || length >= b.length) continue;
    best = Math.min(best, computeEditDistance(a, b.slice(0, length)) + 0.5);
  }
  return best <= allowed + 0.5 ? best : null;
}
