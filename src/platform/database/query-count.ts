import { AsyncLocalStorage } from 'node:async_hooks';

let counts: AsyncLocalStorage<string[]> | undefined;
let running = 0;

/** Costs one comparison while nothing is counted. */
export function recordQuery(query: unknown): void {
  if (counts === undefined) return;
  counts.getStore()?.push(getQueryText(query));
}

function getQueryText(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

export interface QueryCount<T> {
  value: T;
  queries: number;
  texts: string[];
}

/**
 * Counts the statements that `work` and everything it awaits send through pools of `openDatabase`:
 * each one is a round trip, including `begin` and `commit`.
 */
export async function countQueries<T>(work: () => Promise<T>): Promise<QueryCount<T>> {
  counts ??= new AsyncLocalStorage();
  running += 1;
  const texts: string[] = [];
  try {
    const value = await counts.run(texts, work);
    return { value, queries: texts.length, texts };
  } finally {
    running -= 1;
    if (running === 0) counts = undefined;
  }
}
