import { and, eq } from 'drizzle-orm';
import type { OrderEvent } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { bankTransferId } from './bank-transfer.ts';
import { payments } from './tables.ts';

/**
 * Handles `orderPaid`. No provider reports a bank transfer, so it is captured when the shop marks
 * the order as paid.
 */
export async function captureBankTransfer({ clock }: Shop, tx: Tx, order: OrderEvent): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'captured', updatedAt: clock.now() })
    .where(and(eq(payments.orderId, order.id), eq(payments.method, bankTransferId), eq(payments.state, 'pending')));
}

/** Handles `orderCancelled`: voids the order's pending payments. */
export async function voidPayments({ clock }: Shop, tx: Tx, order: OrderEvent): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'voided', updatedAt: clock.now() })
    .where(and(eq(payments.orderId, order.id), eq(payments.state, 'pending')));
}
