import { sqlQuery, type Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';

/** Payments that have ended without money stay where they were tried. Their triggers move the sums of the orders. */
const movePayments = sqlQuery(
  'payments.move-payments',
  `update payments set order_id = $2, updated_at = $3
  where order_id = $1 and (captured > 0 or status not in ('failed', 'cancelled', 'expired'))`,
);

/**
 * Gives the payments of a locked order to the one that replaces it, also those that a shopper or a provider still works on:
 * whatever they bring later is the new order's. Nothing is asked of a provider.
 */
export async function carryPayments({ clock }: Shop, tx: Tx, fromOrder: number, toOrder: number): Promise<void> {
  await movePayments(tx, [fromOrder, toOrder, clock.now()]);
}
