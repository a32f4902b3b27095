import { extractWords } from '../normalize-text.ts';

export interface SnippetPart {
  readonly text: string;
  readonly isHit: boolean;
}

/** Length of the text around the first match, in characters. */
const snippetLength = 160;
const before = 50;

/**
 * Cuts a text around its first match, at word boundaries, and marks all matches. Without a match, returns the
 * beginning of the text.
 * @param hits normalized words
 */
export function createSnippet(text: string, hits: ReadonlySet<string>): SnippetPart[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ 0: word, index }) => ({
    ...{ start: index, end: index + word.length },
    isHit: hits.has(extractWords(word)[0]?.word ?? ''),
  }));
  const first = words.find(({ isHit }) => isHit)?.start ?? 0;
  const start = first <= before ? 0 : (words.find((word) => word.start >= first - before)?.start ?? first);
  const last = words.findLast(({ end }) => end <= start + snippetLength);
  const isWhole = text.length <= start + snippetLength;
  const end = isWhole ? text.length : (last?.end ?? start + snippetLength);
  const parts: SnippetPart[] = start > 0 ? [{ text: '… ', isHit: false }] : [];
  let position = start;
  for (const word of words.filter((each) => each.isHit && each.start >= start && each.end <= end)) {
    if (word.start > position) parts.push({ text: text.slice(position, word.start), isHit: false });
    parts.push({ text: text.slice(word.start, word.end), isHit: true });
    position = word.end;
  }
  const rest = `${text.slice(position, end)}${isWhole ? '' : ' …'}`;
  return rest === '' ? parts : [...parts, { text: rest, isHit: false }];
}
