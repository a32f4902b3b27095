import type { ReactNode } from 'react';
import type { ExpressInput } from '#features/cart/index.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';

/**
 * Buttons of wallets at the foot of the mini-cart, while it can be ordered. Asked with each change of the cart; what a
 * script fills is an island or has `data-filled-by-script`, so that it stays. It is inside the form of the quantities.
 */
export const miniCartExpress = defineSlot<ExpressInput, ReactNode>('mini-cart.express');

/**
 * Origins that the buttons of `mini-cart.express` need; null while there are none. Asked for each page with a mini-cart:
 * its content comes by a call, when the policy of the page is settled.
 */
export const miniCartOrigins = definePort<(shop: Shop) => PageOrigins | null>('mini-cart.origins');

/** Lets the page that is being made load what the buttons in its mini-cart need. */
export function allowMiniCartOrigins(shop: Shop): void {
  for (const find of shop.implementations(miniCartOrigins)) {
    const origins = find(shop);
    if (origins) allowOrigins(origins);
  }
}
