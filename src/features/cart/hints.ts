import { createHash } from 'node:crypto';
import type { WireNames } from '#platform/config/wire-names.ts';
import type { HintSource } from '#platform/sessions/hint.ts';
import type { CartSummary } from './contract.ts';
import { countCart } from './lines/change-lines.ts';
import { getCartOwner } from './owner.ts';

/** Field of the hint cookie with the cart's version. */
export const cartVersionHint = 'v';

/** `v`: version, `c`: total quantity. Both are `0` for an empty cart. */
export function toCartHint({ version, count }: Pick<CartSummary, 'version' | 'count'>): {
  readonly v: string;
  readonly c: string;
} {
  return { v: count === 0 ? '0' : String(version), c: String(count) };
}

/**
 * Identifies the contents of a cart in replies and in a cookie, for scripts that keep HTML of the
 * cart. Changes with every write. Empty for an empty cart.
 */
export function createCartHash(cart: Pick<CartSummary, 'version' | 'count'>): string {
  return hashVersion(toCartHint(cart).v);
}

function hashVersion(version: string): string {
  return version === '0' ? '' : createHash('sha256').update(`cart ${version}`).digest('hex').slice(0, 32);
}

function getCartHashCookieName({ storePlugin }: WireNames): string {
  return `${storePlugin}_cart_hash`;
}

function getItemsInCartCookieName({ storePlugin }: WireNames): string {
  return `${storePlugin}_items_in_cart`;
}

export const cartHints: HintSource = {
  names: [cartVersionHint, 'c'],
  badges: { cart: 'c' },
  cookies: (wire, { v = '0' }) => ({
    [getCartHashCookieName(wire)]: hashVersion(v) || null,
    [getItemsInCartCookieName(wire)]: v === '0' ? null : '1',
  }),
  read: async (shop, actor) => {
    const owner = getCartOwner(actor);
    return toCartHint(owner ? await countCart(shop.db, owner) : { version: 0, count: 0 });
  },
};
