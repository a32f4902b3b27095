import { createHash, randomUUID } from 'node:crypto';
import type { Shop } from '#platform/features/shop.ts';
import { isSigned, sign } from '#platform/sessions/signing.ts';

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

const purpose = 'wishlist-request';
/** Milliseconds for which the key of a form says who its guest is. */
const maxKeyAge = 60 * 60 * 1000;

/**
 * Creates the key of a form that may be the first write of a guest. It has the id of the visitor that the guest
 * becomes by it: sent twice before the first answer came, the form is of one visitor, not of two.
 */
export function createGuestRequestKey({ config, clock }: Pick<Shop, 'config' | 'clock'>): string {
  const content = `${randomUUID()}.${clock.now().getTime().toString(36)}`;
  return `${content}.${sign(config.secrets, purpose, content)}`;
}

/** The visitor of a key of `createGuestRequestKey`. Null for other keys, which anybody can make, and for old ones. */
export function readVisitorOfKey({ config, clock }: Pick<Shop, 'config' | 'clock'>, key: unknown): string | null {
  const [visitor = '', time = '', signature = ''] = typeof key === 'string' ? key.split('.') : [];
  if (!isSigned(config.secrets, purpose, `${visitor}.${time}`, signature)) return null;
  return clock.now().getTime() - Number.parseInt(time, 36) < maxKeyAge ? visitor : null;
}
