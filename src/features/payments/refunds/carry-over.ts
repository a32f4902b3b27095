import type { LockedOrder, PositionUnits } from '#features/orders/index.ts';
import type { Tx } from '#platform/database/database.ts';
import type { Shop } from '#platform/features/shop.ts';
import type { Author } from '#platform/sessions/author.ts';
import { findPayment } from '../ledger/payment.ts';
import { recordTransaction } from '../ledger/write-transactions.ts';
import { payments } from '../tables.ts';
import { finishRefunds } from './finish-refunds.ts';
import { planRefund, type RefundPlan, type RefundRefusal } from './plan-refund.ts';
import { insertRefund } from './write-refund.ts';

/**
 * Calculates how much money units of a locked order transfer to another order. The money stays in the shop, so the
 * limits of roles do not apply.
 */
export function planCarryOver(
  tx: Tx,
  order: LockedOrder,
  lines: readonly PositionUnits[],
): Promise<RefundPlan | RefundRefusal> {
  const parts = { lines, shipping: false, fees: false };
  return planRefund(tx, order, { amount: null, parts, restock: false, by: 'shop' });
}

interface CarryOver {
  readonly plan: RefundPlan;
  /** Id of the order that receives the money. It is placed in the same transaction. */
  readonly to: number;
  /** Shown to the customer. */
  readonly reason: string;
  readonly requestKey: string;
  readonly by: Author;
}

/**
 * Refunds parts of a locked order by carrying their money over to another order, as payments of that order. Providers
 * are not asked: when the carried-over money is refunded later, the provider of the original payments returns it.
 * Lock order: order, its payments.
 * @returns id of the refund
 */
export async function carryOver(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { plan, to, reason, requestKey, by }: CarryOver,
): Promise<number> {
  const { amount, lines, shares } = plan;
  const values = { amount, reason, requestKey, by, restock: false, cause: 'exchange' } as const;
  const refundId = await insertRefund(shop, tx, order, values, lines);
  for (const { paymentId, amount: share } of shares) {
    const carriedToId = await insertCarriedPayment(shop, tx, { from: paymentId, to, amount: share });
    const done = { amount: share, by, status: 'succeeded' } as const;
    await recordTransaction(shop, tx, { ...done, paymentId, refundId, kind: 'refund', carriedToId });
    await recordTransaction(shop, tx, { ...done, paymentId: carriedToId, kind: 'capture' });
  }
  await finishRefunds(shop, tx, order.id);
  return refundId;
}

interface CarriedShare {
  readonly from: number;
  readonly to: number;
  readonly amount: number;
}

async function insertCarriedPayment({ clock }: Shop, tx: Tx, { from, to, amount }: CarriedShare): Promise<number> {
  const payment = await findPayment(tx, from);
  if (!payment) throw new Error(`payment ${from} does not exist`);
  const { id, sourceId, provider, currency } = payment;
  const now = clock.now();
  const [carried] = await tx
    .insert(payments)
    .values({
      ...{ orderId: to, sourceId: sourceId ?? id, provider, currency, amount, status: 'open' },
      ...{ createdAt: now, updatedAt: now },
    })
    .returning({ id: payments.id });
  if (!carried) throw new Error('the payment was not written');
  return carried.id;
}
