import type { ReactNode } from 'react';
import type { Cart } from '#features/cart/index.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { RenderContext } from '#platform/pages/render-context.ts';

/** A part of pages that scripts of a moved shop replace after each change of the cart. */
export interface CartFragment {
  /** CSS selector: the key of the fragment in replies. The rendered HTML must match it. */
  readonly selector: string;
  readonly render: (shop: Shop, context: RenderContext, cart: Cart) => Promise<ReactNode> | ReactNode;
}

/**
 * Adds fragments to the replies of cart calls by the endpoints `/?{store_short}-ajax=`. A fragment replaces an
 * earlier fragment with the same selector.
 */
export const cartFragments = definePort<CartFragment>('cart-ajax.fragments');
