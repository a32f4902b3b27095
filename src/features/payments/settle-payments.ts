import { and, eq } from 'drizzle-orm';
import type { OrderEvent } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { bankTransferId } from './bank-transfer.ts';
import { payments } from './tables.ts';

/** Handles `orderPaid`: a transfer has no provider that reports it, so it counts as captured when the shop says that the money is there. */
export async function captureBankTransfer({ clock }: Shop, tx: Tx, order: OrderEvent): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'captured', updatedAt: clock.now() })
    .where(and(eq(payments.orderId, order.id), eq(payments.method, bankTransferId), eq(payments.state, 'pending')));
}

/** Handles `orderCancelled`: nothing is to be paid any more. */
export async function voidPayments({ clock }: Shop, tx: Tx, order: OrderEvent): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'voided', updatedAt: clock.now() })
    .where(and(eq(payments.orderId, order.id), eq(payments.state, 'pending')));
}
