import type { Suggestion } from '#features/search/contract.ts';
import { call } from '#platform/http/browser/api.ts';

/** Answers that are kept, so that taking a letter back asks for nothing. */
const mostKept = 50;

export type Answer =
  | { readonly kind: 'found'; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: 'none'; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: 'failed' }
  /** Something else is asked for by now. */
  | { readonly kind: 'stale' };

export interface Asking {
  ask(query: string, category: string): Promise<Answer>;
  /** Whatever was asked for last is not wanted any more. */
  stop(): void;
}

/** Asks for suggestions: the last question alone is answered, and what can't have an answer is not asked (spec 9.1/4). */
export function createAsking(url: string): Asking {
  const kept = new Map<string, Answer>();
  const barren = new Map<string, Answer>();
  let under: AbortController | undefined;
  const stop = () => under?.abort();

  return {
    stop,
    async ask(query, category) {
      stop();
      const key = `${category}\n${query}`;
      const known = kept.get(key) ?? [...barren].find(([beginning]) => key.startsWith(beginning))?.[1];
      if (known) return known;
      const own = new AbortController();
      under = own;
      const parameters = new URLSearchParams(category === '' ? { query } : { product_cat: category, query });
      const answer = await call<unknown>(`${url}&${parameters}`, { signal: own.signal });
      if (own.signal.aborted) return { kind: 'stale' };
      if (!answer.ok) return { kind: 'failed' };
      const read = readAnswer(answer.data);
      if (read.kind === 'none') barren.set(key, read);
      kept.set(key, read);
      for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
      return read;
    },
  };
}

/** The bare list, or the object that scripts of other shops read. */
function readAnswer(data: unknown): Answer {
  const list = Array.isArray(data) ? data : (data as { suggestions?: unknown } | null)?.suggestions;
  const suggestions = Array.isArray(list) ? (list as Suggestion[]) : [];
  return { kind: suggestions.some(({ id }) => id !== -1) ? 'found' : 'none', suggestions };
}
