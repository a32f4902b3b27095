import { createHash } from 'node:crypto';

/**
 * What is stored of the key of a request with what was sent, so that the same request is known when it comes again.
 * @returns null without a key
 */
export function hashRequest(requestKey: string | undefined, sent: readonly unknown[]): string | null {
  if (!requestKey) return null;
  return createHash('sha256')
    .update(JSON.stringify([requestKey, ...sent]))
    .digest('base64url');
}
