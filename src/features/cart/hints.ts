import type { HintSource } from '#platform/sessions/hint.ts';
import type { CartSummary } from './contract.ts';
import { countCart } from './lines/change-lines.ts';
import { getCartOwner } from './owner.ts';

/** `v`: version, `c`: total quantity. Both are `0` for an empty cart. */
export function toCartHint({ version, count }: Pick<CartSummary, 'version' | 'count'>): {
  readonly v: string;
  readonly c: string;
} {
  return { v: count === 0 ? '0' : String(version), c: String(count) };
}

export const cartHints: HintSource = {
  names: ['v', 'c'],
  badges: { cart: 'c' },
  read: async (shop, actor) => {
    const owner = getCartOwner(actor);
    return toCartHint(owner ? await countCart(shop.db, owner) : { version: 0, count: 0 });
  },
};
