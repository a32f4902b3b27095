import type { SearchOverview, Suggestion } from '#features/search/contract.ts';
import { call } from '#platform/http/browser/api.ts';

/** Number of results kept in memory, so that deleting a letter needs no request. */
const maxCachedResults = 50;

export type SuggestionResult =
  | { readonly kind: 'found'; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: 'none'; readonly suggestions: readonly Suggestion[] }
  | { readonly kind: 'failed' }
  | { readonly kind: 'stale' };

export interface SuggestionClient {
  request(query: string, category: string): Promise<SuggestionResult>;
  /** @returns null when the request failed or was replaced by a newer one */
  requestOverview(query: string, category: string): Promise<SearchOverview | null>;
  cancel(): void;
}

/**
 * Requests suggestions. Only the latest request is answered, and a query that extends a query without results is not
 * sent.
 */
export function createSuggestionClient(url: string, overviewUrl: string): SuggestionClient {
  const cache = new Map<string, SuggestionResult>();
  const emptyResults = new Map<string, SuggestionResult>();
  let pending: AbortController | undefined;
  const cancel = () => pending?.abort();

  return {
    cancel,
    async request(query, category) {
      cancel();
      const key = `${category}\n${query}`;
      const cached = cache.get(key) ?? [...emptyResults].find(([prefix]) => key.startsWith(prefix))?.[1];
      if (cached) return cached;
      const request = new AbortController();
      pending = request;
      const reply = await call<unknown>(`${url}&${toParameters(query, category)}`, { signal: request.signal });
      if (request.signal.aborted) return { kind: 'stale' };
      if (!reply.ok) return { kind: 'failed' };
      const result = parseSuggestions(reply.data);
      if (result.kind === 'none') emptyResults.set(key, result);
      cache.set(key, result);
      for (const oldest of cache.keys()) if (cache.size > maxCachedResults) cache.delete(oldest);
      return result;
    },
    async requestOverview(query, category) {
      const request = new AbortController();
      pending = request;
      const reply = await call<SearchOverview>(`${overviewUrl}&${toParameters(query, category)}`, {
        signal: request.signal,
      });
      return reply.ok && !request.signal.aborted ? reply.data : null;
    },
  };
}

const toParameters = (query: string, category: string) =>
  new URLSearchParams(category === '' ? { query } : { product_cat: category, query });

/** Reads an array, or an object with the array as `suggestions`. */
function parseSuggestions(data: unknown): SuggestionResult {
  const list = Array.isArray(data) ? data : (data as { suggestions?: unknown } | null)?.suggestions;
  const suggestions = Array.isArray(list) ? (list as Suggestion[]) : [];
  return { kind: suggestions.some(({ id }) => id !== -1) ? 'found' : 'none', suggestions };
}
