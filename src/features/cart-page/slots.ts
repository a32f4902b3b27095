import type { ReactNode } from 'react';
import type { PricedLine } from '#features/cart/index.ts';
import { defineSlot } from '#platform/features/slots.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** Buttons of wallets below the cart, while it can be ordered. Asked when the page is opened. */
export const cartExpress = defineSlot<{ readonly actor: Actor }, ReactNode>('cart.express');

/** Below a cart with products, such as what is bought together with them. */
export const cartBelow = defineSlot<{ readonly productIds: readonly number[] }, ReactNode>('cart.below');

/**
 * Buttons beside "remove" of the cart page's lines, by the line's key. They are inside the form of the
 * quantities, so a button of another write has a `formaction`.
 */
export const cartLineActions = defineSlot<{ readonly lines: readonly PricedLine[] }, ReadonlyMap<string, ReactNode>>(
  'cart.line.actions',
);
