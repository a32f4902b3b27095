import { call } from '#platform/http/browser/api.ts';
import type { CallResult, RequestOptions } from '#platform/http/browser/request.ts';

export interface StoreClient {
  /** @param path path below the root of the store API */
  send<Data>(path: string, options: Pick<RequestOptions, 'method' | 'body' | 'signal'>): Promise<CallResult<Data>>;
}

/** Creates a client that sends the nonce of the last reply. */
export function createStoreClient(root: string, firstNonce: string | null): StoreClient {
  let nonce = firstNonce;
  const onHeaders = (headers: Headers) => {
    nonce = headers.get('nonce') ?? nonce;
  };
  const sendOnce = <Data>(path: string, options: RequestOptions) =>
    call<Data>(`${root}/${path}`, { ...options, onHeaders, headers: nonce === null ? {} : { nonce } });
  return {
    async send<Data>(path: string, options: RequestOptions) {
      const result = await sendOnce<Data>(path, options);
      // The nonce was too old, or another tab has signed in. The refusal brings a new nonce.
      const isStale = !result.ok && /_(missing|invalid)_nonce$/.test(result.code);
      return isStale ? sendOnce<Data>(path, options) : result;
    },
  };
}
