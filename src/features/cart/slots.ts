import type { Db } from '#platform/database/database.ts';
import { defineSlot } from '#platform/features/slots.ts';

/**
 * `db`: the transaction that holds the cart's lock, if any. Fillers must use no other connection.
 */
export interface CartReservationsInput {
  readonly db: Db;
  readonly cartId: string;
}

/**
 * Quantities that unpaid orders of this cart reserve, which count as available to it. Asked when
 * stock is short.
 */
export const cartReservations = defineSlot<
  CartReservationsInput,
  readonly { readonly variationId: number; readonly quantity: number }[]
>('cart.reservations');
