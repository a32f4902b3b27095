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
