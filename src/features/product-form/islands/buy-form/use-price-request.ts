import { useEffect, useState } from 'react';
import type { LivePrice } from '#features/product-form/contract.ts';
import { call } from '#platform/http/browser/api.ts';

/** Milliseconds without a change before the price is requested. */
const requestDelay = 250;

export interface PriceAnswer {
  /** The last answer; null before the first one and after a failure. */
  readonly price: LivePrice | null;
  /** Whether the answer to the current query is pending. */
  readonly isStale: boolean;
}

/**
 * Requests the price from the server after each change of the query.
 * @param query empty when the page already shows this price, or when nothing can be bought
 */
export function usePriceRequest(priceUrl: string, query: string): PriceAnswer {
  const [answer, setAnswer] = useState<{ query: string; price: LivePrice | null }>({ query: '', price: null });
  useEffect(() => {
    if (query === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const reply = await call<LivePrice>(`${priceUrl}&${query}`, { signal: controller.signal });
      if (!controller.signal.aborted) setAnswer({ query, price: reply.ok ? reply.data : null });
    }, requestDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, priceUrl]);
  return { price: answer.price, isStale: answer.query !== query };
}
