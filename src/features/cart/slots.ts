import type { Db } from '#platform/database/database.ts';
import { defineSlot } from '#platform/features/slots.ts';

/** `db`: the transaction that holds the cart, when there is one, and so the only connection to ask on. */
export interface CartReservationsInput {
  readonly db: Db;
  readonly cartId: string;
}

/** Pieces that an order of this cart, not yet paid, holds: they count as this shopper's, not as sold. Asked only when something is short. */
export const cartReservations = defineSlot<
  CartReservationsInput,
  readonly { readonly variationId: number; readonly quantity: number }[]
>('cart.holds');
