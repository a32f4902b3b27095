/** Lengths of the prefixes that are indexed: typing rarely goes further before a typo shows. */
const maxKeyLength = 12;
const minKeyLength = 3;

/** The text, and the text without each one of its characters. */
function omitEachCharacter(text: string): string[] {
  const signs = Array.from(text);
  return [text, ...signs.map((_, at) => signs.toSpliced(at, 1).join(''))];
}

/** Index keys of a word: its prefixes, also with one letter left out. */
export function buildWordKeys(word: string): string[] {
  const signs = Array.from(word).slice(0, maxKeyLength);
  const lengths = Array.from({ length: signs.length - minKeyLength + 1 }, (_, at) => minKeyLength + at);
  const beginnings = lengths.map((length) => signs.slice(0, length).join(''));
  return [...new Set((beginnings.length > 0 ? beginnings : [word]).flatMap(omitEachCharacter))].filter(
    (key) => key.length > 1,
  );
}

/** Keys to look up for a typed word. */
export function buildQueryKeys(word: string): string[] {
  return [...new Set(omitEachCharacter(Array.from(word).slice(0, maxKeyLength).join('')))].filter(
    (key) => key.length > 1,
  );
}

/** Edit distance with transpositions (optimal string alignment). */
function computeDistance(one: readonly string[], other: readonly string[]): number {
  let [before, last] = [[] as number[], other.map((_, at) => at)];
  last = [...last, other.length];
  for (let row = 1; row <= one.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const same = one[row - 1] === other[at - 1];
      let least = Math.min((last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]) {
        least = Math.min(least, (before[at - 2] ?? 0) + 1);
      }
      now.push(least);
    }
    [before, last] = [last, now];
  }
  return last[other.length] ?? 0;
}

/**
 * Edit distance between a typed word and a word of the catalogue, or its prefix (which adds 0.5).
 * Null when it is too large for the length of the typed word.
 */
export function getEditDistance(typed: string, word: string): number | null {
  const [one, other] = [Array.from(typed), Array.from(word)];
  const allowed = one.length <= 5 ? 1 : one.length <= 9 ? 2 : 3;
  let best = Math.abs(one.length - other.length) > allowed ? Number.POSITIVE_INFINITY : computeDistance(one, other);
  for (let length = one.length - 1; length <= one.length + 1; length += 1) {
    if (length < 3 || length >= other.length) continue;
    best = Math.min(best, computeDistance(one, other.slice(0, length)) + 0.5);
  }
  return best <= allowed + 0.5 ? best : null;
}
