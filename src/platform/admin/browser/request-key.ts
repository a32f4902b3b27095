/** For the header `Idempotency-Key`. `crypto.randomUUID` is missing where the office is opened without TLS. */
export const createRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
