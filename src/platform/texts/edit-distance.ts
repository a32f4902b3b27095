/** Computes the edit distance with transpositions (optimal string alignment), by characters. */
export function computeEditDistance(one: string | readonly string[], other: string | readonly string[]): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let [rowBefore, previousRow] = [[] as number[], b.map((_, index) => index)];
  previousRow = [...previousRow, b.length];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min((previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previousRow[j - 1] ?? 0) + substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, (rowBefore[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    [rowBefore, previousRow] = [previousRow, row];
  }
  return previousRow[b.length] ?? 0;
}

/**
 * Finds the one word that was probably meant by a mistyped word.
 * @param words in any order; the typed text is compared without normalisation
 * @returns null when no word is near, or several are equally near
 */
export function findNearestWord(typed: string, words: readonly string[]): string | null {
  const allowed = typed.length <= 7 ? 1 : 2;
  const near = words
    .filter((word) => Math.abs(word.length - typed.length) <= allowed)
    .map((word) => ({ word, distance: computeEditDistance(typed, word) }))
    .filter(({ distance }) => distance > 0 && distance <= allowed)
    .sort((a, b) => a.distance - b.distance);
  const [first, second] = near;
  return first && first.distance !== second?.distance ? first.word : null;
}

/** Returns the end of a message about an unknown word: `; did you mean 'currency'?`, or an empty text. */
export function suggestWord(typed: string, words: readonly string[]): string {
  const nearest = findNearestWord(typed, words);
  return nearest === null ? '' : `; did you mean '${nearest}'?`;
}
