import type { ReactNode } from 'react';
import type { ExpressInput, PricedLine } from '#features/cart/index.ts';
import { defineSlot } from '#platform/features/slots.ts';

/**
 * Buttons of wallets below the cart's 'Checkout'. Asked when the page is opened and with each change of the cart, and shown while
 * it can be ordered; what a script fills is an island or has `data-filled-by-script`, so that it stays.
 */
export const cartExpress = defineSlot<ExpressInput, ReactNode>('cart.express');

/** Below a cart with products, such as what is bought together with them. */
export const cartBelow = defineSlot<{ readonly productIds: readonly number[] }, ReactNode>('cart.below');

/**
 * Buttons beside "remove" of the cart page's lines, by the line's key. They are inside the form of the
 * quantities, so a button of another write has a `formaction`.
 */
export const cartLineActions = defineSlot<{ readonly lines: readonly PricedLine[] }, ReadonlyMap<string, ReactNode>>(
  'cart.line.actions',
);
