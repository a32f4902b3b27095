import type { ReactNode } from 'react';
import type { ExpressInput } from '#features/cart/index.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { PageOrigins } from '#platform/http/security/policy-headers.ts';
import { allowOrigins } from '#platform/pages/page-origins.ts';

/**
 * Buttons of wallets at the foot of the mini-cart, while the cart can be ordered. Asked with each change of the cart.
 * Markup that a script fills is an island or has `data-filled-by-script`, so that updates keep it. The slot is inside
 * the form of the quantities.
 */
export const miniCartExpress = defineSlot<ExpressInput, ReactNode>('mini-cart.express');

/**
 * Origins that the buttons of `mini-cart.express` need; null while there are no such buttons. Asked for each page
 * with a mini-cart: a call loads the content after the page's Content-Security-Policy was sent.
 */
export const miniCartOrigins = definePort<(shop: Shop) => PageOrigins | null>('mini-cart.origins');

/** Allows the origins that the mini-cart's buttons need in the Content-Security-Policy of the current page. */
export function allowMiniCartOrigins(shop: Shop): void {
  for (const find of shop.implementations(miniCartOrigins)) {
    const origins = find(shop);
    if (origins) allowOrigins(origins);
  }
}
