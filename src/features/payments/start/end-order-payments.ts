import { inArray } from 'drizzle-orm';
import type { OrderEvent } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import { hasEnded, listOrderPayments, type Payment } from '../ledger/payment.ts';
import { findRemoteProvider } from '../providers/provider.ts';
import { reconcilePaymentsJob } from '../settle/reconcile-payments.ts';
import { payments } from '../tables.ts';

/**
 * Handles `orderCancelled`: offline payments without money are cancelled. Remote ones are settled
 * soon, which voids what is authorized and gives back what is captured.
 */
export async function endOrderPayments(shop: Shop, tx: Tx, order: OrderEvent): Promise<void> {
  const found = (await listOrderPayments(tx, order.id)).filter((payment) => !hasEnded(payment));
  const isRemote = ({ provider }: Payment) => findRemoteProvider(shop, provider) !== null;
  const unpaid = found.filter((payment) => payment.captured === 0 && !isRemote(payment)).map(({ id }) => id);
  if (unpaid.length > 0)
    await tx
      .update(payments)
      .set({ status: 'cancelled', updatedAt: shop.clock.now() })
      .where(inArray(payments.id, unpaid));
  if (found.some(isRemote)) await shop.jobs.add(tx, reconcilePaymentsJob, {});
}
