import type { ReactNode } from 'react';
import type { ExpressInput, PricedLine } from '#features/cart/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/**
 * Buttons of wallets below the cart's 'Checkout'. Filled when the page is opened and with each change of the cart,
 * and shown while the cart can be ordered. Content that a script fills must be an island or have
 * `data-filled-by-script`, so that it stays.
 */
export const cartExpress = defineSlot<ExpressInput, ReactNode>('cart.express');

/** Content below a cart with products, such as products that are often bought together with them. */
export const cartBelow = defineSlot<{ readonly productIds: readonly number[] }, ReactNode>('cart.below');

/**
 * Buttons beside "remove" of the cart page's lines, by the line's key. They are inside the form of the quantities, so
 * a button of another write has a `formaction`.
 */
export const cartLineActions = defineSlot<{ readonly lines: readonly PricedLine[] }, ReadonlyMap<string, ReactNode>>(
  'cart.line.actions',
);
