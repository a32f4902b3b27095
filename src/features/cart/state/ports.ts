import type { Calculation } from '#features/pricing/index.ts';
import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Actor } from '#platform/sessions/actor.ts';
import type { Cart } from '../cart.ts';

export interface CartStateInput {
  readonly actor: Actor;
  readonly cart: Pick<Cart, 'version' | 'currency' | 'lines' | 'count' | 'needsShipping'>;
  readonly calculation: Calculation;
  /** Kind of the page that sent the request, as its script names it; '' when it names none. */
  readonly page: string;
}

export interface CartContribution {
  /** JSON values. Fields with names that the shop itself uses (`total`, `isEmpty` …) are ignored. */
  readonly cart?: Readonly<Record<string, unknown>>;
  /** Parameters for the scripts of payment providers. */
  readonly queryParams?: Readonly<Record<string, string>>;
}

export type ContributeToCart = (shop: Shop, db: Db, input: CartStateInput) => Promise<CartContribution>;

/** Adds fields to the cart's state. Called for each reply and page that contains the state. */
export const cartContributions = definePort<ContributeToCart>('cart.contributions');
