import type { HintField } from '#platform/sessions/hint.ts';
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

const defineCartHint = (name: 'v' | 'c'): Omit<HintField, 'badge'> => ({
  name,
  read: async (shop, actor) => {
    const owner = getCartOwner(actor);
    return owner ? toCartHint(await countCart(shop.db, owner))[name] : '0';
  },
});

export const cartHints: readonly HintField[] = [defineCartHint('v'), { ...defineCartHint('c'), badge: 'cart' }];
