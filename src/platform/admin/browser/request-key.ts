/**
 * Creates a value of the header `Idempotency-Key`. `crypto.randomUUID` is missing when the back office is opened
 * without TLS.
 */
export const createRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');
