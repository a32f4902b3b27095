import type { Db } from '#platform/database/database.ts';
import { definePort } from '#platform/features/ports.ts';

/** Quantities that unpaid orders of a cart reserve, by variation. */
export type FindCartReservations = (
  db: Db,
  cartId: string,
) => Promise<readonly { readonly variationId: number; readonly quantity: number }[]>;

/**
 * Finds what unpaid orders of a cart reserve, which counts as available to it. Called when stock is
 * short.
 */
export const cartReservations = definePort<FindCartReservations>('cart.reservations');

/** Ids of the orders that a new order of the cart replaces. */
export type FindOpenOrders = (db: Db, cartId: string) => Promise<readonly number[]>;

/**
 * Finds the unpaid orders of a cart, whose uses of coupons don't count against it. Called for carts
 * with coupons.
 */
export const cartOpenOrders = definePort<FindOpenOrders>('cart.open-orders');
