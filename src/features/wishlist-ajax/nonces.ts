import type { Shop } from '#platform/features/shop.ts';
import { anyGuest } from '#platform/nonces/nonces.ts';
import { type Actor, isGuest } from '#platform/sessions/actor.ts';
import type { WishlistCallName } from './contract.ts';

const getNonceAction = (call: WishlistCallName): string => `wishlist-${call}`;

export function createWishlistNonce({ nonces }: Shop, visitorId: string | null, call: WishlistCallName): string {
  return nonces.create(visitorId ?? anyGuest, getNonceAction(call));
}

/**
 * Whether a nonce belongs to the actor and the call. A page that a guest opened before the first
 * write has one that stays valid until somebody signs in.
 */
export function isWishlistNonce({ nonces }: Shop, actor: Actor, call: WishlistCallName, nonce: unknown): boolean {
  if (typeof nonce !== 'string') return false;
  const action = getNonceAction(call);
  return nonces.isValid(actor.visitorId, action, nonce) || (isGuest(actor) && nonces.isValid(anyGuest, action, nonce));
}
