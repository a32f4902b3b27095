import type { ReactNode } from 'react';
import { defineSlot } from '#platform/features/slots.ts';
import type { Actor } from '#platform/sessions/actor.ts';

/** Buttons of wallets below the cart, while it can be ordered. Asked when the page is opened. */
export const cartExpress = defineSlot<{ readonly actor: Actor }, ReactNode>('cart.express');
